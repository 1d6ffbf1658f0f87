import { vi } from "vitest";

const RealDate = Date;

/**
 * A clock that a test can move ahead: `Date` goes on as always, so that timers fit it, from wherever it was moved to.
 * Until `vi.unstubAllGlobals()`.
 * @returns a function that moves it, by so many milliseconds
 */
export function movableClock(): (milliseconds: number) => void {
  let ahead = 0;
  class MovedDate extends RealDate {
    constructor(...given: [] | [value: number | string | Date]) {
      if (given.length === 0) super(RealDate.now() + ahead);
      else super(...given);
    }
    static override now(): number {
      return RealDate.now() + ahead;
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof RealDate;
    }
  }
  vi.stubGlobal("Date", MovedDate);
  return (milliseconds) => {
    ahead += milliseconds;
  };
}
