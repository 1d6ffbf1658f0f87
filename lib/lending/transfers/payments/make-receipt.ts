import { and, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { agreements } from "@/db/schema/agreements";
import { lenders } from "@/db/schema/lenders";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { payments } from "@/db/schema/payments";
import { inReach } from "@/db/tenancy";
import { env } from "@/lib/kernel/env";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { makeSectionsPdf } from "@/lib/loans/agreements/make-agreement-pdf";
import { momentInWords } from "@/lib/loans/agreements/words";
import { explainLoan } from "@/lib/loans/statements/explain-loan";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import type { KeyFacts } from "@/lib/terms/agreements";
import type { PaymentSource } from "@/lib/terms/payments/states";
import { debitedAccount } from "./debited-account";

/** Made anew each time, it always says the same: the parties have the names that they agreed under. */
export async function receiptFile(call: { reach: Reach; loanId: string; paymentId: string; now: BusinessTime }) {
  const { reach, loanId, paymentId, now } = call;
  const paid = await findPaid(reach, loanId, paymentId);
  const { payment, finishedAt, reference } = paid;
  const from = payment.mandateId === null ? null : await debitedAccount(payment.mandateId);
  const parties = await partiesOf(reach, paid);
  const query = { asOf: finishedAt, limit: 1 };
  const { balances } = await explainLoan({ reach, loanId, query, now });
  const at = finishedAt.toISOString();
  const rows = {
    "Paid by": parties.borrower,
    "Paid to": parties.lender,
    For: `Loan ${reference}, through ${parties.marketplace}`,
    "On (Lagos time)": momentInWords(at),
    From: from ? `${from.bankName}, ending in ${from.lastFour}` : "",
    How: from || payment.source !== "DIRECT" ? how[payment.source] : "Sent to the lender’s account",
    "Bank’s reference": payment.providerReference ?? "",
    "Receipt number": payment.id,
  };
  const after = {
    "Paid back in all": nairaText(balances.totalPaid),
    "Left to pay": nairaText(balances.outstanding.total),
  };
  const pdf = await makeSectionsPdf({
    title: `Receipt for ${nairaText(fromKobo(payment.amount))}`,
    at,
    lead: payment.environment === "test" ? ["This is test data: no money was paid."] : [],
    sections: [
      { title: "What was paid", rows: named(rows), paragraphs: [] },
      {
        title: "The loan after it",
        rows: named(after),
        paragraphs: [`Questions and complaints: ${env().supportEmail}. Name the loan and the receipt number.`],
      },
    ],
    foot: `${reference} · ${payment.id}`,
  });
  return {
    status: 200,
    text: pdf,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="receipt-${reference}-${at.slice(0, 10)}.pdf"`,
    },
  };
}

const how: Record<PaymentSource, string> = {
  DIRECT: "Ordered by you",
  MANDATE: "Debited for what was overdue",
  RECOVERY: "Paid to the lender outside this service",
};

type Parties = Pick<KeyFacts, "borrower" | "lender" | "marketplace">;
type Paid = Awaited<ReturnType<typeof findPaid>>;

async function findPaid(reach: Reach, loanId: string, paymentId: string) {
  const arrived = and(eq(payments.id, paymentId), eq(payments.status, "CONFIRMED"));
  const [found] = await db()
    .select({
      payment: payments,
      merchantId: loans.merchantId,
      reference: loans.reference,
      agreed: sql<Parties | null>`${agreements.content}->'facts'`,
      named: { lender: lenders.name, marketplace: marketplaces.name },
    })
    .from(payments)
    .innerJoin(loans, eq(loans.id, payments.loanId))
    .innerJoin(lenders, eq(lenders.id, loans.lenderId))
    .innerJoin(marketplaces, eq(marketplaces.id, loans.marketplaceId))
    .leftJoin(agreements, eq(agreements.id, loans.id))
    .where(inReach(loans, reach, eq(loans.id, loanId), arrived));
  const finishedAt = found?.payment.finishedAt;
  // Nothing was debited where sales had paid it all meanwhile.
  if (!found || !finishedAt || found.payment.amount === 0) throw notFound("payment");
  return { ...found, finishedAt };
}

/** Loans from before agreements were kept have only the names of now. */
async function partiesOf(reach: Reach, { agreed, named: known, merchantId }: Paid): Promise<Parties> {
  if (agreed) return agreed;
  const [borrower = ""] = await merchantNames(reach, merchantId);
  return { ...known, borrower };
}

function named(values: Record<string, string>): { name: string; value: string }[] {
  return Object.entries(values).flatMap(([name, value]) => (value === "" ? [] : [{ name, value }]));
}
