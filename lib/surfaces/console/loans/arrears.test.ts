import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { payments } from "@/db/schema/payments";
import type { OperatorUser, Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { operateLoan } from "@/lib/lending/proposals/operate-loan";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { type ArrearsBucket, arrearsLabels } from "@/lib/terms/console/arrears";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { disbursedLoan, setLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { payLoan } from "@/test/factories/payment";
import { now } from "@/test/time";
import { listArrears } from "./arrears-list";
import { readArrearsTotals } from "./arrears-totals";
import { nextSteps } from "./next-steps";

useDatabase();

let operator: OperatorUser;
const tenants: Tenant[] = [];
/** By id, how many days ago each was paid out; its first instalment was due 30 days later. */
const lent = new Map<string, { tenant: Tenant; ahead: number }>();
let paused: string;
beforeAll(async () => {
  operator = (await anyOperator()).actor;
  for (const ahead of [0, 7]) {
    const { test: tenant, marketplaceId } = await createMarketplace();
    await db()
      .update(marketplaces)
      .set({ testClockAhead: ahead * day })
      .where(eq(marketplaces.id, marketplaceId));
    tenants.push(tenant);
    for (const days of [20, 31, 45, 62, 70, 95]) await lend(tenant, ahead, days);
    await lend((await createMarketplace({ live: true })).live, 0, 50);
  }
  const [first] = [...lent.keys()].slice(3);
  paused = first ?? "";
  await operateLoan({ name: "pause", operator, loanId: paused, input: { reason: "Flood." }, realNow: now() });
});

async function lend(tenant: Tenant, ahead: number, days: number) {
  const { merchantId } = await anyMerchant(tenant);
  const at = later(now(), ahead * day);
  const { id } = await disbursedLoan(tenant, { merchantId, disbursedAt: later(at, -days * day) });
  // As it is looked at when its time has come.
  await serviceLoan(id, at);
  lent.set(id, { tenant, ahead });
}

const scope = () => ({ operator, environment: "test" as const, realNow: now() });

/** What each loan's own status says, by the clock of its marketplace: reckoned from its schedule, without an index. */
async function expected() {
  const mine = [...lent].filter(([, { tenant }]) => tenant.environment === "test");
  return Promise.all(
    mine.map(async ([id, { tenant, ahead }]) => {
      const { health, deduction } = await readLoanStatus(everyMerchantOf(tenant), id, later(now(), ahead * day));
      return { id, ...health, paused: deduction.paused };
    }),
  );
}

const bucketOf = (days: number) => (days < 31 ? "1-30" : days < 61 ? "31-60" : days < 91 ? "61-90" : "over-90");

test("each late loan stands in its bucket, the longest late first, as its own status says", async () => {
  const all = await expected();
  const late = all.filter(({ daysPastDue, paused: rests }) => daysPastDue > 0 && !rests);
  expect(late.length).toBeGreaterThan(7);
  for (const bucket of Object.keys(arrearsLabels) as ArrearsBucket[]) {
    const { rows } = await listArrears(scope(), { bucket, limit: 50 });
    const wanted =
      bucket === "paused"
        ? all.filter((one) => one.paused)
        : late.filter((one) => bucketOf(one.daysPastDue) === bucket);
    expect(rows.map(({ id }) => id).sort(), bucket).toEqual(wanted.map(({ id }) => id).sort());
    for (const row of rows) {
      const own = wanted.find(({ id }) => id === row.id);
      expect(row.overdue / 100).toBe(own?.overdueAmount);
      if (bucket !== "paused") expect(row.daysPastDue).toBe(own?.daysPastDue);
      expect(row.next?.step).toBe(bucket === "paused" ? "NOTHING_PAUSED" : "DEFAULT");
    }
  }
  const whole = (await listArrears(scope(), { limit: 50 })).rows;
  expect(whole.map(({ daysPastDue }) => daysPastDue)).toEqual(
    late.map(({ daysPastDue }) => daysPastDue).toSorted((one, other) => other - one),
  );
  const totals = await readArrearsTotals("test", now());
  expect(Object.fromEntries(totals.map(({ bucket, loans }) => [bucket, loans]))).toMatchObject({
    "1-30": late.filter(({ daysPastDue }) => daysPastDue < 31).length,
    paused: 1,
  });
});

test("its pages follow one another in both directions", async () => {
  const whole = (await listArrears(scope(), { limit: 50 })).rows.map(({ id }) => id);
  const first = await listArrears(scope(), { limit: 3 });
  const second = await listArrears(scope(), { limit: 3, startingAfter: first.rows[2]?.id });
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(whole.slice(0, 6));
  const back = await listArrears(scope(), { limit: 3, endingBefore: second.rows[0]?.id });
  expect(back.rows).toEqual(first.rows);
  await expect(
    listArrears({ ...scope(), environment: "live" }, { limit: 3, startingAfter: whole[0] }),
  ).rejects.toThrow();
});

test("whoever stood at one that is late no more begins anew", async () => {
  const [first] = (await listArrears(scope(), { limit: 1 })).rows;
  const { tenant } = lent.get(first?.id ?? "") ?? {};
  if (!first || !tenant) throw new Error("Nothing is late.");
  await setLoan(tenant, first.id, { agingSince: null });
  const after = listArrears(scope(), { limit: 3, startingAfter: first.id });
  await expect(after).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  await setLoan(tenant, first.id, { agingSince: first.aging });
});

test("a debit may be announced a week after the last, and after a write-off as well", async () => {
  const at = now();
  const { test: tenant } = await createMarketplace();
  const { merchantId } = await anyMerchant(tenant);
  const { id } = await disbursedLoan(tenant, { merchantId, disbursedAt: later(at, -75 * day) });
  const next = async () => {
    const [loan] = await db().select().from(loans).where(eq(loans.id, id));
    return loan && (await nextSteps([{ loan, now: at }])).get(id);
  };
  await serviceLoan(id, at);
  await setLoan(tenant, id, { dueAt: null });
  expect(await next()).toBeUndefined();
  const debited = await payLoan(tenant, id, { amount: 100, source: "MANDATE", now: at });
  expect(await next()).toMatchObject({ step: "DEBIT_ANNOUNCED", at });
  await db()
    .update(payments)
    .set({ askedAt: later(at, -day) })
    .where(eq(payments.id, debited));
  for (const status of ["ACTIVE", "WRITTEN_OFF"] as const) {
    await setLoan(tenant, id, { status, dueAt: null });
    expect(await next()).toMatchObject({ step: "DEBIT_ANNOUNCED", at: later(at, 4 * day) });
  }
});
