import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { submissions } from "@/db/schema/scoring";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { type RecordOverrides, salesHistory, seasonalSales } from "@/lib/terms/fixtures/merchant-record.mjs";
import type { Part } from "@/lib/terms/merchant-data/schema";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import {
  again,
  newShop,
  recordOf,
  reported,
  scored,
  scoresOf,
  submit,
  submitInBulk,
} from "@/test/factories/shared-data";
import { now } from "@/test/time";
import { optionalGroups, partPath } from "./groups";
import { fieldsMark } from "./shared-parts";

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

const shop = () => newShop(tenant);

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
    expect(await again(one, last)).toEqual(result);
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
    expect(await again(one, last)).toEqual(result);
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
    expect(await again(one, last)).toEqual(result);
    const silent = await submit(one, { monthlySalesHistory: undefined }, later(today, 1));
    expect((await scored(silent)).carried).toMatchObject({ monthlySalesHistory: last, ...expected });
    expect(await again(one, silent)).toMatchObject({ assumedMonthlySales: spoken.result.assumedMonthlySales });
  });

  test("in bulk comes out like alone", async () => {
    const [one, other] = [await shop(), await shop()];
    for (const each of [one, other]) await submit(each, fraud, later(today, -2 * day));
    const alone = await scored(await submit(one, silent, today));
    await submitInBulk(tenant, [recordOf(other, silent, today)], today);
    const [row] = await scoresOf(other);
    expect(row).toMatchObject({ riskTier: "E", result: alone.result });
    expect(await again(other, row?.submissionId ?? "")).toEqual(alone.result);
  });

  test("in bulk says nothing by null: no field, no group, no month's refunds", async () => {
    const [one, other] = [await shop(), await shop()];
    const refunded = salesHistory(seasonalSales(1_000_000), today).map((month) => ({
      ...month,
      refundAmount: 600_000,
    }));
    const told = { ...fraud, fulfillmentMetrics: { refundRate: 40 }, monthlySalesHistory: refunded };
    for (const each of [one, other]) await submit(each, told, later(today, -2 * day));
    const months = salesHistory(seasonalSales(1_000_000), today);
    const saying = (nothing: null | undefined, shop: typeof one) => {
      const { behavioralRisk, ...record } = recordOf(shop, {}, today);
      return {
        ...record,
        behavioralRisk: { ...behavioralRisk, hasFraudFlags: nothing },
        fulfillmentMetrics: nothing,
        monthlySalesHistory: months.map((month) => ({ ...month, refundAmount: nothing })),
      };
    };
    await submitInBulk(tenant, [saying(undefined, one), saying(null, other)], today);
    const [[absent], [empty]] = [await scoresOf(one), await scoresOf(other)];
    expect(absent).toMatchObject({ riskTier: "E" });
    expect(absent?.result).toEqual(empty?.result);
  });
});

describe("what was reported of a merchant's conduct", () => {
  const quiet = only("behavioralRisk.accountSuspensions", undefined);

  test("counts from where each field was last said, alone and in bulk", async () => {
    const [one, other] = [await shop(), await shop()];
    for (const each of [one, other]) {
      await reported(each, "SUSPENDED", later(today, -11 * day));
      await submit(each, {}, later(today, -10 * day));
      for (const age of [8, 7]) await reported(each, "SUSPENDED", later(today, -age * day));
      await reported(each, "POLICY_VIOLATION", later(today, -7 * day));
    }
    const flags = { fraud: false, suspensions: 2, severity: null };
    expect(await scored(await submit(one, quiet, today))).toMatchObject({ riskTier: "D", flags });
    await submitInBulk(tenant, [recordOf(other, quiet, today)], today);
    expect(await scoresOf(other)).toMatchObject([{ riskTier: "D", flags }]);
  });

  test("a violation reported since counts where data is silent of violations", async () => {
    const one = await shop();
    await submit(one, {}, later(today, -10 * day));
    await reported(one, "SUSPENDED", later(today, -8 * day));
    await reported(one, "POLICY_VIOLATION", later(today, -7 * day));
    const unsaid = only("behavioralRisk.policyViolationsSeverity", undefined);
    const { flags } = await scored(await submit(one, unsaid, today));
    expect(flags).toEqual({ fraud: false, suspensions: 0, severity: "HIGH" });
  });

  test("where it was never said, that of the last 180 days counts", async () => {
    const one = await shop();
    for (const age of [8, 7]) await reported(one, "SUSPENDED", later(today, -age * day));
    expect(await scored(await submit(one, quiet, today))).toMatchObject({ flags: { suspensions: 2 } });
  });
});
