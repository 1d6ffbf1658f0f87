import { operatorIn } from "@/lib/actor";
import { refundOverpayment } from "@/lib/payouts/refund-overpayment";
import { type Act, businessNow, requireOperator, word } from "./act";
import { describeLoan } from "./describe";
import { findLoanSubject } from "./queries";

export const loanActs: Record<string, Act> = {
  "loan refund": {
    usage: "LOAN",
    about: "orders the transfer of what was deducted beyond the debt",
    prepare: async (given) => {
      const operator = requireOperator(given);
      const subject = await findLoanSubject(word(given, 0, "The loan's id or reference"));
      const { tenant } = subject.merchant;
      return {
        lines: [...describeLoan(subject), "Refund what was overpaid"],
        perform: async () => {
          const now = await businessNow(tenant, given.realNow);
          const actor = operatorIn(tenant, operator);
          const payoutId = await refundOverpayment({ actor, loanId: subject.loan.id, now });
          return payoutId ? `Ordered as ${payoutId}.` : "Nothing was ordered: nothing is owed, or there is no account.";
        },
      };
    },
  },
};
