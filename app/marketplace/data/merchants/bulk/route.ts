import { accessToken } from "@/lib/edge/http/access-token";
import type { Reply } from "@/lib/edge/http/reply";
import { route } from "@/lib/edge/http/route";
import { bulkAccepted, bulkAnswer, bulkSubmission, bulkSubmissionShown } from "@/lib/sales/records/batch-schema";
import { submitBatch } from "@/lib/sales/records/submit-batch";
import { maxBatchBytes } from "@/lib/terms/ingestion";
import { prefersAsync } from "./prefers-async";

export const POST = route({
  operationId: "submitBatch",
  summary: "Submit up to 1,000 merchants' data records",
  description:
    "Validates, stores and scores each record on its own: a bad one does not affect the others. The batchId makes it safe to repeat. With Prefer: respond-async the batch is processed in the background.",
  auth: accessToken("data.share.sales"),
  rate: "bulk",
  body: bulkSubmission,
  documentedBody: bulkSubmissionShown,
  maxBody: maxBatchBytes,
  headers: { Prefer: { description: "respond-async (RFC 7240): answer before the work is done", required: false } },
  answers: {
    200: { description: "The outcome of each record", body: bulkAnswer, headers: ["Idempotency-Replayed"] },
    202: {
      description: "Queued; statusUrl (also in Location) reports the outcome",
      body: bulkAccepted,
      headers: ["Preference-Applied", "Location", "Idempotency-Replayed"],
    },
  },
  errors: submitBatch.errors,
  handle: async ({ actor, body, sent, bytes, now, request }): Promise<Reply> => {
    const later = prefersAsync(request.headers);
    const outcome = await submitBatch({ actor, input: body, sent, bytes, later, now });
    const replayed: Record<string, string> = outcome.replayed ? { "idempotency-replayed": "true" } : {};
    if (outcome.kind === "processed") return { status: 200, text: outcome.text, headers: replayed };
    const { answer } = outcome;
    const applied: Record<string, string> = later ? { "preference-applied": "respond-async" } : {};
    return { status: 202, body: answer, headers: { ...replayed, ...applied, location: answer.statusUrl } };
  },
});
