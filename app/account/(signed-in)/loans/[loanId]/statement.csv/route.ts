import { loanFile } from "@/lib/http/page-file";
import { reachOf } from "@/lib/reach";
import { readStatement } from "@/lib/statements/read-statement";
import { statementFile } from "@/lib/statements/statement-csv";

export const GET = loanFile(async ({ actor, loanId, now }) =>
  statementFile(await readStatement({ reach: reachOf(actor), loanId, now })),
);
