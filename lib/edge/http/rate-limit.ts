import { connection } from "@/db/client";
import { minute } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { CodedError } from "@/lib/kernel/errors";
import { processWide } from "@/lib/kernel/process-wide";
import type { RealTime } from "@/lib/kernel/time";
import { networkOf } from "./client-address";

/** Kinds of allowance; the numbers are in `lib/kernel/env.ts`. */
export type RateClass = keyof ReturnType<typeof env>["rates"];

export type Allowance = {
  name: RateClass;
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** Nothing was left for this request. */
  exceeded: boolean;
};

/** An allowance that this process counts by itself, which knows by how many requests it is exceeded. */
export type OwnAllowance = Allowance & { over: number };

type Lease = { windowStart: number; granted: number; used: number; exhausted: boolean; taking?: Promise<void> };

const leased = processWide("leases", () => ({ byBucket: new Map<string, Lease>(), sweptAt: 0 }));

// A twentieth of the allowance at a time: twenty writes a minute, not one per request, and no process can hoard it.
const leaseShare = 20;

/** Uses one unit of a credential's allowance in the current minute. Processes share the allowance through leases. */
export async function spendAllowance(name: RateClass, holder: string, realNow: RealTime): Promise<Allowance> {
  const limit = env().rates[name];
  const windowStart = Math.floor(realNow.getTime() / minute) * minute;
  const resetSeconds = Math.ceil((windowStart + minute - realNow.getTime()) / 1000);
  const bucket = `${name}:${holder}`;
  sweep(windowStart);

  let lease = leased.byBucket.get(bucket);
  if (!lease || lease.windowStart !== windowStart) {
    lease = { windowStart, granted: 0, used: 0, exhausted: false };
    leased.byBucket.set(bucket, lease);
  }
  while (lease.used >= lease.granted && !lease.exhausted) {
    lease.taking ??= take(lease, bucket, limit);
    await lease.taking;
  }
  const exceeded = lease.used >= lease.granted;
  if (!exceeded) lease.used += 1;
  return { name, limit, remaining: exceeded ? 0 : Math.max(0, limit - lease.used), resetSeconds, exceeded };
}

export function rateLimited({ limit, resetSeconds }: Allowance): CodedError {
  return new CodedError("RATE_LIMITED", `At most ${limit} requests a minute; try again in ${resetSeconds} s.`, {
    retryAfterSeconds: resetSeconds,
  });
}

async function take(lease: Lease, bucket: string, limit: number): Promise<void> {
  const share = Math.max(1, Math.ceil(limit / leaseShare));
  try {
    // Outside any transaction of the request: an allowance is spent whether or not the request succeeds.
    const [row] = await connection()<{ taken: number; before: number }[]>`
      insert into rate_windows as w (bucket, window_start, taken)
      values (${bucket}, ${new Date(lease.windowStart).toISOString()}, ${share})
      on conflict (bucket, window_start) do update set taken = w.taken + ${share}
      returning taken, taken - ${share} as before`;
    const granted = Math.max(0, Math.min(limit, row?.taken ?? 0) - Math.min(limit, row?.before ?? 0));
    lease.granted += granted;
    lease.exhausted = granted === 0;
  } finally {
    lease.taking = undefined;
  }
}

function sweep(windowStart: number): void {
  if (leased.sweptAt === windowStart) return;
  leased.sweptAt = windowStart;
  for (const [bucket, lease] of leased.byBucket) if (lease.windowStart < windowStart) leased.byBucket.delete(bucket);
}

/** The headers of draft-ietf-httpapi-ratelimit-headers. */
export function allowanceHeaders(allowance: Allowance): Record<string, string> {
  return {
    "ratelimit-policy": `"${allowance.name}";q=${allowance.limit};w=60`,
    ratelimit: `"${allowance.name}";r=${allowance.remaining};t=${allowance.resetSeconds}`,
  };
}

/** Requests of this minute by kind and holder, as far as this process alone counts them. */
const counted = processWide("counts", () => ({ byBucket: new Map<string, number>(), since: 0 }));

/** Uses one unit of an allowance of this process's own: without the database, so each process grants it anew. */
export function spendHere(name: RateClass, holder: string, realNow: RealTime): OwnAllowance {
  const windowStart = Math.floor(realNow.getTime() / minute) * minute;
  if (windowStart !== counted.since) {
    counted.byBucket.clear();
    counted.since = windowStart;
  }
  const limit = env().rates[name];
  const bucket = `${name}:${holder}`;
  const count = (counted.byBucket.get(bucket) ?? 0) + 1;
  counted.byBucket.set(bucket, count);
  const resetSeconds = Math.ceil((windowStart + minute - realNow.getTime()) / 1000);
  const over = Math.max(0, count - limit);
  return { name, limit, remaining: Math.max(0, limit - count), resetSeconds, exceeded: over > 0, over };
}

/** Counts a failed authentication from an address, and says by how many ms to delay its answer: at most 2,000. */
export function countFailure(address: string, realNow: RealTime): { allowance: Allowance; delay: number } {
  const holder = networkOf(address);
  const allowance = spendHere("failedAuth", holder, realNow);
  return { allowance, delay: Math.min(2_000, 100 * allowance.over) };
}
