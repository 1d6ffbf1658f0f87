import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { readStatement } from "@/lib/loans/statements/read-statement";
import { statementFile } from "@/lib/loans/statements/statement-csv";

export const GET = route({
  operationId: "getStatementCsv",
  summary: "Download a loan's statement as CSV",
  description:
    "UTF-8 with a byte order mark, RFC 4180. Columns: `date` (ISO 8601), `kind` (DISBURSEMENT, DEDUCTION, PAYMENT, REVERSAL, REFUND), `amount`, `reference` (at the marketplace, or of the transfer or payment), `order_id` and `order_amount` (the sale), `reverses` (of a reversal: the reference of its deduction), `reversed_amount` (of a deduction: what was taken back), `source` (of a payment: DIRECT or MANDATE). Naira with two decimals, newest first, all entries. A text that a spreadsheet would take for a formula begins with an apostrophe.",
  auth: embedToken,
  rate: "read",
  answers: { 200: { description: "The statement, as a file", text: "text/csv", headers: ["content-disposition"] } },
  errors: ["NOT_FOUND"],
  handle: async ({ actor, params, now }) =>
    statementFile(await readStatement({ reach: reachOf(actor), loanId: params.loanId ?? "", now })),
});
