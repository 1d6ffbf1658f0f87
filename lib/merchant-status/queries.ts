import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { matchesRef } from "@/db/merchant-ref";
import { jsonTimestamp, koboValue, rowsOf, timestamp } from "@/db/rows";
import { fundingRequests } from "@/db/schema/funding";
import { directors, documents, kycRecords } from "@/db/schema/kyc";
import { loans } from "@/db/schema/loans";
import { connections, merchants } from "@/db/schema/merchants";
import { scores } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import { connectionStatuses } from "@/lib/connections/states";
import { notFound } from "@/lib/errors";
import { failureReasons, fundingStatuses, purposes, tenors } from "@/lib/funding/constants";
import { toFundingRequestStatus } from "@/lib/funding/serialize";
import { documentTypes, kycSteps } from "@/lib/kyc/constants";
import { progressOf } from "@/lib/kyc/progress";
import { kycStatuses } from "@/lib/kyc/states";
import { businessTypes } from "@/lib/merchants/constants";
import { fromKobo } from "@/lib/money";
import type { Reach } from "@/lib/reach";
import { riskTiers } from "@/lib/scoring/constants";
import { type MerchantStatus, shownRequests } from "./schema";

const statusRow = z.strictObject({
  merchantId: z.string(),
  thirdPartyCustomerId: z.string().nullable(),
  connectionStatus: z.enum(connectionStatuses),
  kycStatus: z.enum(kycStatuses),
  submittedAt: timestamp.nullable(),
  requirements: z.array(
    z.strictObject({
      step: z.enum(kycSteps),
      item: z.string(),
      reasonCode: z.string(),
      message: z.string(),
      resolved: z.boolean(),
    }),
  ),
  rejectionReason: z.string().nullable(),
  businessType: z.enum(businessTypes).nullable(),
  directorCount: z.int(),
  documentTypes: z.array(z.enum(documentTypes)),
  score: z
    .strictObject({ total: z.number(), tier: z.enum(riskTiers), cap: koboValue, computedAt: jsonTimestamp })
    .nullable(),
  requests: z.array(
    z.strictObject({
      id: z.string(),
      status: z.enum(fundingStatuses),
      amountRequested: koboValue,
      tenorDays: z.literal(tenors),
      purpose: z.enum(purposes),
      loanId: z.string().nullable(),
      failureReason: z.enum(failureReasons).nullable(),
    }),
  ),
});

/**
 * The status that marketplaces poll: one statement, since it is the most frequent call.
 * @throws CodedError NOT_FOUND
 */
export async function readMerchantStatus(reach: Reach, ref: string): Promise<MerchantStatus> {
  const [row] = await rowsOf(statusRow)`${statusQuery(reach, ref)}`;
  if (!row) throw notFound("merchant");
  const { merchantId, thirdPartyCustomerId, connectionStatus } = row;
  const connectionOpen = connectionStatus !== "DISCONNECTED";
  return {
    merchantId,
    thirdPartyCustomerId,
    connectionStatus,
    kyc: progressOf({
      ...row,
      status: row.kycStatus,
      submittedAt: row.submittedAt === null ? null : new Date(row.submittedAt),
      connectionOpen,
    }),
    creditScore: connectionOpen ? toScore(row.score) : null,
    fundingRequests: row.requests.slice(0, shownRequests).map(toFundingRequestStatus),
    hasMoreFundingRequests: row.requests.length > shownRequests,
  };
}

function toScore(score: z.input<typeof statusRow>["score"]): MerchantStatus["creditScore"] {
  if (!score) return null;
  const { total, tier: riskTier, cap, computedAt } = score;
  return { score: total, riskTier, maxLendingCap: fromKobo(cap), computedAt: new Date(computedAt).toISOString() };
}

function statusQuery(reach: Reach, ref: string): SQL {
  return sql`
    select ${merchants.id} as "merchantId", ${merchants.thirdPartyCustomerId} as "thirdPartyCustomerId",
      ${connections.status} as "connectionStatus", ${kycRecords.status} as "kycStatus",
      ${kycRecords.submittedAt} as "submittedAt", ${kycRecords.requirements} as "requirements",
      ${kycRecords.rejectionReason} as "rejectionReason",
      ${kycRecords.businessInfo}->>'businessType' as "businessType",
      (select count(*)::int from ${directors} where ${directors.kycId} = ${kycRecords.id}) as "directorCount",
      array(select distinct ${documents.documentType} from ${documents}
        where ${documents.kycId} = ${kycRecords.id}) as "documentTypes",
      (select jsonb_build_object('total', ${scores.result} -> 'totalScore', 'tier', ${scores.riskTier},
          'cap', ${scores.maxLendingCap}, 'computedAt', ${scores.computedAt})
        from ${scores} where ${scores.merchantId} = ${merchants.id}
        order by ${scores.submittedAt} desc, ${scores.submissionId} desc limit 1) as "score",
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'status', r.status,
          'amountRequested', r.amount_requested, 'tenorDays', r.tenor_days, 'purpose', r.purpose,
          'failureReason', r.failure_reason,
          'loanId', (select ${loans.id} from ${loans} where ${loans.fundingRequestId} = r.id)) order by r.id desc)
        from (select * from ${fundingRequests} where ${fundingRequests.merchantId} = ${merchants.id}
          order by ${fundingRequests.id} desc limit ${shownRequests + 1}) r), '[]'::jsonb) as "requests"
    from ${merchants}
    join ${connections} on ${connections.merchantId} = ${merchants.id}
    join ${kycRecords} on ${kycRecords.merchantId} = ${merchants.id}
    where ${inReach(merchants, reach, matchesRef(ref))}`;
}
