import { z } from "zod";
import { type Asked, askedMerchants, inListOrder } from "@/db/asked-merchants";
import { readTogether } from "@/db/read-together";
import { jsonTimestamp, koboValue, rowsOf, timestamp } from "@/db/rows";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import { toFundingRequestStatus } from "@/lib/lending/funding/serialize";
import { progressOf } from "@/lib/merchants/kyc/progress";
import { connectionStatuses } from "@/lib/terms/connections";
import { failureReasons, fundingStatuses, purposes, tenors } from "@/lib/terms/funding/constants";
import { kycSteps } from "@/lib/terms/kyc/constants";
import { documentTypes } from "@/lib/terms/kyc/document-kinds";
import { kycStatuses } from "@/lib/terms/kyc/states";
import { businessTypes } from "@/lib/terms/merchants/business-kinds";
import { capReasons, riskTiers } from "@/lib/terms/scoring/constants";
import { type MerchantStatus, shownRequests } from "./schema";

const statusRow = z.strictObject({
  position: z.int(),
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
      capReason: z.enum(capReasons).nullable(),
    }),
  ),
});

type Row = z.input<typeof statusRow>;

// One statement, since it is the most frequent call.
const load = readTogether(async (asked: Asked[]): Promise<(Row | undefined)[]> => {
  const rows = await rowsOf(statusRow)`
    select merchant.position, merchant.id as "merchantId", merchant.third_party_customer_id as "thirdPartyCustomerId",
      c.status as "connectionStatus", k.status as "kycStatus", k.submitted_at as "submittedAt", k.requirements,
      k.rejection_reason as "rejectionReason", k.business_info ->> 'businessType' as "businessType",
      (select count(*)::int from directors d where d.kyc_id = k.id) as "directorCount",
      array(select distinct d.document_type from documents d where d.kyc_id = k.id) as "documentTypes",
      (select json_build_object('total', s.result -> 'totalScore', 'tier', s.risk_tier, 'cap', s.max_lending_cap,
          'computedAt', s.computed_at)
        from scores s where s.merchant_id = merchant.id
        order by s.submitted_at desc, s.submission_id desc limit 1) as score,
      array_to_json(array(select json_build_object('id', r.id, 'status', r.status,
          'amountRequested', r.amount_requested, 'tenorDays', r.tenor_days, 'purpose', r.purpose,
          'failureReason', r.failure_reason, 'capReason', r.decided_by -> 'capReason',
          'loanId', (select l.id from loans l where l.funding_request_id = r.id))
        from funding_requests r where r.merchant_id = merchant.id
        order by r.id desc limit ${shownRequests + 1})) as requests
    from ${askedMerchants(asked)} merchant
    join connections c on c.merchant_id = merchant.id
    join kyc_records k on k.merchant_id = merchant.id`;
  return inListOrder(asked, rows);
});

/** `ref`: the merchant's id here or at its marketplace. */
export async function readMerchantStatus(reach: Reach, ref: string): Promise<MerchantStatus> {
  const row = await load({ reach, ref });
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
readMerchantStatus.errors = ["NOT_FOUND"] as const;

function toScore(score: Row["score"]): MerchantStatus["creditScore"] {
  if (!score) return null;
  const { total, tier: riskTier, cap, computedAt } = score;
  return { score: total, riskTier, maxLendingCap: fromKobo(cap), computedAt: new Date(computedAt).toISOString() };
}
