import { type Actor, operatorIn } from "@/lib/actor";
import { refundOverpayment } from "@/lib/payouts/refund-overpayment";
import { refusePayout } from "@/lib/payouts/refuse-payout";
import { releasePayout } from "@/lib/payouts/release-payout";
import type { BusinessTime } from "@/lib/time";
import { type Act, businessNow, type Given, Misuse, type Prepared, reasonIn, requireOperator, word } from "./act";
import { describeHeld, describeLoan, describeMerchant } from "./describe";
import { findLoanSubject, listHeldPayouts } from "./queries";

export const loanActs: Record<string, Act> = {
  "payout list": {
    words: [],
    about: "payouts held because the account is of neither the business nor a director",
    prepare: async () => {
      const held = await listHeldPayouts();
      const lines = held.flatMap((one) => [
        ...describeMerchant(one.merchant),
        `Loan         ${one.reference} (${one.loanId})`,
        describeHeld(one),
      ]);
      return { lines: lines.length > 0 ? lines : ["No payout is held."], perform: null };
    },
  },
  "payout release": {
    words: ["LOAN"],
    about: "the held money goes out, if the loan would still be lent today",
    prepare: (given) =>
      onHeld(given, "Release the payout of this loan", async (call) => {
        await releasePayout(call);
        return "Released.";
      }),
  },
  "payout refuse": {
    words: ["LOAN"],
    options: { reason: "TEXT" },
    about: "the merchant is told why and asked for another account",
    prepare: (given) => {
      const reason = reasonIn(given);
      return onHeld(given, `Refuse the payout of this loan: ${reason}`, async (call) => {
        await refusePayout({ ...call, input: { reason } });
        return "Refused.";
      });
    },
  },
  "loan refund": {
    words: ["LOAN"],
    about: "orders the transfer of what was deducted beyond the debt",
    prepare: (given) =>
      onLoan(given, ["Refund what was overpaid"], async (call) => {
        const payoutId = await refundOverpayment(call);
        return payoutId ? `Ordered as ${payoutId}.` : "Nothing was ordered: nothing is owed, or there is no account.";
      }),
  },
};

/**
 * A held payout is decided on the account that was shown: while the question stood, somebody else may have refused it
 * and the merchant may have named another.
 */
async function onHeld(given: Given, doing: string, done: Done): Promise<Prepared> {
  const shown = await heldFor(word(given, 0, "The loan's id or reference"));
  return onLoan(given, [...(shown ? [describeHeld(shown)] : []), doing], async (call) => {
    const found = await heldFor(call.loanId);
    if (shown && found && found.payoutId !== shown.payoutId) {
      throw new Misuse("Another account is held now than was shown. Nothing was done: look again.");
    }
    return done(call);
  });
}

async function heldFor(name: string) {
  return (await listHeldPayouts()).find(({ loanId, reference }) => name === loanId || name === reference);
}

type Done = (call: { actor: Actor; loanId: string; now: BusinessTime }) => Promise<string>;

async function onLoan(given: Given, doing: string[], done: Done): Promise<Prepared> {
  const operator = requireOperator(given);
  const subject = await findLoanSubject(word(given, 0, "The loan's id or reference"));
  const { tenant } = subject.merchant;
  const actor = operatorIn(tenant, operator);
  return {
    lines: [...describeLoan(subject), ...doing],
    perform: async (realNow) => done({ actor, loanId: subject.loan.id, now: await businessNow(tenant, realNow) }),
  };
}
