import { and, asc, eq, gt, isNull, notExists, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { loans, payoutAccounts } from "@/db/schema/loans";
import { operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { showAccountToName } from "@/lib/lending/transfers/payouts/name-account";
import { type Command, requireOperator, word } from "./command";
import { describeAccount, describeLoan } from "./describe";
import { findLoanSubject } from "./queries";

/** Accounts whose holders people find out (docs/payouts.md#accounts-being-checked). */
export const byHandCommands: Record<string, Command> = {
  "account unnamed": {
    words: [],
    about: "accounts of merchants that nobody could be asked about, the longest waiting first",
    prepare: async (context) => {
      requireOperator(context, "view");
      const lines = (await listUnnamed()).map(
        ({ account, loan }) => `${describeAccount(account)}, for ${loan ?? "a refund"}`,
      );
      return { lines: lines.length > 0 ? lines : ["Every account has its name."], perform: null };
    },
  },
  "loan show-account": {
    words: ["LOAN"],
    about: "shows the number of a loan's account whose holder is to be found out; each time is audited",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const subject = await findLoanSubject(word(context, 0, "The loan's id or reference"));
      return {
        lines: [...describeLoan(subject), "Show the account's number."],
        perform: async (realNow) => {
          const shown = await showAccountToName(await operatorOn(operator, subject.loan.id, realNow));
          const { bankName, bankCode, accountNumber, knownNames } = shown;
          return `${bankName} (${bankCode}) ${accountNumber}. Known names: ${knownNames.join(", ")}.`;
        },
      };
    },
  },
};

/** The account that a loan's money goes to, or the last that its merchant gave: no other is waited for. */
async function listUnnamed() {
  const later = alias(payoutAccounts, "later");
  const isLast = notExists(
    db()
      .select({ id: later.id })
      .from(later)
      .where(and(eq(later.merchantId, payoutAccounts.merchantId), gt(later.id, payoutAccounts.id))),
  );
  return db()
    .select({ account: payoutAccounts, loan: loans.reference })
    .from(payoutAccounts)
    .leftJoin(loans, eq(loans.payoutAccountId, payoutAccounts.id))
    .where(and(isNull(payoutAccounts.verifiedAt), or(isLast, eq(loans.payoutAccountId, payoutAccounts.id))))
    .orderBy(asc(payoutAccounts.id));
}
