import { checkBooks } from "@/lib/loans/ledger/check-books";
import { getFinding, listFindings } from "@/lib/loans/ledger/findings";
import { type Command, requireOperator, word } from "./command";
import { describeLoan } from "./describe";
import { describeDifferences, describeFinding } from "./describe-finding";
import { findLoanSubject } from "./queries";

export const findingCommands: Record<string, Command> = {
  "finding list": {
    words: [],
    about: "loans whose books a check found wrong, the longest known first",
    prepare: async () => {
      const found = await listFindings();
      return {
        lines: found.length > 0 ? found.map(describeFinding) : ["No books are known to be wrong."],
        perform: null,
      };
    },
  },
  "finding show": {
    words: ["FINDING"],
    about: "whose books are wrong, and by how much on which account",
    prepare: async (context) => {
      requireOperator(context, "view");
      const finding = await getFinding(word(context, 0, "The finding's id"));
      const subject = await findLoanSubject(finding.loanId);
      return {
        lines: [...describeLoan(subject), describeFinding(finding), ...describeDifferences(finding)],
        perform: null,
      };
    },
  },
  "loan check": {
    words: ["LOAN"],
    about: "checks a loan's books now, as is done daily; a finding is kept or cleared",
    prepare: async (context) => {
      requireOperator(context, "view");
      const subject = await findLoanSubject(word(context, 0, "The loan's id or reference"));
      const { tenant } = subject.merchant;
      const found = await checkBooks({ ...tenant, id: subject.loan.id }, context.realNow);
      const lines = found ? ["The books are wrong.", ...describeDifferences(found)] : ["The books are right."];
      return { lines: [...describeLoan(subject), ...lines], perform: null };
    },
  },
};
