import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { loans, payoutAccounts } from "@/db/schema/loans";
import { inReach } from "@/db/tenancy";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { fromKobo, nairaText, plus } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import { makeSectionsPdf } from "@/lib/loans/agreements/make-agreement-pdf";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import { findActiveRail } from "@/lib/parties/lenders/rails/queries";
import { bankNameOf } from "@/lib/terms/bank-names";
import { amountInWords } from "./amount-in-words";

/**
 * What a loan's merchant signs where its lender debits by hand (docs/by-hand.md#mandates): the same bytes each time. Its
 * holder writes the account's number in; here are its last digits.
 */
export async function mandateFormFile({ reach, loanId }: { reach: Reach; loanId: string }) {
  const { loan, lender, account } = await findWanted(reach, loanId);
  const [borrower = ""] = await merchantNames(reach, loan.merchantId);
  const most = plus(loan.principal, loan.interest);
  const { reference } = loan;
  const parties = {
    "Account holder": account.accountName ?? borrower,
    Borrower: borrower,
    Bank: bankNameOf(account.bankCode),
    "Account ends in": account.lastFour,
    "May be debited by": lender,
    For: `Loan ${reference}`,
    "At most, altogether": `${nairaText(fromKobo(most))} (${amountInWords(most)})`,
  };
  const line = "______________________________";
  const toFill = { "Account number (ten digits)": line, "Name of who signs": line, Signature: line, Date: line };
  const pdf = await makeSectionsPdf({
    title: `Direct debit mandate for loan ${reference}`,
    at: loan.approvedAt.toISOString(),
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

async function findWanted(reach: Reach, loanId: string) {
  const [found] = await db()
    .select({ loan: loans, lender: lenders.name, account: payoutAccounts })
    .from(loans)
    .innerJoin(lenders, eq(lenders.id, loans.lenderId))
    .leftJoin(payoutAccounts, eq(payoutAccounts.id, loans.payoutAccountId))
    .where(inReach(loans, reach, eq(loans.id, loanId)));
  if (!found) throw notFound("loan");
  const { loan, lender, account } = found;
  if (!account || (await findActiveRail(loan.lenderId))?.kind !== "BY_HAND") {
    throw new CodedError("LOAN_STATE_CONFLICT", "The loan has no account yet, or its mandate is not given on paper.");
  }
  return { loan, lender, account };
}

function rowsOf(values: Record<string, string>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
