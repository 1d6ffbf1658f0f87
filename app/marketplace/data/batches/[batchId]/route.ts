import { accessToken } from "@/lib/edge/http/access-token";
import { revalidated } from "@/lib/edge/http/etag";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { readBatchStatus } from "@/lib/sales/records/batch-queries";
import { batchStatus } from "@/lib/sales/records/batch-schema";

export const GET = route({
  operationId: "getBatch",
  summary: "Read a batch's outcome",
  description:
    "Whether the batch has been processed, and what was wrong with which record. The counts are 0 until it has been.",
  auth: accessToken("data.share.sales"),
  rate: "read",
  ...revalidated({ description: "The batch, however it was submitted", body: batchStatus }),
  errors: readBatchStatus.errors,
  respond: ({ actor, params }) => readBatchStatus(reachOf(actor), params.batchId ?? ""),
});
