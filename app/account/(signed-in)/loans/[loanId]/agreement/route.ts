import { agreementFile } from "@/lib/edge/http/agreement-route";
import { loanFile } from "@/lib/edge/http/page-file";

export const GET = loanFile(({ actor, loanId }) => agreementFile(actor, loanId));
