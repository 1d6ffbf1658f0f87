import { agreementFile } from "@/lib/edge/http/agreement-route";
import { dashboardFile } from "@/lib/edge/http/page-file";

export const GET = dashboardFile(({ actor, params }) => agreementFile(actor, params.loanId));
