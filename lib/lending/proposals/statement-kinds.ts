import { eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { lenderAccounts } from "@/db/schema/lenders";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo, minus } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { bookLine } from "@/lib/lending/bank-statements/book-line";
import { dismissLine } from "@/lib/lending/bank-statements/dismiss-line";
import { lockAccount } from "@/lib/lending/bank-statements/lock-account";
import { findLine, lastImportedDay, lockLine } from "@/lib/lending/bank-statements/queries";
import { lineBooking } from "@/lib/lending/bank-statements/schema";
import { outstanding, writtenOff } from "@/lib/loans/ledger/balances";
import { bookOf, lockLoan } from "@/lib/loans/loans/load-loans";
import { environmentOfLender } from "@/lib/parties/lenders/queries";
import { bankNameOf } from "@/lib/terms/bank-names";
import type { ProposalKind } from "./kind";
import { evidenceOf, loanOf, operatorOn } from "./loan-kinds";

/** What the bank says of the line, without what strangers wrote: that is read where the line is shown. */
const look: ProposalKind["look"] = async ({ subjectId, lock }) => {
  const line = lock ? await lockLine(subjectId) : await findLine(subjectId);
  const { lenderId, accountId, bookingDate, valueDate, amount, bankReference, state, waitsBecause } = line;
  const evidence = {
    ...{ lenderId, accountId, bookingDate, valueDate, amount: fromKobo(amount), bankReference, state, waitsBecause },
  };
  return { tenant: null, environment: await environmentOfLender(lenderId), evidence };
};

const lookAtAccount: ProposalKind["look"] = async ({ subjectId, lock }) => {
  if (lock) await lockAccount(subjectId);
  const [found] = await db().select().from(lenderAccounts).where(eq(lenderAccounts.id, subjectId));
  if (!found) throw notFound("lender account");
  const { lenderId, bankCode, lastFour, state } = found;
  const account = `${bankNameOf(bankCode)} …${lastFour}`;
  return { tenant: null, environment: await environmentOfLender(lenderId), evidence: { lenderId, account, state } };
};

/** There is to see how far the account was imported; the file's lines are read in one's own preview of it. */
export const statementImport: ProposalKind = {
  name: "STATEMENT_IMPORT",
  permission: "pay",
  look: async (call) => {
    const { evidence, ...of } = await lookAtAccount(call);
    return { ...of, evidence: { ...evidence, importedUntil: await lastImportedDay(call.subjectId) } };
  },
  // Whoever brings the file again imports it: it is not kept meanwhile.
  perform: async () => {},
  agreedBy: "Preview the same file and import it: that agrees to this proposal, whose file nobody has read otherwise.",
};

const booking = z.object(lineBooking);

/** The loan beside the line: what it owes decides what becomes of the money. */
const lookAtBooking: ProposalKind["look"] = async (call) => {
  const { evidence, ...of } = await look(call);
  const { loanId, as } = booking.parse(call.input);
  const { actor } = await operatorOn(call.operator, loanId, call.realNow);
  const loan = call.lock ? await lockLoan(reachOf(actor), loanId) : await loanOf({ actor, loanId });
  const { amount } = await findLine(call.subjectId);
  const book = bookOf(loan);
  const owed = as === "RECOVERY" ? writtenOff(book) : outstanding(book).total;
  const beyond = as !== "CAME_BACK" && amount > owed;
  const rest = beyond && { wouldBeOwedToMerchant: fromKobo(minus(amount, owed)) };
  return { ...of, evidence: { ...evidence, ...evidenceOf(loan), ...rest } };
};

export const statementLineBook: ProposalKind = {
  name: "STATEMENT_LINE_BOOK",
  permission: "pay",
  look: lookAtBooking,
  perform: ({ operator, subjectId: lineId, input, reason, realNow }) =>
    bookLine({ operator, lineId, input: booking.parse(input), reason, realNow }),
};

export const statementLineDismiss: ProposalKind = {
  name: "STATEMENT_LINE_DISMISS",
  permission: "pay",
  look,
  perform: ({ operator, subjectId: lineId, reason, realNow }) => dismissLine({ operator, lineId, reason, realNow }),
};

const several = z.object({ lines: z.array(z.object({ lineId: z.string() })) });

/** Its subject is the account and a digest of the lines, with a point between. For one reason: what the bank says of a line never changes, and one that waits no more, or names something of ours, refuses all. */
export const statementLinesDismiss: ProposalKind = {
  name: "STATEMENT_LINES_DISMISS",
  permission: "pay",
  look: async (call) => {
    const [accountId = ""] = call.subjectId.split(".");
    const { evidence, ...of } = await lookAtAccount({ ...call, subjectId: accountId });
    return { ...of, evidence: { ...evidence, accountId } };
  },
  perform: async ({ operator, input, reason, realNow }) => {
    const together = { operator, together: true, reason, realNow } as const;
    for (const { lineId } of several.parse(input).lines) await dismissLine({ ...together, lineId });
  },
};
