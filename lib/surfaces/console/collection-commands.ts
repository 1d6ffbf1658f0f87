import { readCollectionByDay } from "@/lib/loans/loans/read-collection";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { type Command, requireOperator, word } from "./command";
import { describeLoan } from "./describe";
import { describeCollection } from "./describe-collection";
import { findLoanSubject, listCollectionBreaks } from "./queries";

export const collectionCommands: Record<string, Command> = {
  "loan collection": {
    words: ["LOAN"],
    about: "what should have come in by day and what did, with the breaks that wait",
    prepare: async (context) => {
      requireOperator(context, "view");
      const subject = await findLoanSubject(word(context, 0, "The loan's id or reference"));
      const now = await readBusinessNow(subject.merchant.tenant, context.realNow);
      const found = await readCollectionByDay(subject.loan, now);
      const breaks = await listCollectionBreaks(subject.loan.id);
      return { lines: [...describeLoan(subject), ...describeCollection(found, breaks)], perform: null };
    },
  },
};
