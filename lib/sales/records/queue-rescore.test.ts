import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { claimDue } from "@/db/due";
import { scores, submissions } from "@/db/schema/scoring";
import type { Tenant } from "@/lib/kernel/actor";
import { hour, later, minute } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { queueRescore } from "./queue-rescore";
import { scoreSubmission } from "./score-submission";
import { submitSalesData } from "./submit-sales-data";

useDatabase();

let tenant: Tenant;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
});

const today = now();

async function submitted() {
  const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
  const actor = sandboxActor(tenant);
  const input = merchantRecord({ merchantIdentity: { merchantId: ref } }, today);
  const { submissionId } = await submitSalesData({ actor, ref, input, now: later(today, -hour) });
  return { merchantId, submissionId };
}

const rescore = (merchantId: string) => transaction(() => queueRescore(everyMerchantOf(tenant), merchantId, today));

async function load(id: string | null) {
  const [row] = await db()
    .select()
    .from(submissions)
    .where(eq(submissions.id, id ?? ""));
  return row;
}

test("the newest data is queued once more, as it is and of the moment it is of", async () => {
  const { merchantId, submissionId } = await submitted();
  const first = await load(submissionId);
  const again = await load(await rescore(merchantId));
  expect(again).toMatchObject({
    merchantId,
    record: first?.record,
    submittedAt: first?.submittedAt,
    status: "QUEUED",
    dueAt: later(today, minute),
  });
});

test("a worker takes it when the process that queued it does not come back, and not before", async () => {
  const { merchantId, submissionId } = await submitted();
  await scoreSubmission(submissionId, today);
  const id = await rescore(merchantId);
  const claimedAt = async (at: typeof today) => (await claimDue(submissions, 100, at)).map((row) => row.id);
  expect(await claimedAt(today)).not.toContain(id);
  const afterwards = later(today, minute);
  expect(await claimedAt(afterwards)).toContain(id);
  await scoreSubmission(id ?? "", afterwards);
  expect(await db().select().from(scores).where(eq(scores.merchantId, merchantId))).toHaveLength(2);
});

test("data that could not be scored is passed over; where there is none, nothing is queued", async () => {
  const { merchantId, submissionId } = await submitted();
  await db().update(submissions).set({ status: "FAILED", dueAt: null }).where(eq(submissions.id, submissionId));
  expect(await rescore(merchantId)).toBeNull();
  expect(await rescore((await anyMerchant(tenant)).merchantId)).toBeNull();
  const other = await submitted();
  const broken = await rescore(other.merchantId);
  await db()
    .update(submissions)
    .set({ status: "FAILED", record: "k1.AAAA", dueAt: null })
    .where(eq(submissions.id, broken ?? ""));
  expect((await load(await rescore(other.merchantId)))?.record).toBe((await load(other.submissionId))?.record);
});
