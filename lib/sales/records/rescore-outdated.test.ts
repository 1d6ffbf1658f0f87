import { desc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { scores, submissions } from "@/db/schema/scoring";
import type { Tenant } from "@/lib/kernel/actor";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { collectMerchantFacts } from "@/lib/lending/funding/facts";
import { modelVersion } from "@/lib/terms/scoring/constants";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { queueRescore } from "./queue-rescore";
import { queueOutdated, rescoreOutdated } from "./rescore-outdated";
import { scoreSubmission } from "./score-submission";
import { submitSalesData } from "./submit-sales-data";

useDatabase();

const today = now();
let tenant: Tenant;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
});

async function scoredBy(version: string) {
  const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
  const input = merchantRecord({ merchantIdentity: { merchantId: ref } }, today);
  const { submissionId } = await submitSalesData({ actor: sandboxActor(tenant), ref, input, now: today });
  await scoreSubmission(submissionId, today);
  await db().update(scores).set({ modelVersion: version }).where(eq(scores.merchantId, merchantId));
  return merchantId;
}

const scoresOf = (merchantId: string) =>
  db().select().from(scores).where(eq(scores.merchantId, merchantId)).orderBy(desc(scores.submissionId));
const queuedOf = (merchantId: string) =>
  db()
    .$count(submissions, eq(submissions.merchantId, merchantId))
    .then((count) => count - 1);

test("a score of an older model is computed again, of the same data, before it is decided by", async () => {
  const merchantId = await scoredBy("2026-11-01");
  await collectMerchantFacts(everyMerchantOf(tenant), merchantId, today);
  const [newest, old, ...more] = await scoresOf(merchantId);
  expect(newest).toMatchObject({ modelVersion, submittedAt: old?.submittedAt });
  expect(old?.modelVersion).toBe("2026-11-01");
  expect(more).toEqual([]);
});

test("a decision waits for data that is queued already, and does not score it under its locks", async () => {
  const merchantId = await scoredBy("2026-11-01");
  const reach = everyMerchantOf(tenant);
  await queueRescore(reach, merchantId, today);
  const facts = await transaction(() => collectMerchantFacts(reach, merchantId, today));
  expect(facts).toMatchObject({ scoringPending: true });
  expect(await scoresOf(merchantId)).toHaveLength(1);
  expect(await collectMerchantFacts(reach, merchantId, today)).toMatchObject({ scoringPending: false });
});

test("one of today's model stays as it is, and nobody gets a score who had none", async () => {
  const merchantId = await scoredBy(modelVersion);
  await rescoreOutdated(everyMerchantOf(tenant), merchantId, today);
  expect(await scoresOf(merchantId)).toHaveLength(1);
  const { merchantId: unscored } = await anyMerchant(tenant);
  await rescoreOutdated(everyMerchantOf(tenant), unscored, today);
  expect(await scoresOf(unscored)).toEqual([]);
});

test("an upgrade queues what an older model scored, once, and nothing else", async () => {
  const [old, current] = [await scoredBy("2026-11-01"), await scoredBy(modelVersion)];
  for (let i = 0; i < 2; i++) {
    let after: string | null = "";
    while (after !== null) after = await queueOutdated(after, today);
  }
  expect(await queuedOf(old)).toBe(1);
  expect(await queuedOf(current)).toBe(0);
  await rescoreOutdated(everyMerchantOf(tenant), old, today);
  expect((await scoresOf(old))[0]?.modelVersion).toBe(modelVersion);
  expect(await db().$count(submissions, eq(submissions.merchantId, old))).toBe(2);
});
