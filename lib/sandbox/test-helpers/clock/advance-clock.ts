import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { later, minute, second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { type BusinessTime, businessTime } from "@/lib/kernel/time";
import { readClockAhead } from "@/lib/parties/marketplaces/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { AdvanceClock, ClockAdvanced } from "@/lib/sandbox/test-helpers/schema";
import { takeTurns } from "./take-turns";

/** Longest a caller waits. The clock reaches its target anyway; the engine does the rest. */
const giveUpAfter = minute;

/** ISO 8601 years have four digits, and data looks years ahead, so the clock stops before 9999. */
const endOfTime = new Date("9001-01-01T00:00:00Z");

/** The background work of the job engine along the way. */
export type WorkOnTheWay = {
  /** Runs what is due by the tenant's clock; returns whether all of it has run. */
  run: (tenant: Tenant) => Promise<boolean>;
  /** Tells the engine of what is left and of what waits, by a clock that it does not know of yet. */
  announce: (tenant: Tenant) => Promise<void>;
  /** The next moment after this one, in business time, at which something will be due. */
  next: (tenant: Tenant, businessTime: BusinessTime) => Promise<BusinessTime | null>;
};

/**
 * Moves the business clock of a marketplace's test data ahead (docs/sandbox.md#clock). It steps from one due moment to
 * the next and stays there until the work is done, so that everything happens in order and on time. One advance at a
 * time per marketplace, and not inside a transaction: the work takes many of its own.
 */
export async function advanceClock(call: {
  actor: Actor;
  input: AdvanceClock;
  work: WorkOnTheWay;
  /** In milliseconds. */
  patience?: number;
}): Promise<ClockAdvanced> {
  const { actor, input, work, patience = giveUpAfter } = call;
  const { tenant } = actor;
  if (tenant.environment !== "test")
    throw new CodedError("TEST_KEY_REQUIRED", "The clock of live data cannot be moved.");
  return takeTurns(tenant.marketplaceId, async () => {
    const begin = now();
    const deadline = later(begin, patience);
    let ahead = await readClockAhead(tenant);
    const whole = ahead + input.seconds * second;
    const target = businessTime(begin, whole);
    if (target >= endOfTime) throw invalidField("seconds", "Must not lead beyond the year 9000");
    const moveTo = async (milliseconds: number) => {
      // The clock runs while work is done: it may be past the next moment already, and never goes back.
      if (milliseconds <= ahead) return;
      ahead = milliseconds;
      const moved = { testClockAhead: ahead, testClockMovedAt: now() };
      await db().update(marketplaces).set(moved).where(eq(marketplaces.id, tenant.marketplaceId));
    };

    const { marketplaceId: subjectId } = tenant;
    const detail = { seconds: input.seconds };
    await recordAudit({ actor, action: "clock.advance", detail, subjectId, now: businessTime(begin, ahead) });
    let ran = await work.run(tenant);
    while (now() < deadline) {
      const next = await work.next(tenant, businessTime(now(), ahead));
      if (!next || next > target) break;
      await moveTo(next.getTime() - now().getTime());
      ran = (await work.run(tenant)) && ran;
    }
    await moveTo(whole);
    ran = (await work.run(tenant)) && ran;
    await work.announce(tenant);
    return { now: businessTime(now(), ahead).toISOString(), aheadSeconds: Math.floor(ahead / second), ran };
  });
}
advanceClock.errors = ["TEST_KEY_REQUIRED"] as const;
