import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { fundingRequests } from "@/db/schema/funding";
import { loans } from "@/db/schema/loans";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import type { FundingRequestCursor, FundingRequestList } from "./list-schema";
import { toFundingRequestStatus } from "./serialize";

export async function listFundingRequests(
  reach: Reach,
  ref: string,
  query: FundingRequestCursor & { limit: number },
): Promise<FundingRequestList> {
  const { merchantId } = await findMerchant(reach, ref);
  const ofMerchant = eq(fundingRequests.merchantId, merchantId);
  await requireNeighbour(fundingRequests.id, query, inReach(fundingRequests, reach, ofMerchant));
  const rows = await db()
    .select({ request: fundingRequests, loanId: loans.id })
    .from(fundingRequests)
    .leftJoin(loans, eq(loans.fundingRequestId, fundingRequests.id))
    .where(inReach(fundingRequests, reach, ofMerchant, onPage(fundingRequests.id, query)))
    .orderBy(pageOrder(fundingRequests.id, query))
    .limit(pageRows(query));
  const page = pageOf(rows, query);
  const data = page.rows.map(({ request, loanId }) => ({
    ...toFundingRequestStatus({ ...request, loanId, capReason: request.decidedBy?.capReason ?? null }),
    financingTimeframeDays: request.financingTimeframeDays,
    createdAt: request.createdAt.toISOString(),
    decidedAt: request.decidedAt?.toISOString() ?? null,
  }));
  return { data, hasMore: page.hasMore };
}
listFundingRequests.errors = ["NOT_FOUND"] as const;
