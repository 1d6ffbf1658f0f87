import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { accountFlagEvents } from "@/db/schema/data-events";
import { scores, submissions } from "@/db/schema/scoring";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { day, later } from "@/lib/calendar";
import { newId } from "@/lib/ids";
import { optionalGroups, partPath } from "@/lib/merchant-data/groups";
import type { MerchantRecord, Part } from "@/lib/merchant-data/schema";
import { everyMerchantOf } from "@/lib/reach";
import { type RecordOverrides, salesHistory, seasonalSales } from "@/lib/sandbox/fixtures/merchant-record.mjs";
import { modelVersion } from "@/lib/scoring/constants";
import type { BusinessTime } from "@/lib/time";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { processRecords } from "./process-records";
import { recomputeScore } from "./recompute-score";
import { scoreSubmission } from "./score-submission";
import { fieldsMark } from "./shared-parts";
import { submitSalesData } from "./submit-sales-data";

useDatabase();

const today = now();
const fraud = { behavioralRisk: { hasFraudFlags: true } };
const silent = { behavioralRisk: { hasFraudFlags: undefined } };
const field = "behavioralRisk.hasFraudFlags";

/** Values that silence would make better: a field of each kind. */
const bad: Partial<Record<Part, unknown>> = {
  "merchantIdentity.verificationStatus": false,
  "revenueConsistency.zeroSalesMonths": 5,
  "fulfillmentMetrics.refundRate": 40,
  "behavioralRisk.policyViolationsSeverity": "CRITICAL",
  "historicalCredit.latePayments": 5,
  "historicalCredit.totalOutstanding": 500_000,
};

let tenant: Tenant;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
});

type Shop = { merchantId: string; ref: string };
async function shop(): Promise<Shop> {
  const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
  return { merchantId, ref };
}

const recordOf = (ref: string, overrides: RecordOverrides, at: Date): MerchantRecord =>
  merchantRecord({ ...overrides, merchantIdentity: { ...overrides.merchantIdentity, merchantId: ref } }, at);

async function submit({ ref }: Shop, overrides: RecordOverrides, at: BusinessTime): Promise<string> {
  const input = recordOf(ref, overrides, at);
  return (await submitSalesData({ actor: sandboxActor(tenant), ref, input, now: at })).submissionId;
}

async function scored(submissionId: string) {
  await scoreSubmission(submissionId, later(today, 1));
  const [row] = await db().select().from(scores).where(eq(scores.submissionId, submissionId));
  if (!row || row.result.modelVersion !== modelVersion)
    throw new Error("The submission has no score of today's model.");
  return { ...row, result: row.result };
}

async function again(submissionId: string) {
  return JSON.parse(JSON.stringify(await recomputeScore(everyMerchantOf(tenant), submissionId)));
}

async function suspended({ merchantId }: Shop, receivedAt: BusinessTime, violation = false) {
  const id = newId("accountFlag");
  const flag = violation ? ({ flag: "POLICY_VIOLATION", severity: "HIGH" } as const) : ({ flag: "SUSPENDED" } as const);
  const event = { ...ownedBy(tenant), id, eventId: id, merchantId, fingerprint: "none", occurredAt: receivedAt };
  await db()
    .insert(accountFlagEvents)
    .values({ ...event, receivedAt, ...flag });
}

function only(part: string, value: unknown): RecordOverrides {
  const { group, field } = partPath(part as Part);
  return { [group]: { [field ?? ""]: value } };
}

