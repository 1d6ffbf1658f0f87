import { loanFile } from "@/lib/http/page-file";
import { reachOf } from "@/lib/reach";
import { receiptFile } from "@/lib/statements/make-receipt";

export const GET = loanFile<{ loanId: string; paymentId: string }>(({ actor, loanId, paymentId, now }) =>
  receiptFile({ reach: reachOf(actor), loanId, paymentId, now }),
);
