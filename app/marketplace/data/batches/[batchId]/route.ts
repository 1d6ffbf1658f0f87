import { accessToken } from "@/lib/http/access-token";
import { revalidated } from "@/lib/http/etag";
import { route } from "@/lib/http/route";
import { readBatchStatus } from "@/lib/ingestion/batch-queries";
import { batchStatus } from "@/lib/ingestion/batch-schema";
import { reachOf } from "@/lib/reach";

export const GET = route({
  operationId: "getBatch",
  summary: "Read a batch's outcome",
  description:
    "Whether the batch has been processed, and what was wrong with which record. The counts are 0 until it has been.",
  auth: accessToken("data.share.sales"),
  rate: "read",
  ...revalidated({ description: "The batch, however it was submitted", body: batchStatus }),
  errors: ["NOT_FOUND"],
  respond: ({ actor, params }) => readBatchStatus(reachOf(actor), params.batchId ?? ""),
});
