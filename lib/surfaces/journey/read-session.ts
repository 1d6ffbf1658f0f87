import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { loans, mandates } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { connections, merchants } from "@/db/schema/merchants";
import { payments } from "@/db/schema/payments";
import { scores, submissions } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo, type Kobo } from "@/lib/kernel/money";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { toFundingRequestStatus } from "@/lib/lending/funding/serialize";
import { owedOn } from "@/lib/loans/loans/load-loans";
import { kycSessionColumns, readKycLists, toKycSession } from "@/lib/merchants/kyc/session/read-kyc-session";
import { openLoanStates, payableStates, shownStatus } from "@/lib/terms/loans/states";
import type { CapReason } from "@/lib/terms/scoring/constants";
import { placeOf } from "./journey-place";
import { stageOf } from "./loan-stage";
import { refreshAfter } from "./refresh";
import type { EmbedSession } from "./schema";

/** Most requests and loans shown, open ones first. */
const shown = 20;

/** Everything the hosted journey shows of its token's merchant, and the next step. */
export async function readEmbedSession(
  actor: Extract<Actor, { kind: "embedToken" }>,
  now: BusinessTime,
): Promise<EmbedSession> {
  const { tenant, merchantId } = actor;
  const found = await loadMerchant(reachOf(actor), merchantId);
  if (!found) throw notFound("merchant");
  const { merchant, kyc, connectionStatus, scoring } = found;
  const session = toKycSession({ actor, row: found, lists: await readKycLists(actor), now });
  const taken = found.loans.map((loan) => ({ ...loan, loanId: loan.id, stage: stageOf(loan) }));
  return {
    ...session,
    ...placeOf({ kyc: session.kyc, requests: found.requests, loans: taken }),
    scoring,
    fundingRequests: found.requests.map((request) => ({
      ...toFundingRequestStatus(request),
      createdAt: isoOf(request.createdAt),
      decidedAt: request.decidedAt && isoOf(request.decidedAt),
    })),
    loans: taken.map(({ loanId, reference, status, stage, principal, approvedAt, owed }) => ({
      loanId,
      reference,
      status: shownStatus(status),
      stage,
      principalAmount: fromKobo(principal),
      approvedAt: isoOf(approvedAt),
      owedToMerchant: fromKobo(owed),
    })),
    preferences: { weeklySummary: merchant.weeklySummary },
    refreshAfterSeconds: refreshAfter({
      environment: tenant.environment,
      kycStatus: kyc.status,
      connectionStatus,
      scoring,
      requestPending: found.requests.some(({ status }) => status === "PENDING"),
      stages: taken.filter(({ status }) => status !== "PAYOUT_HELD").map(({ stage }) => stage),
      atBank: found.atBank,
      payoutHeld: taken.some(({ status }) => status === "PAYOUT_HELD"),
    }),
  };
}

type RequestRow = Omit<typeof fundingRequests.$inferSelect, "createdAt" | "decidedAt"> & {
  loanId: string | null;
  capReason: CapReason | null;
  createdAt: string;
  decidedAt: string | null;
};
type LoanRow = Pick<typeof loans.$inferSelect, "id" | "reference" | "status" | "principal" | "payoutAccountId"> & {
  approvedAt: string;
  owed: Kobo;
};

/** A timestamptz inside JSON, as answers show it. */
const isoOf = (moment: string) => new Date(moment).toISOString();

/** In one statement, so that a request decided meanwhile is never seen without its loan. */
async function loadMerchant(reach: Reach, merchantId: string) {
  const [row] = await db()
    .select({
      ...kycSessionColumns,
      scoring: sql<EmbedSession["scoring"]>`case
        when exists (select 1 from ${submissions} where merchant_id = ${merchantId} and status = 'QUEUED') then 'pending'
        when exists (select 1 from ${scores} where merchant_id = ${merchantId}) then 'scored'
        else 'none' end`,
      atBank: sql<boolean>`exists (select 1 from ${loans} l where l.merchant_id = ${merchantId}
        and l.status = any(${sql.param([...payableStates])}::text[])
        and (exists (select 1 from ${payments} p where p.loan_id = l.id and p.status = 'PENDING')
          or exists (select 1 from ${mandates} m where m.loan_id = l.id and m.status = 'PENDING')))`,
      requests: sql<RequestRow[]>`coalesce((select json_agg(json_build_object('id', r.id, 'status', r.status,
          'amountRequested', r.amount_requested, 'tenorDays', r.tenor_days, 'purpose', r.purpose,
          'failureReason', r.failure_reason, 'capReason', r.decided_by -> 'capReason',
          'createdAt', r.created_at, 'decidedAt', r.decided_at,
          'loanId', (select ${loans.id} from ${loans} where ${loans.fundingRequestId} = r.id)) order by r.id desc)
        from (select * from ${fundingRequests} where merchant_id = ${merchantId}
          order by status = 'PENDING' desc, id desc limit ${shown}) r),
        '[]'::json)`,
      loans: sql<LoanRow[]>`coalesce((select json_agg(json_build_object('id', l.id, 'reference', l.reference,
          'status', l.status, 'principal', l.principal, 'payoutAccountId', l.payout_account_id,
          'approvedAt', l.approved_at, 'owed', l.owed) order by l.id desc)
        from (select *, ${owedOn(loans)} as owed from ${loans} where merchant_id = ${merchantId}
          order by (status = any(${sql.param([...openLoanStates])}::text[]) or ${owedOn(loans)} > 0) desc, id desc
          limit ${shown}) l),
        '[]'::json)`,
    })
    .from(merchants)
    .innerJoin(marketplaces, eq(marketplaces.id, merchants.marketplaceId))
    .innerJoin(connections, eq(connections.merchantId, merchants.id))
    .innerJoin(kycRecords, eq(kycRecords.merchantId, merchants.id))
    .where(inReach(merchants, reach, eq(merchants.id, merchantId)));
  return row;
}
