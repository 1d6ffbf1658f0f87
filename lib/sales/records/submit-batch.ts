import { eq } from "drizzle-orm";
import { db, transaction, wakeWorkers } from "@/db/client";
import { batches } from "@/db/schema/batches";
import { inReach, ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { keyedDigests } from "@/lib/kernel/crypto";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { everyMerchantOf, reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { bulkAnswerOf, finalStatus } from "./batch-answer";
import { fingerprintOfBatch } from "./batch-fingerprint";
import type { BulkAccepted, BulkSubmission } from "./batch-schema";
import { batchUrl } from "./batch-url";
import { processRecords } from "./process-records";
import { retryOvertaken } from "./retry-overtaken";
import { sealBatch } from "./stored-batch";
import { submissionScopeOf } from "./submission-scope";

/** `text` is the response as JSON, byte for byte as the first time. */
export type BatchOutcome =
  | { kind: "processed"; text: string; replayed: boolean }
  | { kind: "accepted"; answer: BulkAccepted; replayed: boolean };

type Call = {
  actor: Extract<Actor, { kind: "accessToken" }>;
  input: BulkSubmission;
  /** The body before its schema, and as it came. */
  sent: unknown;
  bytes: Uint8Array;
  later: boolean;
  now: BusinessTime;
};

/**
 * In the background when `later` is set. Batch, records, scores and response are one transaction. A repeat of the
 * batchId waits for the first and gets its response; another body under it conflicts.
 */
export async function submitBatch(call: Call): Promise<BatchOutcome> {
  const { actor, input, sent, bytes, now } = call;
  const { tenant, merchantId } = actor;
  const records = input.merchants;
  if (input.marketplaceId !== tenant.marketplaceId) {
    throw invalidField("marketplaceId", "Must be the marketplace of the access token");
  }
  const purpose = `batch ${merchantId ?? ""}` as const;
  const fingerprints = await fingerprintOfBatch(sent, purpose);
  return retryOvertaken(() =>
    transaction(async () => {
      const id = newId("batch");
      const [begun] = await db()
        .insert(batches)
        .values({
          id,
          ...ownedBy(tenant),
          batchId: input.batchId,
          merchantId,
          fingerprint: fingerprints[0] ?? "",
          status: "QUEUED",
          totalReceived: records.length,
          deferred: call.later,
          submittedAt: now,
          ...(call.later ? { payload: sealBatch(records), dueAt: now } : {}),
        })
        .onConflictDoNothing({ target: [batches.marketplaceId, batches.environment, batches.batchId] })
        .returning({ id: batches.id });
      // Batches received by older versions are known by their bytes.
      if (!begun) return replay(call, [...fingerprints, ...keyedDigests(purpose, bytes)]);
      await recordAudit({ actor, action: "batch.submit", subjectId: id, now });
      if (call.later) {
        wakeWorkers(batches, id, tenant);
        return { kind: "accepted", answer: accepted(input), replayed: false };
      }
      const reach = reachOf(actor);
      const scope = await submissionScopeOf({ actor, reach, records, now });
      const processed = await processRecords({ reach, records, scope, submittedAt: now, now });
      const text = JSON.stringify(bulkAnswerOf(processed, records.length, now));
      await db()
        .update(batches)
        .set({ status: finalStatus(processed), answer: text, completedAt: now })
        .where(eq(batches.id, id));
      return { kind: "processed", text, replayed: false };
    }),
  );
}
submitBatch.errors = ["BATCH_CONFLICT"] as const;

function accepted({ batchId, merchants }: BulkSubmission): BulkAccepted {
  return { batchId, status: "QUEUED", totalReceived: merchants.length, statusUrl: batchUrl(batchId) };
}

async function replay(call: Call, fingerprints: readonly string[]): Promise<BatchOutcome> {
  const { actor, input, now } = call;
  // A batchId is unique per tenant: reusing another merchant's is a conflict.
  const named = inReach(batches, everyMerchantOf(actor.tenant), eq(batches.batchId, input.batchId));
  const [first] = await db().select().from(batches).where(named);
  if (!first || !fingerprints.includes(first.fingerprint)) {
    throw new CodedError(
      "BATCH_CONFLICT",
      "This batchId was already used for a different body. Give each batch its own id.",
    );
  }
  // A processed batch returns its response, unless it was sent for the background both times: then 202 again.
  if (first.answer !== null && !(first.deferred && call.later)) {
    return { kind: "processed", text: first.answer, replayed: true };
  }
  if (first.status === "FAILED") {
    // Given up for a fault of ours, which may be fixed by now.
    await db().update(batches).set({ status: "QUEUED", attempts: 0, dueAt: now, completedAt: null }).where(named);
    wakeWorkers(batches, first.id, actor.tenant);
  }
  return { kind: "accepted", answer: accepted(input), replayed: true };
}
