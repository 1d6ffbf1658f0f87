"use server";

import type { z } from "zod";
import { actionsOn, operatorAction } from "@/lib/edge/http/actions/operator-action";
import { kobo } from "@/lib/kernel/money";
import { type LoanOperationName, loanOperations } from "@/lib/lending/proposals/loan-operations";
import { operateLoan } from "@/lib/lending/proposals/operate-loan";
import { onLoanAsSeen } from "@/lib/lending/proposals/require-as-seen";
import { endMandateAtBank } from "@/lib/lending/transfers/mandates/end-mandate-at-bank";
import { showAccountToName } from "@/lib/lending/transfers/payouts/name-account";
import { refundAsShown } from "@/lib/lending/transfers/payouts/refund-as-shown";
import { refusePayout } from "@/lib/lending/transfers/payouts/refuse-payout";
import { releasePayout } from "@/lib/lending/transfers/payouts/release-payout";
import {
  closeOrderAsked,
  endMandateAsked,
  mandateAsked,
  nameAccountAsked,
  onHeldAsked,
  onLoanAsked,
  onLoanBecause,
  refundAsked,
  refuseHeldAsked,
} from "@/lib/surfaces/console/treasury/asked-schema";
import { loanAt, requireMandateOf } from "@/lib/surfaces/console/treasury/in-environment";
import { nairaOf } from "@/lib/terms/typed-amounts";

const onLoan = actionsOn("pay", "loanId", (_, loanId, at) => loanAt(at, loanId));

export const releaseHeld = onLoan("releaseHeldPayout", onHeldAsked, ({ input: shown, ...on }) =>
  releasePayout({ ...on, shown }),
);
export const refuseHeld = onLoan("refuseHeldPayout", refuseHeldAsked, ({ input: { reason, ...shown }, ...on }) =>
  refusePayout({ ...on, shown, input: { reason } }),
);
export const orderRefund = onLoan("orderRefund", refundAsked, ({ input: { amount, accountId }, ...on }) =>
  refundAsShown({ ...on, shown: { amount: kobo(amount), accountId } }),
);

/** Shown to the one who asks, and each time audited. */
export const showAccount = operatorAction({
  ...({ name: "showAccountToName", permission: "pay", input: onLoanAsked } as const),
  work: async ({ input: { loanId }, ...at }) => {
    const { bankName, accountNumber } = await showAccountToName(await loanAt(at, loanId));
    return { bankName, accountNumber };
  },
});

export const endMandate = onLoan("endMandateAtBank", endMandateAsked, async ({ input: { mandateId, seen }, ...on }) => {
  await requireMandateOf(on.loanId, mandateId);
  await onLoanAsSeen(on, seen, () => endMandateAtBank({ ...on, mandateId }));
});

export const proposePayAgain = proposes("pay-again", "proposePayAgain", onLoanBecause);
export const proposeNeverPaid = proposes("never-paid-out", "proposeNeverPaidOut", onLoanBecause);
export const proposeClosing = proposes("close-order", "proposeClosingOrder", closeOrderAsked);
export const proposeName = proposes("account-name", "proposeAccountName", nameAccountAsked);
export const proposeMandate = proposes("mandate", "proposePaperMandate", mandateAsked);

/** What takes two about a loan's money: the operation of `/api/ops/loans` with what was typed. */
function proposes<S extends z.ZodObject<typeof onLoanBecause.shape>>(
  name: LoanOperationName,
  action: string,
  asked: S,
) {
  return onLoan(action, asked, (call) => {
    const { seen, amount, ...typed }: { seen: string; amount?: string } = call.input;
    const input = loanOperations[name].body.parse({
      ...typed,
      ...(amount !== undefined && { amount: nairaOf(amount) }),
    });
    return operateLoan({ ...call, name, input, seen });
  });
}
