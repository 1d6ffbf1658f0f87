import pLimit, { type LimitFunction } from "p-limit";
import { env } from "./env";
import { CodedError } from "./errors";
import { processWide } from "./process-wide";

type Owner = { readonly marketplaceId: string; readonly environment: "test" | "live" };

/** `heavy`: requests that take long or much, such as a bulk submission or a PDF. */
export type SeatKind = "job" | "read" | "write" | "heavy";

/** All test tenants together, for work that keeps a connection for long. */
export const allTestTenants: Owner = { marketplaceId: "*", environment: "test" };

/** Requests of one tenant and kind that may wait for a seat. */
export const mostWaiting = 200;

/** How long test work makes room after a live request, in milliseconds. */
const makesRoomFor = 1_000;

/** Rests of test work meanwhile: so many times as long as the work before it took, and at most this long. */
const rest = { factor: 3, most: 500 };

type Shared = { lines: Map<string, LimitFunction>; lastLive: number };
const shared: Shared = processWide("seats", () => ({ lines: new Map(), lastLive: Number.NEGATIVE_INFINITY }));

/** Test work makes room for a while (docs/operations.md#neighbours). */
export function noteLiveRequest(): void {
  shared.lastLive = performance.now();
}

const liveIsServed = () => performance.now() - shared.lastLive < makesRoomFor;

/**
 * Seats for one tenant's work of a kind, in this process. Whoever has a seat may have a connection, so that no tenant has
 * all of them. Reads need none, nor do live requests that are not heavy.
 */
function seatsFor({ environment }: Owner, kind: SeatKind): number {
  const quarter = Math.floor(env().databasePool / 4);
  if (kind === "heavy") return Math.ceil(quarter / 2);
  if (kind === "job") return environment === "live" ? 3 * quarter : quarter;
  return environment === "live" || kind === "read" ? Number.POSITIVE_INFINITY : 3 * quarter;
}

/**
 * Runs a piece of a tenant's work when a seat is free. While live requests are served, test work has one seat of a
 * kind, which rests after each piece if more wait. Who asks for one thing after another is not held up. Jobs wait
 * however many they are.
 */
export async function inSeat<T>(owner: Owner, kind: SeatKind, work: () => Promise<T>): Promise<T> {
  const { lines } = shared;
  const name = `${owner.marketplaceId}/${owner.environment}/${kind}`;
  const seats = owner.environment === "test" && liveIsServed() ? 1 : seatsFor(owner, kind);
  if (seats === Number.POSITIVE_INFINITY) return work();
  const line = lines.get(name) ?? pLimit(seats);
  if (kind !== "job" && line.pendingCount >= mostWaiting) throw tooMany();
  lines.set(name, line);
  if (line.concurrency !== seats) line.concurrency = seats;
  return new Promise<T>((resolve, reject) => {
    void line(async () => {
      const begun = performance.now();
      await (async () => work())().then(resolve, reject);
      if (owner.environment === "test" && line.pendingCount > 0) await restAfter(performance.now() - begun);
    }).finally(() => {
      if (line.activeCount + line.pendingCount === 0) lines.delete(name);
    });
  });
}

/** Work in seats, and what waits for one, of all tenants together. */
export function seatsTaken(): { kind: SeatKind; environment: Owner["environment"]; taken: number; waiting: number }[] {
  const kinds: SeatKind[] = ["job", "read", "write", "heavy"];
  return kinds.flatMap((kind) =>
    (["live", "test"] as const).map((environment) => {
      const lines = [...shared.lines].flatMap(([name, line]) => (name.endsWith(`/${environment}/${kind}`) ? line : []));
      const sum = (count: (line: LimitFunction) => number) => lines.reduce((all, line) => all + count(line), 0);
      return { kind, environment, taken: sum((line) => line.activeCount), waiting: sum((line) => line.pendingCount) };
    }),
  );
}

/** Returns what gives it back. */
export function takeSeat(owner: Owner, kind: SeatKind): Promise<() => void> {
  return new Promise((resolve, reject) => {
    inSeat(owner, kind, () => new Promise<void>((leave) => resolve(leave))).catch(reject);
  });
}

/** Between two pieces of test work: while live requests are served, waits in proportion to what the first took (ms). */
export async function restAfter(took: number): Promise<void> {
  if (!liveIsServed()) return;
  await new Promise((resolve) => setTimeout(resolve, Math.min(rest.most, took * rest.factor)));
}

function tooMany(): CodedError {
  const detail = `More than ${mostWaiting} requests wait for those before them; send fewer at a time.`;
  return new CodedError("RATE_LIMITED", detail, { retryAfterSeconds: 1 });
}
