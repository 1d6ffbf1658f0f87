import { loanFile } from "@/lib/edge/http/page-file";
import { reachOf } from "@/lib/kernel/reach";
import { receiptFile } from "@/lib/lending/transfers/payments/make-receipt";

export const GET = loanFile<{ loanId: string; paymentId: string }>(({ actor, loanId, paymentId, now }) =>
  receiptFile({ reach: reachOf(actor), loanId, paymentId, now }),
);
