import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { loans } from "@/db/schema/loans";
import { connections, merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { readFundingOptions } from "@/lib/lending/funding/read-funding-options";
import { publicKycStatus } from "@/lib/terms/kyc/states";
import { shownStatus } from "@/lib/terms/loans/states";

/** What was asked, by what it was decided, what came of it; refused, with what could be had today. */
export async function readFunding(reach: Reach, id: string, now: BusinessTime) {
  const [row] = await db()
    .select({
      request: fundingRequests,
      merchant: { id: merchants.id, businessName: merchants.businessName },
      connection: connections.status,
      kyc: kycRecords.status,
      rejectionReason: kycRecords.rejectionReason,
      loan: { id: loans.id, reference: loans.reference, state: loans.status },
    })
    .from(fundingRequests)
    .innerJoin(merchants, eq(merchants.id, fundingRequests.merchantId))
    .innerJoin(connections, eq(connections.merchantId, fundingRequests.merchantId))
    .innerJoin(kycRecords, eq(kycRecords.merchantId, fundingRequests.merchantId))
    .leftJoin(loans, eq(loans.fundingRequestId, fundingRequests.id))
    .where(inReach(fundingRequests, reach, eq(fundingRequests.id, id)));
  if (!row) throw notFound("funding request");
  const { request, merchant, connection, kyc, loan } = row;
  const asksAgain = request.status === "REJECTED" && connection !== "DISCONNECTED";
  return {
    request,
    merchant,
    connection,
    kyc: publicKycStatus(kyc),
    rejectionReason: kyc === "REJECTED" ? row.rejectionReason : null,
    loan: loan && { ...loan, status: shownStatus(loan.state) },
    today: asksAgain ? await readFundingOptions(reach, merchant.id, fromKobo(request.amountRequested), now) : null,
  };
}
