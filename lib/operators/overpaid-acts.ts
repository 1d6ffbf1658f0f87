import { operatorIn } from "@/lib/actor";
import { fromKobo, nairaText } from "@/lib/money";
import { type Refund, readRefund } from "@/lib/payouts/refund-overpayment";
import { reachOf } from "@/lib/reach";
import { type Act, type Given, requireOperator } from "./act";
import { describeLoan } from "./describe";
import { listOverpaid } from "./list-overpaid";
import { findLoanSubject } from "./queries";

type Overpaid = Awaited<ReturnType<typeof listOverpaid>>[number];

export const overpaidActs: Record<string, Act> = {
  "loan overpaid": {
    words: [],
    about: "loans with money owed to their merchant, the longest owed first, and what becomes of it",
    prepare: async (given) => {
      requireOperator(given, "view");
      const lines: string[] = [];
      for (const one of await listOverpaid()) lines.push(...(await describeOverpaid(given, one)), "");
      return { lines: lines.length > 0 ? lines.slice(0, -1) : ["Nothing is owed to any merchant."], perform: null };
    },
  },
};

async function describeOverpaid(given: Given, { loanId, since, refundDueAt }: Overpaid): Promise<string[]> {
  const subject = await findLoanSubject(loanId);
  const reach = reachOf(operatorIn(subject.merchant.tenant, requireOperator(given, "view")));
  const refund = await readRefund(reach, loanId);
  const amount = nairaText(fromKobo(refund.amount));
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
