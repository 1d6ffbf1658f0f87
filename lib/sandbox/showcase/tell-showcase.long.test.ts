import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { claimDue } from "@/db/due";
import { fundingRequests } from "@/db/schema/funding";
import { loanWatches } from "@/db/schema/loan-watches";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import { breaks, settlementEvents } from "@/db/schema/settlements";
import { tenantOf } from "@/lib/kernel/actor";
import { hour, later, startOfDay } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import { businessTimeOf } from "@/lib/kernel/time";
import { createLender } from "@/lib/parties/lenders/create-lender";
import { insertUser } from "@/lib/parties/people/insert-user";
import { countUnread } from "@/lib/platform/messages/mails/list-notifications";
import { demoLender } from "@/lib/sandbox/seed/demo-lender";
import {
  readShowcase,
  readShowcaseProgress,
  storeCredentials,
  storeShowcaseProgress,
} from "@/lib/sandbox/test-helpers/state";
import { useDatabase } from "@/test/database";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";
import { drawFrom } from "./draw";
import type { Fate } from "./fates";
import { openShowcase } from "./open-showcase";
import { type Plan, plansOf, programmeWeeks } from "./plan";
import { keepShowcase, tellShowcase } from "./tell-showcase";

useDatabase();
usePlainAgreements();

beforeAll(async () => {
  await createLender({ environment: "test", ...demoLender, realNow: now() });
  await openShowcase(now());
});

/** The first merchant of each fate, with a loan of 30 days where it takes one. */
function cast(...wanted: Fate[]) {
  return (days: number) =>
    wanted.flatMap((fate): Plan[] => {
      const plan = plansOf(days).find((one) => one.fate === fate);
      return plan ? [{ ...plan, tenor: plan.tenor === 365 ? 30 : plan.tenor, loans: 1 }] : [];
    });
}

const anyCredentials = { marketplaceId: "mkt_demo", secretKey: "", webhookSecret: "" };

const endless = { stopped: () => false, rest: async () => {} };

test("a killed one goes on where it was: nothing is told twice or left out, and nobody works on what is half told", async () => {
  const tale = { plansOf: cast("scored", "steady") };
  let told = 0;
  const rest = async () => {
    told += 1;
  };
  const paid = async () => (await db().select().from(loans).where(isNotNull(loans.disbursedAt))).length;
  while (!(await tellShowcase({ ...tale, stopped: () => told >= 1, rest })) && (await paid()) === 0) told = 0;
  expect(await paid()).toBe(1);
  const half = await readShowcaseProgress();
  expect(half).toMatchObject({ done: false });
  expect(half?.week).toBeLessThan(programmeWeeks);
  // To whoever works in the present, months of instalments are past due.
  const soon = later(now(), 60_000);
  expect(await claimDue(loans, 10, soon)).toEqual([]);
  expect(await claimDue(loanWatches, 10, soon)).toEqual([]);
  await db().execute(sql`update loans set leased_until = null`);
  await keepShowcase(now());
  expect(await claimDue(loans, 10, soon)).toEqual([]);

  expect(await tellShowcase({ ...tale, ...endless })).toBe(true);
  expect(await readShowcaseProgress()).toMatchObject({ done: true });
  const [loan, ...more] = await db().select().from(loans);
  expect(more).toEqual([]);
  expect(loan?.status).toBe("REPAID");
  expect(loan?.completedAt?.getTime()).toBeLessThan(now().getTime());
  expect(await db().select().from(merchants)).toHaveLength(2);
  expect(await db().select().from(mails)).toEqual([]);
  expect(await db().select().from(loans).where(isNotNull(loans.leasedUntil))).toEqual([]);

  const before = await readShowcaseProgress();
  expect(await tellShowcase({ ...tale, ...endless })).toBe(true);
  expect(await readShowcaseProgress()).toEqual(before);
});

test("a careless marketplace tells all of its weeks, and some of what it reports does not agree", async () => {
  const failed = vi.spyOn(log, "error");
  await db().execute(sql`delete from sandbox_state where name = 'showcase-progress'`);
  await tellShowcase({ ...endless, plansOf: cast("careless") });
  expect(failed).not.toHaveBeenCalled();
  expect(await db().select().from(breaks)).not.toEqual([]);
});

