import { eq, inArray } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import { scores, submissions } from "@/db/schema/scoring";
import type { Tenant } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import { merchantRecord as recordSchema } from "@/lib/terms/merchant-data/schema";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { expectOrderedLocks } from "@/test/factories/locks";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { instant, now } from "@/test/time";
import { recomputeScore } from "./recompute-score";
import { scoreSubmission } from "./score-submission";
import { openRecord } from "./stored-record";
import { submitSalesData } from "./submit-sales-data";

useDatabase();

async function submit(tenant: Tenant, ref: string, extra: Record<string, unknown> = {}) {
  const input = recordSchema.parse({ ...merchantRecord({ merchantIdentity: { merchantId: ref } }), ...extra });
  return submitSalesData({ actor: sandboxActor(tenant), ref, input, now: now() });
}

describe("sales data", () => {
  test("turns the connection ACTIVE and is scored once, however often it is tried", async () => {
    const { test: tenant } = await createMarketplace();
    const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
    const { submissionId } = await submit(tenant, ref);
    expect(await readMerchantStatus(everyMerchantOf(tenant), ref)).toMatchObject({
      connectionStatus: "ACTIVE",
      creditScore: null,
    });

    await Promise.all(Array.from({ length: 10 }, () => scoreSubmission(submissionId, now())));
    await scoreSubmission(submissionId, now());
    expect(await db().select().from(scores).where(eq(scores.merchantId, merchantId))).toHaveLength(1);
    const [row] = await db().select().from(submissions).where(eq(submissions.id, submissionId));
    expect(row).toMatchObject({ status: "SCORED", dueAt: null, leasedUntil: null });
  });

  test("the record is stored whole, with unknown fields, and unreadable without the key", async () => {
    const { test: tenant } = await createMarketplace();
    const { thirdPartyCustomerId: ref } = await anyMerchant(tenant);
    const { submissionId } = await submit(tenant, ref, { loyaltyProgramme: { points: 7, note: "a\u0000b" } });
    const [row] = await db().select().from(submissions).where(eq(submissions.id, submissionId));
    expect(row?.record).not.toContain("loyaltyProgramme");
    expect(row?.record).not.toContain(ref);
    expect(openRecord(row?.record ?? "")).toMatchObject({ loyaltyProgramme: { points: 7, note: "a\u0000b" } });
  });

  test("a stored score can be computed again from what it pins, bit for bit", async () => {
    const { test: tenant } = await createMarketplace();
    const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
    const { submissionId } = await submit(tenant, ref);
    await scoreSubmission(submissionId, later(now(), 90 * minute));
    const [stored] = await db().select().from(scores).where(eq(scores.merchantId, merchantId));
    const again = await recomputeScore(everyMerchantOf(tenant), submissionId);
    expect(JSON.parse(JSON.stringify(again))).toEqual(stored?.result);
    expect(again.modelVersion).toBe(stored?.modelVersion);
    await expect(recomputeScore(everyMerchantOf(tenant), "sub_unknown")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("the latest score is the one of the latest data, whichever was computed last", async () => {
    const { test: tenant } = await createMarketplace();
    const { thirdPartyCustomerId: ref } = await anyMerchant(tenant);
    const older = await submit(tenant, ref);
    const newer = await submit(tenant, ref, { behavioralRisk: { hasFraudFlags: true } });
    await scoreSubmission(newer.submissionId, now());
    await scoreSubmission(older.submissionId, now());
    expect((await readMerchantStatus(everyMerchantOf(tenant), ref)).creditScore).toMatchObject({
      riskTier: "E",
      maxLendingCap: 0,
    });
  });

  test("a submission that cannot be read is tried five times, later each time, and holds up no other", async () => {
    const { test: tenant } = await createMarketplace();
    const { thirdPartyCustomerId: ref } = await anyMerchant(tenant);
    const broken = await submit(tenant, ref);
    await db().update(submissions).set({ record: "k1.AAAA" }).where(eq(submissions.id, broken.submissionId));
    const { thirdPartyCustomerId: other } = await anyMerchant(tenant);
    const good = await submit(tenant, other);

    const at = now();
    const [again] = await Promise.all([
      scoreSubmission(broken.submissionId, at),
      scoreSubmission(good.submissionId, at),
    ]);
    expect(again).toEqual(instant(at.getTime() + minute));
    expect((await readMerchantStatus(everyMerchantOf(tenant), other)).creditScore).not.toBeNull();
    for (let i = 0; i < 4; i++) await scoreSubmission(broken.submissionId, at);
    const [row] = await db().select().from(submissions).where(eq(submissions.id, broken.submissionId));
    expect(row).toMatchObject({ status: "FAILED", attempts: 5, dueAt: null });
  });

  test("submissions are taken in one order, however they come", async () => {
    const { test: tenant } = await createMarketplace();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      const { thirdPartyCustomerId: ref } = await anyMerchant(tenant);
      ids.push((await submit(tenant, ref)).submissionId);
    }
    await expectOrderedLocks("submissions", ids, () =>
      Promise.all([...ids].reverse().map((id) => scoreSubmission(id, now()))),
    );
    expect(await db().select().from(scores).where(inArray(scores.submissionId, ids))).toHaveLength(3);
  });

  test("another merchant's record, a month in the future and a closed connection are refused", async () => {
    const { test: tenant } = await createMarketplace();
    const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
    await expect(
      submitSalesData({ actor: sandboxActor(tenant), ref, input: merchantRecord(), now: now() }),
    ).rejects.toMatchObject({ fields: [{ field: "merchantIdentity.merchantId" }] });
    const early = { actor: sandboxActor(tenant), ref, now: instant("2026-01-15T00:00:00Z") };
    const input = merchantRecord({ merchantIdentity: { merchantId: ref } });
    await expect(submitSalesData({ ...early, input })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      fields: expect.arrayContaining([{ field: "monthlySalesHistory.5.month", error: "Must not be in the future" }]),
    });
    await db().update(connections).set({ status: "DISCONNECTED" }).where(eq(connections.merchantId, merchantId));
    await expect(submit(tenant, ref)).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(await db().select().from(submissions).where(eq(submissions.merchantId, merchantId))).toEqual([]);
  });
});
