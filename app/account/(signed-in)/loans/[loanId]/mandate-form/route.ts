import { loanFile } from "@/lib/edge/http/page-file";
import { reachOf } from "@/lib/kernel/reach";
import { mandateFormFile } from "@/lib/lending/transfers/mandates/make-mandate-form";

export const GET = loanFile(({ actor, loanId }) => mandateFormFile({ reach: reachOf(actor), loanId }));
