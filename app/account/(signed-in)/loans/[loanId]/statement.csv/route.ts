import { loanFile } from "@/lib/edge/http/page-file";
import { reachOf } from "@/lib/kernel/reach";
import { readStatement } from "@/lib/loans/statements/read-statement";
import { statementFile } from "@/lib/loans/statements/statement-csv";

export const GET = loanFile(async ({ actor, loanId, now }) =>
  statementFile(await readStatement({ reach: reachOf(actor), loanId, now })),
);
