import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { accountFlagEvents } from "@/db/schema/data-events";
import { scores, submissions } from "@/db/schema/scoring";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { day, later } from "@/lib/calendar";
import { newId } from "@/lib/ids";
import { optionalGroups } from "@/lib/merchant-data/groups";
import type { MerchantRecord } from "@/lib/merchant-data/schema";
import { everyMerchantOf } from "@/lib/reach";
import type { RecordOverrides } from "@/lib/sandbox/fixtures/merchant-record.mjs";
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
const bad = { fulfillmentMetrics: { disputeRate: 60 } };
const silent = { fulfillmentMetrics: undefined };

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
  merchantRecord({ ...overrides, merchantIdentity: { merchantId: ref } }, at);

async function submit({ ref }: Shop, overrides: RecordOverrides, at: BusinessTime): Promise<string> {
  const input = recordOf(ref, overrides, at);
  return (await submitSalesData({ actor: sandboxActor(tenant), ref, input, now: at })).submissionId;
}

async function scored(submissionId: string) {
  await scoreSubmission(submissionId, today);
  return read(submissionId);
}

async function read(submissionId: string) {
  const [row] = await db().select().from(scores).where(eq(scores.submissionId, submissionId));
  if (!row) throw new Error("The submission has no score.");
  return row;
}

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
    const again = await recomputeScore(everyMerchantOf(tenant), last);
    expect(JSON.parse(JSON.stringify(again))).toEqual(result);
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
    const { fulfillmentMetrics: _, ...rest } = recordOf(one.ref, {}, today);
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
    const records = [recordOf(other.ref, silent, today), recordOf(complete.ref, {}, today)];
    const reach = everyMerchantOf(tenant);
    const call = { reach, records, scope: { kind: "any" }, submittedAt: today, now: today } as const;
    expect((await transaction(() => processRecords(call))).failed).toBe(0);
    const rows = await db().select().from(scores).where(eq(scores.merchantId, other.merchantId));
    expect(rows).toMatchObject([{ riskTier: "D", result: alone.result }]);
    expect(rows[0]?.carried).toEqual({ fulfillmentMetrics: expect.stringMatching(/^sub_/) });
    const again = await recomputeScore(reach, rows[0]?.submissionId ?? "");
    expect(JSON.parse(JSON.stringify(again))).toEqual(rows[0]?.result);
    const [stored] = await db().select().from(submissions).where(eq(submissions.merchantId, complete.merchantId));
    expect(stored?.groups).toEqual([...optionalGroups, fieldsMark]);
  });
});

describe("what was reported of a merchant's conduct", () => {
  async function suspended({ merchantId }: Shop, receivedAt: BusinessTime) {
    const id = newId("accountFlag");
    const event = { ...ownedBy(tenant), id, eventId: id, merchantId, fingerprint: "none", occurredAt: receivedAt };
    await db()
      .insert(accountFlagEvents)
      .values({ ...event, receivedAt, flag: "SUSPENDED" });
  }

  test("counts although later data says nothing of conduct", async () => {
    const one = await shop();
    await submit(one, {}, later(today, -10 * day));
    for (const age of [8, 7]) await suspended(one, later(today, -age * day));
    const hushed = { behavioralRisk: undefined };
    expect(await scored(await submit(one, hushed, today))).toMatchObject({ riskTier: "D", flags: { suspensions: 2 } });

    const never = await shop();
    for (const age of [8, 7]) await suspended(never, later(today, -age * day));
    expect(await scored(await submit(never, hushed, today))).toMatchObject({ flags: { suspensions: 2 } });
    // Data that does speak of it includes them itself.
    expect((await scored(await submit(never, {}, later(today, 1)))).flags).toBeNull();
  });
});
