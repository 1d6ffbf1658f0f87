import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { submissions } from "@/db/schema/scoring";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
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
import { optionalGroups } from "./groups";
import { fieldsMark } from "./shared-parts";
import { submitSalesData } from "./submit-sales-data";

useDatabase();

const today = now();
const bad = { fulfillmentMetrics: { disputeRate: 60 } };
const silent = { fulfillmentMetrics: undefined };

let tenant: Tenant;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
});

const shop = () => newShop(tenant);

describe("a group left out", () => {
  test("is taken from the newest earlier data that had it, is named, and can be computed again", async () => {
    const one = await shop();
    await submit(one, { fulfillmentMetrics: { disputeRate: 1 } }, later(today, -20 * day));
    const newest = await submit(one, bad, later(today, -10 * day));
    await submit(one, silent, later(today, -5 * day));
    const last = await submit(one, silent, today);
    const { carried, result, riskTier } = await scored(last);
    expect(carried).toEqual({ fulfillmentMetrics: newest });
    expect(result).toMatchObject({ carriedOver: ["fulfillmentMetrics"], riskTier: "D" });
    expect(riskTier).toBe("D");
    expect(await again(one, last)).toEqual(result);
  });

  test("stays in force for 180 days, not longer, and only within a merchant", async () => {
    const one = await shop();
    await submit(one, bad, later(today, -180 * day));
    expect((await scored(await submit(one, silent, today))).carried).not.toBeNull();
    const other = await shop();
    await submit(other, bad, later(today, -180 * day - 1));
    const { carried, result } = await scored(await submit(other, silent, today));
    expect(carried).toBeNull();
    expect(result).toMatchObject({ carriedOver: [], riskTier: "C" });
  });

  test("is never taken from later data, however late the score, nor from data that could not be scored", async () => {
    const one = await shop();
    const early = await submit(one, silent, later(today, -3 * day));
    const failed = await submit(one, bad, later(today, -4 * day));
    await submit(one, bad, later(today, -2 * day));
    await db().update(submissions).set({ status: "FAILED", dueAt: null }).where(eq(submissions.id, failed));
    expect((await scored(early)).carried).toBeNull();
  });

  test("sent with nothing in it is left out too", async () => {
    const one = await shop();
    const first = await submit(one, bad, later(today, -day));
    const { fulfillmentMetrics: _, ...rest } = recordOf(one, {}, today);
    const input = { ...rest, fulfillmentMetrics: {} };
    const { submissionId } = await submitSalesData({ actor: sandboxActor(tenant), ref: one.ref, input, now: today });
    expect((await scored(submissionId)).carried).toEqual({ fulfillmentMetrics: first });
  });

  test("is found in data from before groups were noted", async () => {
    const one = await shop();
    const first = await submit(one, bad, later(today, -2 * day));
    await submit(one, silent, later(today, -day));
    await db().update(submissions).set({ groups: null }).where(eq(submissions.merchantId, one.merchantId));
    expect((await scored(await submit(one, silent, today))).carried).toEqual({ fulfillmentMetrics: first });
    const [learnt] = await db().select().from(submissions).where(eq(submissions.id, first));
    expect(learnt?.groups).toContain("fulfillmentMetrics");
  });

  test("data from before groups were noted is not opened when it is too old to count", async () => {
    const one = await shop();
    const old = await submit(one, bad, later(today, -181 * day));
    await submit(one, silent, later(today, -day));
    await db().update(submissions).set({ groups: null }).where(eq(submissions.merchantId, one.merchantId));
    expect((await scored(await submit(one, silent, today))).carried).toBeNull();
    const [unread] = await db().select().from(submissions).where(eq(submissions.id, old));
    expect(unread?.groups).toBeNull();
  });

  test("in bulk comes out like alone", async () => {
    const [one, other, complete] = [await shop(), await shop(), await shop()];
    for (const each of [one, other]) await submit(each, bad, later(today, -2 * day));
    const alone = await scored(await submit(one, silent, today));
    await submitInBulk(tenant, [recordOf(other, silent, today), recordOf(complete, {}, today)], today);
    const rows = await scoresOf(other);
    expect(rows).toMatchObject([{ riskTier: "D", result: alone.result }]);
    expect(rows[0]?.carried).toEqual({ fulfillmentMetrics: expect.stringMatching(/^sub_/) });
    expect(await again(other, rows[0]?.submissionId ?? "")).toEqual(alone.result);
    const [stored] = await db().select().from(submissions).where(eq(submissions.merchantId, complete.merchantId));
    expect(stored?.groups).toEqual([...optionalGroups, fieldsMark]);
  });
});

describe("what was reported of a merchant's conduct", () => {
  test("counts although later data says nothing of conduct", async () => {
    const one = await shop();
    await submit(one, {}, later(today, -10 * day));
    for (const age of [8, 7]) await reported(one, "SUSPENDED", later(today, -age * day));
    const hushed = { behavioralRisk: undefined };
    expect(await scored(await submit(one, hushed, today))).toMatchObject({ riskTier: "D", flags: { suspensions: 2 } });

    const never = await shop();
    for (const age of [8, 7]) await reported(never, "SUSPENDED", later(today, -age * day));
    expect(await scored(await submit(never, hushed, today))).toMatchObject({ flags: { suspensions: 2 } });
    // Data that does speak of it includes them itself.
    expect((await scored(await submit(never, {}, later(today, 1)))).flags).toBeNull();
  });
});
