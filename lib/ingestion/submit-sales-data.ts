import { eq } from "drizzle-orm";
import { db, nudge, transaction } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import { submissions } from "@/db/schema/scoring";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { CodedError, invalidField } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { findMerchant } from "@/lib/merchants/queries";
import { futureMonths, type MerchantRecord } from "./schema";
import { sealRecord } from "./stored-record";

/**
 * Accepts a merchant's sales data: stores it, turns the connection ACTIVE and leaves scoring to the job.
 * @throws CodedError NOT_FOUND, VALIDATION_FAILED when the record is another merchant's, CONNECTION_CLOSED
 */
export async function submitSalesData(call: {
  actor: Actor;
  ref: string;
  input: MerchantRecord;
  now: Date;
}): Promise<{ merchantId: string; thirdPartyCustomerId: string; submissionId: string; submittedAt: Date }> {
  const { actor, ref, input, now } = call;
  const future = futureMonths(input, now);
  if (future.length > 0)
    throw new CodedError("VALIDATION_FAILED", "The body is not valid: see errors.", { fields: future });
  return transaction(async () => {
    const merchant = await findMerchant(actor.tenant, ref, { lock: true });
    const { merchantId, thirdPartyCustomerId } = merchant;
    if (input.merchantIdentity.merchantId !== thirdPartyCustomerId) {
      throw invalidField("merchantIdentity.merchantId", "Must be the thirdPartyCustomerId of the merchant in the path");
    }
    if (merchant.connectionStatus === "DISCONNECTED") {
      throw new CodedError("CONNECTION_CLOSED", "The merchant is disconnected; no data is accepted for it.");
    }
    if (merchant.connectionStatus === "PENDING") {
      await db()
        .update(connections)
        .set({ status: "ACTIVE", activatedAt: now })
        .where(
          inTenant(
            connections,
            actor.tenant,
            eq(connections.merchantId, merchantId),
            eq(connections.status, "PENDING"),
          ),
        );
    }
    const submissionId = newId("submission");
    await db()
      .insert(submissions)
      .values({
        id: submissionId,
        ...ownedBy(actor.tenant),
        merchantId,
        status: "QUEUED",
        record: sealRecord(input),
        submittedAt: now,
        dueAt: now,
      });
    await recordAudit({ actor, action: "sales-data.submit", subjectId: merchantId, now });
    nudge("score-submission", submissionId, actor.tenant);
    return { merchantId, thirdPartyCustomerId, submissionId, submittedAt: now };
  });
}
