import pLimit, { type LimitFunction } from "p-limit";
import { type Caller, tenantOfCaller } from "@/lib/kernel/actor";
import * as clock from "@/lib/kernel/clock";
import { sha256 } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { CodedError } from "@/lib/kernel/errors";
import { processWide } from "@/lib/kernel/process-wide";
import { noteLiveRequest, type SeatKind, takeSeat } from "@/lib/kernel/seats";
import type { RealTime } from "@/lib/kernel/time";
import { userKinds } from "@/lib/terms/users/constants";
import { clientAddress, networkOf } from "./client-address";
import { type OwnAllowance, type RateClass, spendHere } from "./rate-limit";
import { cookieOf, sessionCookieName } from "./session";

/** What of a route's declaration says how much it takes. */
type Weighed = {
  rate: RateClass | null;
  rawBody?: boolean;
  idempotent?: boolean | "nonTransactional";
  answers: Record<number, { text?: string }>;
};

/** docs/operations.md#neighbours. Returns what gives the seat back, to be called however the request ends. */
export async function takeRequestSeat(declaration: Weighed, actor: Caller | null): Promise<() => void> {
  const tenant = tenantOfCaller(actor);
  if (tenant?.environment === "live") noteLiveRequest();
  const kind = actor && kindOf(declaration, actor);
  return kind && tenant ? takeSeat(tenant, kind) : () => {};
}

/** Null: no seat is needed. */
function kindOf({ rate, rawBody, idempotent, answers }: Weighed, actor: Caller): SeatKind | null {
  // Work in several pieces waits for turns of its own, and a slow sender of bytes holds nothing up.
  if (rate === null || rawBody || idempotent === "nonTransactional") return null;
  const document = Object.values(answers).some(({ text }) => text === "application/pdf");
  if (rate === "bulk" || document) return "heavy";
  // Webhooks that come together are booked together, over few connections: each needs a seat only as a read does.
  return rate === "read" || actor.kind === "webhook" ? "read" : "write";
}

/**
 * Pages made at once: in all, for one address (an office has one) and for one session; and how many more may wait. Their
 * allowances a minute are among the settings (docs/operations.md#pages).
 */
export const pageSeats = {
  all: { seats: 8, waiting: 400 },
  address: { seats: 6, waiting: 200 },
  session: { seats: 3, waiting: 60 },
} as const;

/**
 * A refusal comes later, in milliseconds: by so much more for each beyond the allowance, and where no more may wait. Who asks
 * again at once then asks less. So many are kept waiting for theirs at a time.
 */
const delay = { each: 20, full: 500, most: 1_000, atOnce: 1_000 };

/** How many seconds' worth of files may be asked for at once, and how many more seconds may be waited for them. */
const pace = { burst: 2, wait: 2 };

type Shared = { lines: Map<string, LimitFunction>; delayed: number; paces: Map<string, number> };
const shared: Shared = processWide("page-seats", () => ({ lines: new Map(), delayed: 0, paces: new Map() }));

/**
 * Lets a request for a page in: within the allowances of its address and its session, and when a seat is free for it.
 * @returns `leave` gives the seat back and must be called however the request ends; `leaveShared` only the one among all, which
 *   a page that waits for its reader does not need.
 */
export async function admitPage(
  headers: Headers,
  realNow: RealTime = clock.now(),
): Promise<{ leave: () => void; leaveShared: () => void }> {
  const address = networkOf(clientAddress(headers));
  const session = sessionOf(headers);
  const spent = [spendHere("page", address, realNow)];
  if (session) spent.push(spendHere("sessionPage", session, realNow));
  const exceeded = spent.find((allowance) => allowance.exceeded);
  if (exceeded) {
    await beDelayed(delay.each * exceeded.over);
    throw tooMany(exceeded);
  }
  const leaving: (() => void)[] = [];
  const leave = () => {
    for (const one of leaving.splice(0)) one();
  };
  try {
    if (session) leaving.push(await takePageSeat(`session ${session}`, pageSeats.session));
    leaving.push(await takePageSeat(`address ${address}`, pageSeats.address));
    const leaveShared = await takePageSeat("all", pageSeats.all);
    leaving.push(leaveShared);
    return { leave, leaveShared };
  } catch (error) {
    leave();
    throw error;
  }
}

/**
 * Waits until it is an address's turn to be sent something from memory: what costs next to nothing is asked for again at
 * once, and many times next to nothing is much.
 * @param weight that of how many small files
 */
export async function awaitPace(headers: Headers, weight: number): Promise<void> {
  const { paces } = shared;
  const address = networkOf(clientAddress(headers));
  const [now, each] = [performance.now(), (60_000 / env().rates.file) * weight];
  // When all that was asked for so far is paid for. Those who owe nothing any more are forgotten.
  if (paces.size > 10_000) for (const [one, at] of paces) if (at < now) paces.delete(one);
  const paid = Math.max(now, paces.get(address) ?? 0) + each;
  const wait = paid - now - pace.burst * 1_000;
  if (wait > pace.wait * 1_000) {
    const message = "From your address very much is asked for at once. Wait a few seconds, then try again.";
    throw new CodedError("RATE_LIMITED", message, { retryAfterSeconds: 3 });
  }
  paces.set(address, paid);
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}

/** Whose browser it is, by the session that it shows. One that is not ours has its seats and allowance all the same. */
function sessionOf(headers: Headers): string | undefined {
  const shown = userKinds.map((kind) => cookieOf(headers, sessionCookieName(kind))).find(Boolean);
  return shown && sha256(shown).slice(0, 24);
}

async function takePageSeat(name: string, { seats, waiting }: { seats: number; waiting: number }): Promise<() => void> {
  const { lines } = shared;
  const line = lines.get(name) ?? pLimit(seats);
  if (line.pendingCount >= waiting) {
    await beDelayed(delay.full);
    const message = "Very many pages are asked for at the moment. Wait a few seconds, then load the page again.";
    throw new CodedError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 3 });
  }
  lines.set(name, line);
  return new Promise((resolve) => {
    void line(() => new Promise<void>((leave) => resolve(leave))).finally(() => {
      if (line.activeCount + line.pendingCount === 0) lines.delete(name);
    });
  });
}

async function beDelayed(ms: number): Promise<void> {
  if (shared.delayed >= delay.atOnce) return;
  shared.delayed += 1;
  await new Promise((resolve) => setTimeout(resolve, Math.min(delay.most, ms)));
  shared.delayed -= 1;
}

function tooMany({ name, limit, resetSeconds }: OwnAllowance): CodedError {
  const who = name === "page" ? "From your address" : "With your sign-in";
  const message = `${who} more than ${limit} pages were asked for within a minute. Wait ${resetSeconds} s, then load the page again.`;
  return new CodedError("RATE_LIMITED", message, { retryAfterSeconds: resetSeconds });
}
