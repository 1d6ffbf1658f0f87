import { operatorIn } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { fromKobo, type Kobo, nairaText } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { refuseUndecided } from "@/lib/lending/collection/undecided-excess";
import { readHeldPayout, type ShownPayout } from "@/lib/lending/transfers/payouts/held-payout";
import { findPayoutAccount } from "@/lib/lending/transfers/payouts/payout-account";
import { refundAsShown } from "@/lib/lending/transfers/payouts/refund-as-shown";
import { readRefund } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { refusePayout } from "@/lib/lending/transfers/payouts/refuse-payout";
import { releasePayout } from "@/lib/lending/transfers/payouts/release-payout";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { type Command, type Context, type Plan, reasonIn, requireOperator, UsageError, word } from "./command";
import { describeAccount, describeHeld, describeLoan, describeReturned } from "./describe";
import { whyNoRefund } from "./overpaid-commands";
import { findLoanSubject, knownNames } from "./queries";
import { listHeld, listReturned } from "./treasury/money-out";
import { oldestAnywhere } from "./treasury/of-loans";

export const loanCommands: Record<string, Command> = {
  "payout list": {
    words: [],
    about: "payouts that are held, and loans whose payout came back: all that an operator decides on",
    prepare: async () => {
      const lines: string[] = [];
      for (const one of await oldestAnywhere(listHeld))
        lines.push(...describeLoan(await findLoanSubject(one.loanId)), describeHeld(one), "");
      for (const one of await oldestAnywhere(listReturned)) lines.push(...(await describeReturned(one)), "");
      return { lines: lines.length > 0 ? lines.slice(0, -1) : ["No payout is held."], perform: null };
    },
  },
  "payout release": {
    words: ["LOAN"],
    about: "the held money goes out, if the loan would still be lent today",
    prepare: (context) =>
      onHeld(context, "Release the payout of this loan", async (call) => {
        await releasePayout(call);
        return "Released.";
      }),
  },
  "payout refuse": {
    words: ["LOAN"],
    options: { reason: "TEXT" },
    about: "the merchant is told why and asked for another account",
    prepare: (context) => {
      const reason = reasonIn(context);
      return onHeld(context, `Refuse the payout of this loan: ${reason}`, async (call) => {
        await refusePayout({ ...call, input: { reason } });
        return "Refused.";
      });
    },
  },
  "loan refund": {
    words: ["LOAN"],
    about: "orders the transfer of what was deducted beyond the debt",
    prepare: async (context) => {
      const { subject, actor, onLoan } = await loanIn(context);
      const reach = reachOf(actor);
      const shown = await readRefund(reach, subject.loan.id);
      const { amount, undecided = null } = shown;
      refuseUndecided(undecided);
      const account = shown.account && (await findPayoutAccount(reach, shown.account.id));
      if (!account) return { lines: [...describeLoan(subject), whyNoRefund(shown)], perform: null };
      const unjudged = undecided && "day" in undecided ? [`! The sales of ${undecided.day} are not judged yet`] : [];
      const names = shown.account?.trusted ? [] : [await knownNames(reach, subject.loan.merchantId)];
      const doing = [...unjudged, describeAccount(account), ...names, `Refund ${naira(amount)} to this account`];
      const seen = { amount, accountId: account.id };
      return onLoan(doing, async (call) => `Ordered as ${await refundAsShown({ ...call, shown: seen })}.`);
    },
  },
};

const naira = (amount: Kobo) => nairaText(fromKobo(amount));

/** While the question stood, somebody may have decided, and the merchant may have named another account. */
async function onHeld(context: Context, doing: string, done: OnHeld): Promise<Plan> {
  const { subject, actor, onLoan } = await loanIn(context);
  const { loan } = subject;
  const reach = reachOf(actor);
  const { rows } = await listHeld(subject.merchant.tenant, { q: loan.id, limit: 1 });
  const [found] = rows;
  const shown = found && (await readHeldPayout(reach, loan.id));
  if (!shown) throw new UsageError(`No payout of ${loan.reference} is held: the loan is ${loan.status}.`);
  const lines = [describeHeld(found), await knownNames(reach, loan.merchantId), doing];
  return onLoan(lines, (call) => done({ ...call, shown }));
}

type OnHeld = (call: Parameters<Done>[0] & { shown: ShownPayout }) => Promise<string>;
type Done = (call: Call<{ loanId: string }>) => Promise<string>;

async function loanIn(context: Context) {
  const operator = requireOperator(context, "pay");
  const subject = await findLoanSubject(word(context, 0, "The loan's id or reference"));
  const { tenant } = subject.merchant;
  const actor = operatorIn(tenant, operator);
  const onLoan = (doing: string[], done: Done): Plan => ({
    lines: [...describeLoan(subject), ...doing],
    perform: async (realNow) => done({ actor, loanId: subject.loan.id, now: await readBusinessNow(tenant, realNow) }),
  });
  return { subject, actor, onLoan };
}
