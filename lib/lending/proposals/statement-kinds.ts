import { z } from "zod";
import { fromKobo } from "@/lib/kernel/money";
import { bookLine } from "@/lib/lending/bank-statements/book-line";
import { dismissLine } from "@/lib/lending/bank-statements/dismiss-line";
import { findLine, lockLine } from "@/lib/lending/bank-statements/queries";
import { lineBooking } from "@/lib/lending/bank-statements/schema";
import type { ProposalKind } from "./kind";

/** What the bank says of the line, without what strangers wrote: that is read where the line is shown. */
const look: ProposalKind["look"] = async ({ subjectId, lock }) => {
  const line = lock ? await lockLine(subjectId) : await findLine(subjectId);
  const { lenderId, accountId, bookingDate, valueDate, amount, bankReference, state, waitsBecause } = line;
  const evidence = {
    ...{ lenderId, accountId, bookingDate, valueDate, amount: fromKobo(amount), bankReference, state, waitsBecause },
  };
  return { tenant: null, evidence };
};

const booking = z.object(lineBooking);

export const statementLineBook: ProposalKind = {
  name: "STATEMENT_LINE_BOOK",
  look,
  perform: ({ operator, subjectId: lineId, input, reason, realNow }) =>
    bookLine({ operator, lineId, input: booking.parse(input), reason, realNow }),
};

export const statementLineDismiss: ProposalKind = {
  name: "STATEMENT_LINE_DISMISS",
  look,
  perform: ({ operator, subjectId: lineId, reason, realNow }) => dismissLine({ operator, lineId, reason, realNow }),
};
