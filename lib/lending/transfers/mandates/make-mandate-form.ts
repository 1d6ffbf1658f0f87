import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { agreements } from "@/db/schema/agreements";
import { loans, payoutAccounts } from "@/db/schema/loans";
import { inReach } from "@/db/tenancy";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { nairaText, toKobo } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import { makeSectionsPdf } from "@/lib/loans/agreements/make-agreement-pdf";
import { momentInWords } from "@/lib/loans/agreements/words";
import { bankNameOf } from "@/lib/terms/bank-names";
import { amountInWords } from "./amount-in-words";
import { requireByHand } from "./require-by-hand";

/**
 * What a loan's merchant signs where its lender debits by hand (docs/by-hand.md#mandates), by the agreement that it refers
 * to: the same bytes each time. Its holder writes the account's number in; here are its last digits.
 */
export async function mandateFormFile({ reach, loanId }: { reach: Reach; loanId: string }) {
  const { facts, sha256, acceptedAt, account } = await findAgreed(reach, loanId);
  const { reference, borrower, lender, totalRepayment } = facts;
  const parties = {
    Borrower: borrower,
    Bank: bankNameOf(account.bankCode),
    "Account ends in": account.lastFour,
    "May be debited by": lender,
    For: `Loan ${reference}`,
    "At most, altogether": `${nairaText(totalRepayment)} (${amountInWords(toKobo(totalRepayment))})`,
    "Agreed on": momentInWords(acceptedAt.toISOString()),
    "SHA-256 of the agreement": sha256,
  };
  const line = "______________________________";
  const toFill = {
    "Account number (ten digits)": line,
    "Account holder, as the bank has it": line,
    "Name of who signs": line,
    Signature: line,
    Date: line,
  };
  const pdf = await makeSectionsPdf({
    title: `Direct debit mandate for loan ${reference}`,
    at: acceptedAt.toISOString(),
    lead: [],
    sections: [
      {
        title: "What is allowed",
        rows: rowsOf(parties),
        paragraphs: [
          `The account holder allows ${lender} to debit this account for what is overdue of the loan, and for what the borrower orders itself, never more than is owed. It is for this loan only, ends with it, and can be ended at the bank at any time.`,
        ],
      },
      { title: "Signed by the account holder", rows: rowsOf(toFill), paragraphs: [] },
    ],
    foot: reference,
  });
  return {
    status: 200,
    text: pdf,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="mandate-${reference}.pdf"`,
    },
  };
}

async function findAgreed(reach: Reach, loanId: string) {
  const { content, sha256, acceptedAt } = agreements;
  const [found] = await db()
    .select({ lenderId: loans.lenderId, content, sha256, acceptedAt, account: payoutAccounts })
    .from(loans)
    .leftJoin(agreements, eq(agreements.id, loans.id))
    .leftJoin(payoutAccounts, eq(payoutAccounts.id, loans.payoutAccountId))
    .where(inReach(loans, reach, eq(loans.id, loanId)));
  if (!found) throw notFound("loan");
  await requireByHand(found.lenderId);
  const { account, ...agreed } = found;
  if (!account || !agreed.content || !agreed.sha256 || !agreed.acceptedAt) {
    throw new CodedError("LOAN_STATE_CONFLICT", "The loan has not been accepted yet, or has no account.");
  }
  return { account, facts: agreed.content.facts, sha256: agreed.sha256, acceptedAt: agreed.acceptedAt };
}

function rowsOf(values: Record<string, string>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
