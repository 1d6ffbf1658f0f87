import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { readStatement } from "@/lib/loans/statements/read-statement";
import { statement } from "@/lib/loans/statements/schema";

/** As many entries as a phone shows without trouble. */
const most = 200;

export const GET = route({
  operationId: "getStatement",
  summary: "Read a loan's statement",
  description: `What was paid out, deducted, reversed and refunded, newest first. At most ${most} entries; the totals are of all, and the CSV has them all.`,
  auth: embedToken,
  rate: "read",
  answers: { 200: { description: "The statement; amounts in naira", body: statement } },
  errors: readStatement.errors,
  respond: ({ actor, params, now }) => readStatement({ reach: reachOf(actor), loanId: params.loanId ?? "", now, most }),
});
