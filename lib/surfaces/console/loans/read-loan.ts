import { and, eq, max, sql } from "drizzle-orm";
import { businessName } from "@/db/business-name";
import { db } from "@/db/client";
import { loanContacts, paymentPromises } from "@/db/schema/contacts";
import { kycRecords } from "@/db/schema/kyc";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { clockAheadOf } from "@/db/tenancy";
import { operatorIn, tenantOf } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { businessTime } from "@/lib/kernel/time";
import { listComplaints } from "@/lib/lending/complaints/queries";
import { readPromises } from "@/lib/lending/contacts/promises";
import { listProposals } from "@/lib/lending/proposals/queries";
import { findOpenFinding } from "@/lib/loans/ledger/findings";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { describeDifferences } from "@/lib/surfaces/console/describe-finding";
import { seenBy } from "@/lib/surfaces/console/proposals/read-proposal";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { namesOfActors } from "./actors";
import { nextSteps } from "./next-steps";

/** Of what waits about a loan so much is shown; the story has all of it. */
const shown = 10;

/** A loan of whichever marketplace, as operators see it, with what waits about it. */
export async function readLoanForOperators({ operator, environment, realNow }: ConsoleScope, loanId: string) {
  const [row] = await db()
    .select({
      loan: loans,
      businessName,
      thirdPartyCustomerId: merchants.thirdPartyCustomerId,
      email: merchants.email,
      marketplace: marketplaces.name,
      phone: sql<string | null>`coalesce(${kycRecords.businessInfo} ->> 'businessPhone', ${merchants.phoneNumber})`,
      ahead: clockAheadOf(loans),
    })
    .from(loans)
    .innerJoin(merchants, eq(merchants.id, loans.merchantId))
    .innerJoin(marketplaces, eq(marketplaces.id, loans.marketplaceId))
    .leftJoin(kycRecords, eq(kycRecords.merchantId, loans.merchantId))
    .where(and(eq(loans.id, loanId), eq(loans.environment, environment)));
  if (!row) throw notFound("loan");
  const { loan, ahead, ...names } = row;
  const now = businessTime(realNow, ahead);
  const [status, steps, proposals, complaints, promises, lastContact, wrong] = await Promise.all([
    readLoanStatus(reachOf(operatorIn(tenantOf(loan), operator)), loanId, now),
    nextSteps([{ loan, now }]),
    listProposals({ subjectId: loanId, status: "OPEN", limit: shown }, { operator, realNow }),
    listComplaints({ loanId, limit: shown }, realNow),
    readPromises(eq(paymentPromises.loanId, loanId), now, shown),
    lastContactOf(loan.merchantId),
    findOpenFinding(loanId),
  ]);
  const named = await namesOfActors(promises.map(({ takenBy }) => takenBy));
  return {
    ...status,
    ...names,
    merchantId: loan.merchantId,
    now,
    state: loan.status,
    next: steps.get(loanId) ?? null,
    proposals: proposals.data.map((one) => seenBy(operator, one)),
    complaints: complaints.data,
    promises: promises.map((one) => ({ ...one, takenBy: named(one.takenBy) })),
    lastContact,
    wrongBooks: wrong ? describeDifferences(wrong) : [],
  };
}

export type LoanForOperators = Awaited<ReturnType<typeof readLoanForOperators>>;

/** Whichever of its loans it was about. */
async function lastContactOf(merchantId: string): Promise<Date | null> {
  const [last] = await db()
    .select({ at: max(loanContacts.notedAt) })
    .from(loanContacts)
    .innerJoin(loans, eq(loans.id, loanContacts.loanId))
    .where(eq(loans.merchantId, merchantId));
  return last?.at ?? null;
}
