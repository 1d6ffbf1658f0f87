"use server";

import type { z } from "zod";
import { operatorAction } from "@/lib/edge/http/actions/operator-action";
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

const pay = { permission: "pay" } as const;
const done = { done: true } as const;

export const releaseHeld = operatorAction({
  ...{ name: "releaseHeldPayout", ...pay, input: onHeldAsked },
  work: async ({ input: { loanId, ...shown }, ...at }) => {
    await releasePayout({ ...(await loanAt(at, loanId)), shown });
    return done;
  },
});

export const refuseHeld = operatorAction({
  ...{ name: "refuseHeldPayout", ...pay, input: refuseHeldAsked },
  work: async ({ input: { loanId, reason, ...shown }, ...at }) => {
    await refusePayout({ ...(await loanAt(at, loanId)), shown, input: { reason } });
    return done;
  },
});

export const orderRefund = operatorAction({
  ...{ name: "orderRefund", ...pay, input: refundAsked },
  work: async ({ input: { loanId, amount, accountId }, ...at }) => {
    await refundAsShown({ ...(await loanAt(at, loanId)), shown: { amount: kobo(amount), accountId } });
    return done;
  },
});

/** Shown to the one who asks, and each time audited. */
export const showAccount = operatorAction({
  ...{ name: "showAccountToName", ...pay, input: onLoanAsked },
  work: async ({ input: { loanId }, ...at }) => {
    const { bankName, accountNumber } = await showAccountToName(await loanAt(at, loanId));
    return { bankName, accountNumber };
  },
});

export const endMandate = operatorAction({
  ...{ name: "endMandateAtBank", ...pay, input: endMandateAsked },
  work: async ({ input: { loanId, mandateId, seen }, ...at }) => {
    const on = await loanAt(at, loanId);
    await requireMandateOf(loanId, mandateId);
    await onLoanAsSeen(on, seen, () => endMandateAtBank({ ...at, mandateId }));
    return done;
  },
});

export const proposePayAgain = proposes("pay-again", "proposePayAgain", onLoanBecause, ({ reason }) => ({ reason }));
export const proposeNeverPaid = proposes("never-paid-out", "proposeNeverPaidOut", onLoanBecause, ({ reason }) => ({
  reason,
}));
export const proposeClosing = proposes(
  "close-order",
  "proposeClosingOrder",
  closeOrderAsked,
  ({ loanId, seen, ...typed }) => ({
    ...typed,
    amount: nairaOf(typed.amount),
  }),
);
export const proposeName = proposes(
  "account-name",
  "proposeAccountName",
  nameAccountAsked,
  ({ loanId, seen, ...typed }) => typed,
);
export const proposeMandate = proposes(
  "mandate",
  "proposePaperMandate",
  mandateAsked,
  ({ loanId, seen, ...typed }) => typed,
);

/** What takes two about a loan's money: the operation of `/api/ops/loans` with what was typed. */
function proposes<S extends z.ZodType<{ loanId: string; seen: string }>>(
  operation: LoanOperationName,
  name: string,
  input: S,
  bodyOf: (typed: z.output<S>) => { reason: string },
) {
  return operatorAction({
    ...{ name, ...pay, input },
    work: async ({ operator, environment, realNow, input }) => {
      const { loanId, seen } = input;
      await loanAt({ operator, environment, realNow }, loanId);
      const body = loanOperations[operation].body.parse(bodyOf(input));
      await operateLoan({ name: operation, operator, loanId, input: body, seen, realNow });
      return done;
    },
  });
}
