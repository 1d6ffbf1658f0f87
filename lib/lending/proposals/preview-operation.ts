import { and, asc, desc, eq, gt } from "drizzle-orm";
import { db } from "@/db/client";
import { journals, ledgerEntries } from "@/db/schema/ledger";
import { mails } from "@/db/schema/operations";
import type { OperatorCall } from "@/lib/kernel/call";
import type { Kobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import type { Account, JournalType } from "@/lib/terms/ledger/constants";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";
import { operatorOn } from "./loan-kinds";
import { type LoanOperationName, loanOperations } from "./loan-operations";
import { seenOf } from "./require-as-seen";
import { tryOut } from "./try-out";

/** What an operation would do to a loan if it were done now. */
export type Preview = {
  /** Another operator has to agree before any of it happens. */
  takesTwo: boolean;
  /** Names the loan as it is shown: `operateLoan` repeats it. */
  seen: string;
  before: LoanStatusAnswer;
  after: LoanStatusAnswer;
  /** What would be booked, in order; entries in kobo, debit positive. */
  journals: { type: JournalType; entries: { account: Account; amount: Kobo }[] }[];
  /** The kinds of the mails that the merchant would get about the loan. */
  mails: string[];
};

/** Does it in a transaction that is rolled back, and compares. Refused as the operation itself would be. */
export async function previewOperation(
  call: OperatorCall<{ name: LoanOperationName; loanId: string; input: { reason: string } }>,
): Promise<Preview> {
  const { name, operator, loanId, input, realNow } = call;
  const { act, second } = loanOperations[name];
  const on = await operatorOn(operator, loanId, realNow);
  const { reason, ...asked } = input;
  return tryOut(async () => {
    const loan = await lockLoan(reachOf(on.actor), loanId);
    const takesTwo = second !== null && (!act || second.for(loan, input));
    const before = await readLoanStatus(reachOf(on.actor), loanId, on.now);
    const known = { journal: await lastJournal(loanId), mail: await lastMail(loanId) };
    if (second && takesTwo) await second.kind.perform({ operator, subjectId: loanId, input: asked, reason, realNow });
    else await act?.now({ ...on, input });
    return {
      takesTwo,
      seen: await seenOf(loan, second?.kind),
      before,
      after: await readLoanStatus(reachOf(on.actor), loanId, on.now),
      journals: await journalsAfter(loanId, known.journal),
      mails: await mailsAfter(loanId, known.mail),
    };
  });
}

async function lastJournal(loanId: string): Promise<number> {
  const ofLoan = db().select({ number: journals.number }).from(journals).where(eq(journals.loanId, loanId));
  const [last] = await ofLoan.orderBy(desc(journals.number)).limit(1);
  return last?.number ?? 0;
}

async function lastMail(loanId: string): Promise<string> {
  const ofLoan = db().select({ id: mails.id }).from(mails).where(eq(mails.loanId, loanId));
  const [last] = await ofLoan.orderBy(desc(mails.id)).limit(1);
  return last?.id ?? "";
}

async function journalsAfter(loanId: string, number: number): Promise<Preview["journals"]> {
  const rows = await db()
    .select({
      number: journals.number,
      type: journals.type,
      account: ledgerEntries.account,
      amount: ledgerEntries.amount,
    })
    .from(journals)
    .innerJoin(ledgerEntries, eq(ledgerEntries.journalId, journals.id))
    .where(and(eq(journals.loanId, loanId), gt(journals.number, number)))
    .orderBy(asc(journals.number));
  return [...new Set(rows.map((row) => row.number))].flatMap((one) => {
    const entries = rows.filter((row) => row.number === one);
    const type = entries[0]?.type;
    return type ? [{ type, entries: entries.map(({ account, amount }) => ({ account, amount })) }] : [];
  });
}

async function mailsAfter(loanId: string, id: string): Promise<string[]> {
  const later = and(eq(mails.loanId, loanId), gt(mails.id, id));
  const rows = await db().select({ kind: mails.kind }).from(mails).where(later).orderBy(asc(mails.id));
  return rows.flatMap(({ kind }) => kind ?? []);
}
