import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { loans } from "@/db/schema/loans";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { day, later, now } from "@/lib/clock";
import { newId } from "@/lib/ids";
import { createTestLender } from "./lender";

/** An approved loan of 100,000 naira for 90 days, with the request it fulfils and a lender of its own. */
export async function anyLoan(tenant: Tenant, merchantId: string): Promise<{ loanId: string; reference: string }> {
  const lenderId = await createTestLender();
  const at = now();
  const common = { ...ownedBy(tenant), merchantId, tenorDays: 90 };
  const fundingRequestId = newId("fundingRequest");
  await db()
    .insert(fundingRequests)
    .values({
      ...common,
      id: fundingRequestId,
      amountRequested: 10_000_000,
      purpose: "Working capital",
      financingTimeframeDays: 7,
      status: "FULFILLED",
      createdAt: at,
      decidedAt: at,
    });
  const loanId = newId("loan");
  const reference = `LN-${loanId.slice(-12).toUpperCase()}`;
  await db()
    .insert(loans)
    .values({
      ...common,
      id: loanId,
      reference,
      fundingRequestId,
      lenderId,
      status: "APPROVED",
      principal: 10_000_000,
      interestBasisPoints: 900,
      interest: 900_000,
      deductionBasisPoints: 1_000,
      minimumDeduction: 10_000,
      startDate: at.toISOString().slice(0, 10),
      dueDate: later(at, 90 * day)
        .toISOString()
        .slice(0, 10),
      approvedAt: at,
      offerExpiresAt: later(at, 7 * day),
    });
  return { loanId, reference };
}
