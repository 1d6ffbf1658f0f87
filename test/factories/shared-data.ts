import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { accountFlagEvents } from "@/db/schema/data-events";
import { scores } from "@/db/schema/scoring";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { processRecords } from "@/lib/sales/records/process-records";
import { recomputeScore } from "@/lib/sales/records/recompute-score";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import type { RecordOverrides } from "@/lib/terms/fixtures/merchant-record.mjs";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { modelVersion } from "@/lib/terms/scoring/constants";
import { now } from "@/test/time";
import { anyMerchant, sandboxActor } from "./kyc";
import { merchantRecord } from "./merchant-record";

/** A merchant whose marketplace sends data now and then. */
export type Shop = { tenant: Tenant; merchantId: string; ref: string };

export async function newShop(tenant: Tenant): Promise<Shop> {
  const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
  return { tenant, merchantId, ref };
}

/** The record of a good merchant, as of a moment, but for these differences. */
export function recordOf({ ref }: Shop, overrides: RecordOverrides, at: Date): MerchantRecord {
  return merchantRecord({ ...overrides, merchantIdentity: { ...overrides.merchantIdentity, merchantId: ref } }, at);
}

/** Submits that record. @returns the submission, not scored yet */
export async function submit(shop: Shop, overrides: RecordOverrides, at: BusinessTime): Promise<string> {
  const { tenant, ref } = shop;
  const input = recordOf(shop, overrides, at);
  return (await submitSalesData({ actor: sandboxActor(tenant), ref, input, now: at })).submissionId;
}

/** The score of a submission, once it is scored. */
export async function scored(submissionId: string) {
  await scoreSubmission(submissionId, later(now(), 1));
  const [row] = await db().select().from(scores).where(eq(scores.submissionId, submissionId));
  if (row?.result.modelVersion !== modelVersion) throw new Error("The submission has no score of today's model.");
  return { ...row, result: row.result };
}

/** Sends records in bulk, which scores them at once. */
export async function submitInBulk(tenant: Tenant, records: unknown[], at: BusinessTime): Promise<void> {
  const call = { reach: everyMerchantOf(tenant), records, scope: { kind: "any" }, submittedAt: at, now: at } as const;
  const { failed } = await transaction(() => processRecords(call));
  if (failed > 0) throw new Error(`${failed} records of the batch failed.`);
}

/** The scores of a merchant. */
export async function scoresOf({ merchantId }: Shop) {
  return db().select().from(scores).where(eq(scores.merchantId, merchantId));
}

/** The score of a submission computed again, as it would be stored. */
export async function again({ tenant }: Shop, submissionId: string) {
  return JSON.parse(JSON.stringify(await recomputeScore(everyMerchantOf(tenant), submissionId)));
}

/** A suspension or a serious violation that the marketplace reported of a merchant, which rescored nothing yet. */
export async function reported(shop: Shop, flag: "SUSPENDED" | "POLICY_VIOLATION", receivedAt: BusinessTime) {
  const { tenant, merchantId } = shop;
  const id = newId("accountFlag");
  const event = { ...ownedBy(tenant), id, eventId: id, merchantId, fingerprint: "none", occurredAt: receivedAt };
  const severity = flag === "POLICY_VIOLATION" ? "HIGH" : null;
  await db()
    .insert(accountFlagEvents)
    .values({ ...event, receivedAt, flag, severity });
}