/** Steady merchants whose weeks' deductions are late in them, paid so many days before the end. */
function paidOut(...daysAgo: number[]) {
  return (days: number) => {
    // The first is cast above.
    const [, ...steady] = plansOf(days).filter(({ fate }) => fate === "steady");
    const late = steady.filter(({ ref }) => drawFrom(`${ref} habit`)() >= 2 / 3);
    return late.slice(0, daysAgo.length).map((plan, i) => {
      const accepted = plan.steps.find(({ does }) => does === "accept")?.day ?? 0;
      const by = Math.floor(days) - (daysAgo[i] ?? 0) - accepted;
      const steps = plan.steps.map((step) => ({ ...step, day: step.day + by })).filter(({ day }) => day < days);
      return { ...plan, loans: 1, tenor: 120 as const, joins: plan.joins + by, steps };
    });
  };
}

test("nothing has happened in the future, also where the last week's settlement would be transferred then", async () => {
  const until = businessTimeOf(startOfDay(now()) + hour / 2);
  await storeShowcaseProgress({ until: until.toISOString(), week: 0, merchant: 0, done: false });
  const before = new Set((await db().select().from(settlementEvents)).map(({ id }) => id));
  // A month's settlement of the second is transferred a week before the end; the first's would be after it.
  await tellShowcase({ ...endless, plansOf: paidOut(31, 38) });
  const told = (await db().select().from(settlementEvents)).filter(({ id }) => !before.has(id));
  expect(told.filter(({ receivedAt }) => receivedAt > until)).toEqual([]);
  expect(told).toHaveLength(2);
});

test("every reason for which a request is rejected happens to somebody", async () => {
  const { marketplaceId = "" } = (await readShowcase()) ?? {};
  const tenant = tenantOf({ marketplaceId, environment: "test" });
  await db().execute(sql`delete from sandbox_state where name = 'showcase-progress'`);
  const refused = cast(
    "above-lending-cap",
    "above-repayment-capacity",
    "kyc-refused",
    "no-credit-score",
    "risk-tier-blocked",
    "score-stale",
    "timeframe-expired",
  );
  await tellShowcase({ ...endless, plansOf: refused });
  const found = await db()
    .select({ reason: fundingRequests.failureReason })
    .from(fundingRequests)
    .where(eq(fundingRequests.marketplaceId, tenant.marketplaceId));
  const reasons = found.map(({ reason }) => reason).filter((reason) => reason !== null);
  expect(reasons.sort()).toEqual([
    "ABOVE_LENDING_CAP",
    "ABOVE_REPAYMENT_CAPACITY",
    "KYC_REJECTED",
    "NO_CREDIT_SCORE",
    "RISK_TIER_BLOCKED",
    "SCORE_STALE",
    "TIMEFRAME_EXPIRED",
  ]);
});

test("a merchant that is late has been written to that morning, and is found in the account whose sign-in is printed", async () => {
  await db().execute(sql`delete from sandbox_state where name = 'showcase-progress'`);
  const email = "merchant@demo-market.example";
  const user = await insertUser({ kind: "merchant", name: "Ada", email, passwordHash: "" }, now());
  await storeCredentials({ ...anyCredentials, merchant: { email, password: "" } });
  await tellShowcase({ ...endless, plansOf: cast("overdue") });
  const [late] = await db()
    .select()
    .from(loans)
    .where(and(eq(loans.status, "ACTIVE"), lt(loans.agingSince, now())));
  const told = await db()
    .select()
    .from(mails)
    .where(eq(mails.loanId, late?.id ?? ""));
  expect(told.map(({ kind }) => kind)).toContain("PAYMENT_OVERDUE");
  for (const { createdAt } of told) {
    expect(createdAt.toISOString()).toMatch(/T07:00:00/);
    expect(createdAt.getTime()).toBeLessThan(now().getTime());
  }
  expect(await countUnread(user.id)).toBe(told.length);
});
