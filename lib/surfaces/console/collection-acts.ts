import { readCollectionByDay } from "@/lib/loans/loans/read-collection";
import { type Act, businessNow, requireOperator, word } from "./act";
import { describeLoan } from "./describe";
import { describeCollection } from "./describe-collection";
import { findLoanSubject, listCollectionBreaks } from "./queries";

export const collectionActs: Record<string, Act> = {
  "loan collection": {
    words: ["LOAN"],
    about: "what should have come in by day and what did, with the breaks that wait",
    prepare: async (given) => {
      requireOperator(given, "view");
      const subject = await findLoanSubject(word(given, 0, "The loan's id or reference"));
      const now = await businessNow(subject.merchant.tenant, given.realNow);
      const found = await readCollectionByDay(subject.loan, now);
      const breaks = await listCollectionBreaks(subject.loan.id);
      return { lines: [...describeLoan(subject), ...describeCollection(found, breaks)], perform: null };
    },
  },
};
