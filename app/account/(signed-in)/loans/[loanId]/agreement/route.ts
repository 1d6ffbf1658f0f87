import { agreementFile } from "@/lib/http/agreement-route";
import { loanFile } from "@/lib/http/page-file";

export const GET = loanFile(({ actor, loanId }) => agreementFile(actor, loanId));
