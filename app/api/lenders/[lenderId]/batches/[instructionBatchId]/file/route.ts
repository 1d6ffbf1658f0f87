import { toPay } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { downloadBatch } from "@/lib/lending/transfers/batches/download-batch";

export const GET = route({
  ...toPay,
  operationId: "downloadInstructionBatch",
  summary: "Download a batch's file",
  description:
    "Of one that was released: CSV in UTF-8, with the columns that the lender's bank wants, the same bytes each time. Each download is audited.",
  answers: { 200: { description: "The file", text: "text/csv", headers: ["content-disposition"] } },
  errors: ["INSUFFICIENT_ROLE", ...downloadBatch.errors],
  handle: async ({ actor: operator, params: { lenderId = "", instructionBatchId: batchId = "" }, realNow }) => {
    const { name, content } = await downloadBatch({ operator, lenderId, batchId, realNow });
    const headers = {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
    };
    return { status: 200, text: content, headers };
  },
});