describe("a scored field left out of a group that is sent", () => {
  test.each(Object.entries(bad))("%s stays in force, is named, and can be computed again", async (part, value) => {
    const one = await shop();
    const first = await submit(one, only(part, value), later(today, -10 * day));
    await submit(one, only(part, undefined), later(today, -5 * day));
    const last = await submit(one, only(part, undefined), today);
    const { carried, result, maxLendingCap } = await scored(last);
    expect(carried).toEqual({ [part]: first });
    expect(result).toMatchObject({ carriedOver: [part] });
    expect(await again(last)).toEqual(result);
    const spoken = await scored(await submit(await shop(), only(part, value), today));
    const { totalScore } = spoken.result;
    expect({ maxLendingCap, totalScore: result.totalScore }).toEqual({
      maxLendingCap: spoken.maxLendingCap,
      totalScore,
    });
    const never = await scored(await submit(await shop(), only(part, undefined), today));
    expect(maxLendingCap + totalScore).toBeLessThan(never.maxLendingCap + never.result.totalScore);
  });

  test("that nothing depends on stays missing", async () => {
    const one = await shop();
    await submit(one, {}, later(today, -day));
    const row = await scored(await submit(one, only("payoutCashFlow.avgPayoutValue", undefined), today));
    expect(row.carried).toBeNull();
  });

  test("stays in force for 180 days, not longer, and not from data that could not be scored", async () => {
    const one = await shop();
    await submit(one, fraud, later(today, -180 * day));
    expect(await scored(await submit(one, silent, today))).toMatchObject({ riskTier: "E" });
    const other = await shop();
    await submit(other, fraud, later(today, -180 * day - 1));
    const failed = await submit(other, fraud, later(today, -day));
    await db().update(submissions).set({ status: "FAILED", dueAt: null }).where(eq(submissions.id, failed));
    expect((await scored(await submit(other, silent, today))).carried).toBeNull();
  });

  test("and then with its whole group is taken from where each was last shared", async () => {
    const one = await shop();
    const first = await submit(one, fraud, later(today, -10 * day));
    const second = await submit(one, silent, later(today, -5 * day));
    const last = await submit(one, { behavioralRisk: undefined }, today);
    const { carried, result } = await scored(last);
    expect(carried).toEqual({ behavioralRisk: second, [field]: first });
    expect(result).toMatchObject({ carriedOver: ["behavioralRisk", field], riskTier: "E" });
    expect(await again(last)).toEqual(result);
  });

  test("is found in data from before fields, or groups, were noted", async () => {
    for (const groups of [optionalGroups, null]) {
      const one = await shop();
      const first = await submit(one, fraud, later(today, -3 * day));
      const second = await submit(one, silent, later(today, -2 * day));
      const old = { groups: groups && [...groups] };
      await db().update(submissions).set(old).where(eq(submissions.merchantId, one.merchantId));
      expect((await scored(await submit(one, silent, today))).carried).toEqual({ [field]: first });
      const [learnt] = await db().select().from(submissions).where(eq(submissions.id, second));
      expect(learnt?.groups).toEqual([...optionalGroups, `-${field}`, fieldsMark]);
    }
  });

  test("data from before fields were noted is read again only when something is left out", async () => {
    const one = await shop();
    const first = await submit(one, fraud, later(today, -3 * day));
    const old = { groups: [...optionalGroups] };
    await db().update(submissions).set(old).where(eq(submissions.id, first));
    const monthlySalesHistory = salesHistory(seasonalSales(1_000_000), today).map((one) => ({
      ...one,
      refundAmount: 0,
    }));
    await scored(await submit(one, { monthlySalesHistory }, today));
    const [unread] = await db().select().from(submissions).where(eq(submissions.id, first));
    expect(unread).toMatchObject(old);
  });

  test("like the refunds of months, each from where it was last told", async () => {
    const one = await shop();
    const history = (told: readonly number[]) => ({
      monthlySalesHistory: salesHistory(seasonalSales(1_000_000), today).map((month, i) =>
        told.includes(i) ? { ...month, refundAmount: 600_000 } : month,
      ),
    });
    const monthOf = (i: number) => `monthlySalesHistory.${history([]).monthlySalesHistory[i]?.month}`;
    const first = await submit(one, history([0, 1, 2, 3]), later(today, -10 * day));
    const second = await submit(one, history([3, 4]), later(today, -5 * day));
    const last = await submit(one, history([]), today);
    const expected = { [monthOf(0)]: first, [monthOf(1)]: first, [monthOf(2)]: first };
    const { carried, result } = await scored(last);
    expect(carried).toEqual({ ...expected, [monthOf(3)]: second, [monthOf(4)]: second });
    expect(result.carriedOver).toEqual([0, 1, 2, 3, 4].map(monthOf));
    const spoken = await scored(await submit(await shop(), history([0, 1, 2, 3, 4]), today));
    expect(result).toEqual({ ...spoken.result, carriedOver: result.carriedOver });
    expect(await again(last)).toEqual(result);
    const silent = await submit(one, { monthlySalesHistory: undefined }, later(today, 1));
    expect((await scored(silent)).carried).toMatchObject({ monthlySalesHistory: last, ...expected });
    expect(await again(silent)).toMatchObject({ assumedMonthlySales: spoken.result.assumedMonthlySales });
  });

  test("in bulk comes out like alone", async () => {
    const [one, other] = [await shop(), await shop()];
    for (const each of [one, other]) await submit(each, fraud, later(today, -2 * day));
    const alone = await scored(await submit(one, silent, today));
    const call = { records: [recordOf(other.ref, silent, today)], scope: { kind: "any" }, submittedAt: today } as const;
    const reach = everyMerchantOf(tenant);
    expect((await transaction(() => processRecords({ ...call, reach, now: today }))).failed).toBe(0);
    const [row] = await db().select().from(scores).where(eq(scores.merchantId, other.merchantId));
    expect(row).toMatchObject({ riskTier: "E", result: alone.result });
    expect(await again(row?.submissionId ?? "")).toEqual(alone.result);
  });
});

describe("what was reported of a merchant's conduct", () => {
  const quiet = only("behavioralRisk.accountSuspensions", undefined);

  test("counts from where each field was last said, alone and in bulk", async () => {
    const [one, other] = [await shop(), await shop()];
    for (const each of [one, other]) {
      await suspended(each, later(today, -11 * day));
      await submit(each, {}, later(today, -10 * day));
      for (const age of [8, 7]) await suspended(each, later(today, -age * day));
      await suspended(each, later(today, -7 * day), true);
    }
    const flags = { fraud: false, suspensions: 2, severity: null };
    expect(await scored(await submit(one, quiet, today))).toMatchObject({ riskTier: "D", flags });
    const call = { records: [recordOf(other.ref, quiet, today)], scope: { kind: "any" }, submittedAt: today } as const;
    await transaction(() => processRecords({ ...call, reach: everyMerchantOf(tenant), now: today }));
    const [row] = await db().select().from(scores).where(eq(scores.merchantId, other.merchantId));
    expect(row).toMatchObject({ riskTier: "D", flags });
  });

  test("a violation reported since counts where data is silent of violations", async () => {
    const one = await shop();
    await submit(one, {}, later(today, -10 * day));
    await suspended(one, later(today, -8 * day));
    await suspended(one, later(today, -7 * day), true);
    const unsaid = only("behavioralRisk.policyViolationsSeverity", undefined);
    const { flags } = await scored(await submit(one, unsaid, today));
    expect(flags).toEqual({ fraud: false, suspensions: 0, severity: "HIGH" });
  });

  test("where it was never said, that of the last 180 days counts", async () => {
    const one = await shop();
    for (const age of [8, 7]) await suspended(one, later(today, -age * day));
    expect(await scored(await submit(one, quiet, today))).toMatchObject({ flags: { suspensions: 2 } });
  });
});
