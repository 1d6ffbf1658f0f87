import { whileLocked } from "@/db/lock-session";
import { locks } from "@/db/locks";
import { CodedError } from "@/lib/kernel/errors";
import { processWide } from "@/lib/kernel/process-wide";
import { restAfter } from "@/lib/kernel/seats";

/** Turns of one marketplace that may wait, and calls that may wait for them: several can share a turn. */
export const mostWaiting = { turns: 20, calls: 100 };

/** When to try again: by then some of those that wait are done. */
const retryAfterSeconds = 5;

type Line = {
  /** Ends when the last turn taken so far is over, and never fails. */
  last: Promise<unknown>;
  turns: number;
  calls: number;
  /** A turn that has not begun, for whoever else asks for the same. */
  next: Map<string, Promise<unknown>>;
};

const lines: Map<string, Line> = processWide("turns", () => new Map());

/** Runs work for a marketplace one piece at a time, across all processes. Not inside a transaction. */
export async function takeTurns<T>(marketplaceId: string, work: () => Promise<T>): Promise<T> {
  return inLine(marketplaceId, (line) => newTurn(line, marketplaceId, work));
}

/**
 * The same for work that does all there is to do, whoever asks: callers share the next turn that has not begun when they
 * ask, so that at most one waits beside the one under way, and it sees everything they have done before.
 * @param name of the work; calls of one name must ask for the same.
 */
export async function shareTurn<T>(marketplaceId: string, name: string, work: () => Promise<T>): Promise<T> {
  return inLine(marketplaceId, (line) => {
    const waiting = line.next.get(name) as Promise<T> | undefined;
    if (waiting) return waiting;
    const begun = () => line.next.delete(name);
    const turn = newTurn(line, marketplaceId, () => {
      begun();
      return work();
    });
    line.next.set(name, turn);
    // One that could not begin is over, too.
    turn.catch(begun);
    return turn;
  });
}

async function inLine<T>(marketplaceId: string, join: (line: Line) => Promise<T>): Promise<T> {
  const line = lines.get(marketplaceId) ?? { last: Promise.resolve(), turns: 0, calls: 0, next: new Map() };
  if (line.calls > mostWaiting.calls) throw tooMany();
  lines.set(marketplaceId, line);
  line.calls += 1;
  try {
    return await join(line);
  } finally {
    line.calls -= 1;
    if (line.calls === 0) lines.delete(marketplaceId);
  }
}

function newTurn<T>(line: Line, marketplaceId: string, work: () => Promise<T>): Promise<T> {
  if (line.turns > mostWaiting.turns) throw tooMany();
  line.turns += 1;
  let begun = 0;
  const turn = line.last
    .then(() => {
      begun = performance.now();
      return whileLocked([locks.turns, marketplaceId], work);
    })
    .finally(() => {
      line.turns -= 1;
    });
  const rest = () => (line.turns > 0 ? restAfter(performance.now() - begun) : undefined);
  line.last = turn.then(rest, rest);
  return turn;
}

function tooMany(): CodedError {
  const detail = "Too many test helpers of this marketplace wait for their turn; send them one after another.";
  return new CodedError("RATE_LIMITED", detail, { retryAfterSeconds });
}
