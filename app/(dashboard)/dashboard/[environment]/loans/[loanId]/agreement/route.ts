import { agreementFile } from "@/lib/http/agreement-route";
import { dashboardFile } from "@/lib/http/page-file";

export const GET = dashboardFile(({ actor, params }) => agreementFile(actor, params.loanId));
