import { transaction } from "@/db/client";
import { type Actor, operatorIn } from "@/lib/kernel/actor";
import { fromKobo, type Kobo, nairaText } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { findPayoutAccount } from "@/lib/lending/transfers/payouts/payout-account";
import { readRefund, refundOverpayment, refuseUndecided } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { refusePayout } from "@/lib/lending/transfers/payouts/refuse-payout";
import { releasePayout } from "@/lib/lending/transfers/payouts/release-payout";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import { type Act, businessNow, type Given, Misuse, type Prepared, reasonIn, requireOperator, word } from "./act";
import { describeAccount, describeHeld, describeLoan } from "./describe";
import { whyNoRefund } from "./overpaid-acts";
import { findLoanSubject, listHeldPayouts } from "./queries";

export const loanActs: Record<string, Act> = {
  "payout list": {
    words: [],
    about: "payouts held because the account is of neither the business nor a director",
    prepare: async () => {
      const held = await listHeldPayouts();
      const lines = held.flatMap((one) => [...describeLoan(one), describeHeld(one), ""]);
      return { lines: lines.length > 0 ? lines.slice(0, -1) : ["No payout is held."], perform: null };
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
    prepare: async (given) => {
      const { subject, actor, onLoan } = await loanIn(given);
      const reach = reachOf(actor);
      const shown = await readRefund(reach, subject.loan.id);
      const { amount, undecided = null } = shown;
      refuseUndecided(undecided);
      const account = shown.account && (await findPayoutAccount(reach, shown.account.id));
      if (!account) return { lines: [...describeLoan(subject), whyNoRefund(shown)], perform: null };
      const unjudged = undecided && "day" in undecided ? [`! The sales of ${undecided.day} are not judged yet`] : [];
      const names = shown.account?.trusted ? [] : [await knownNames(actor, subject.loan.merchantId)];
      const doing = [...unjudged, describeAccount(account), ...names, `Refund ${naira(amount)} to this account`];
      return onLoan(doing, (call) =>
        transaction(async () => {
          await lockLoan(reach, call.loanId);
          const found = await readRefund(reach, call.loanId);
          if (found.amount !== amount || found.account?.id !== shown.account?.id) {
            throw new Misuse("What is owed has changed since it was shown. Nothing was done: look again.");
          }
          return `Ordered as ${await refundOverpayment(call)}.`;
        }),
      );
    },
  },
};

const naira = (amount: Kobo) => nairaText(fromKobo(amount));

/**
 * A held payout is decided on the account that was shown: while the question stood, somebody else may have decided, and
 * the merchant may have named another account.
 */
async function onHeld(given: Given, doing: string, done: Done): Promise<Prepared> {
  const { subject, actor, onLoan } = await loanIn(given);
  const { loan } = subject;
  const [shown] = await listHeldPayouts(loan.id);
  if (!shown) throw new Misuse(`No payout of ${loan.reference} is held: the loan is ${loan.status}.`);
  return onLoan([describeHeld(shown), await knownNames(actor, loan.merchantId), doing], async (call) => {
    const [found] = await listHeldPayouts(call.loanId);
    if (!found) throw new Misuse("The payout is no longer held. Nothing was done: look again.");
    if (found.payoutId !== shown.payoutId) {
      throw new Misuse("Another account is held now than was shown. Nothing was done: look again.");
    }
    return done(call);
  });
}

async function knownNames(actor: Actor, merchantId: string): Promise<string> {
  const names = await merchantNames(reachOf(actor), merchantId);
  return `Known names  ${[...new Set(names)].join(", ")}`;
}

type Done = (call: { actor: Actor; loanId: string; now: BusinessTime }) => Promise<string>;

/** The loan that is named, who acts on it, and how. */
async function loanIn(given: Given) {
  const operator = requireOperator(given);
  const subject = await findLoanSubject(word(given, 0, "The loan's id or reference"));
  const { tenant } = subject.merchant;
  const actor = operatorIn(tenant, operator);
  const onLoan = (doing: string[], done: Done): Prepared => ({
    lines: [...describeLoan(subject), ...doing],
    perform: async (realNow) => done({ actor, loanId: subject.loan.id, now: await businessNow(tenant, realNow) }),
  });
  return { subject, actor, onLoan };
}
