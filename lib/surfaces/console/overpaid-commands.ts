import { operatorIn } from "@/lib/kernel/actor";
import { fromKobo, type Kobo, nairaText } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { type Refund, readRefund } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { type Command, type Context, requireOperator } from "./command";
import { describeLoan } from "./describe";
import { listOverpaid } from "./list-overpaid";
import { findLoanSubject } from "./queries";

type Overpaid = Awaited<ReturnType<typeof listOverpaid>>[number];

export const overpaidCommands: Record<string, Command> = {
  "loan overpaid": {
    words: [],
    about: "loans with money owed to their merchant, the longest owed first, and what becomes of it",
    prepare: async (context) => {
      requireOperator(context, "view");
      const lines: string[] = [];
      for (const one of await listOverpaid()) lines.push(...(await describeOverpaid(context, one)), "");
      return { lines: lines.length > 0 ? lines.slice(0, -1) : ["Nothing is owed to any merchant."], perform: null };
    },
  },
};

export function whyNoRefund({ amount, underWay }: Refund): string {
  if (amount === 0) return "Nothing is owed to the merchant.";
  if (underWay) return `${naira(amount)} is owed, and a transfer is under way (${underWay.id}).`;
  return `${naira(amount)} is owed, and there is no account to send it to: the merchant has been asked for one.`;
}

async function describeOverpaid(context: Context, { loanId, since, refundDueAt }: Overpaid): Promise<string[]> {
  const subject = await findLoanSubject(loanId);
  const reach = reachOf(operatorIn(subject.merchant.tenant, requireOperator(context, "view")));
  const refund = await readRefund(reach, loanId);
  const amount = naira(refund.amount);
  return [...describeLoan(subject), `Overpaid     ${amount} since ${since}, ${becomes(refund, refundDueAt)}`];
}

function becomes(refund: Refund, refundDueAt: string | null): string {
  const { underWay, account, undecided } = refund;
  if (underWay) return `a transfer is under way (${underWay.id})`;
  const open = undecided && ("breakId" in undecided ? `break ${undecided.breakId}` : `sales of ${undecided.day}`);
  const obstacles = [open ? `${open} undecided` : [], accountMissing(account)].flat();
  const how =
    refundDueAt && account?.trusted !== false
      ? `refunded automatically from ${refundDueAt}`
      : "waits for `loan refund`";
  return [how, ...obstacles].join("; ");
}

function accountMissing(account: Refund["account"]): string[] {
  if (!account) return ["the merchant has been asked for an account to send it to"];
  return account.trusted ? [] : ["the account given is in a name that is not known"];
}

const naira = (amount: Kobo) => nairaText(fromKobo(amount));
