import { desc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import type { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { connections } from "@/db/schema/merchants";
import { scores, submissions } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import { type Kobo, toKobo } from "@/lib/kernel/money";
import { type Reach, reachOfRow } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { rescoreOutdated } from "@/lib/sales/records/rescore-outdated";
import { minimumAmount } from "@/lib/terms/funding/constants";
import { isOpen } from "@/lib/terms/loans/states";
import { modelVersion, type RiskTier } from "@/lib/terms/scoring/constants";
import type { StoredResult } from "@/lib/terms/scoring/result";
import { otherExposureOf, owingLoansOf, standingOf } from "./borrowers/exposure";
import { capReasonOf } from "./cap-reason";
import { listProductsFor } from "./limit-products";
import type { Facts, MerchantFacts } from "./policy";

type Request = typeof fundingRequests.$inferSelect;
type StoredScore = { tier: RiskTier; maxLendingCap: Kobo; dataFrom: BusinessTime; result: StoredResult };

export async function collectFacts(request: Request, now: BusinessTime): Promise<Facts> {
  const reach = reachOfRow(request);
  const facts = await collectMerchantFacts(reach, request.merchantId, now);
  const { amountRequested: principal, tenorDays, createdAt, financingTimeframeDays } = request;
  return {
    ...facts,
    request: { principal, tenorDays, createdAt, financingTimeframeDays },
    products: await listProductsFor({ reach, merchantId: request.merchantId, score: facts.score, now }, tenorDays),
  };
}

/** @param except the id of a loan that does not count: an offer that is decided again. */
export async function collectMerchantFacts(
  reach: Reach,
  merchantId: string,
  now: BusinessTime,
  except?: string,
): Promise<MerchantFacts> {
  const [row] = await db()
    .select({ connectionStatus: connections.status, status: kycRecords.status, decidedAt: kycRecords.decidedAt })
    .from(connections)
    .innerJoin(kycRecords, eq(kycRecords.merchantId, connections.merchantId))
    .where(inReach(connections, reach, eq(connections.merchantId, merchantId)));
  if (!row) throw new Error(`The merchant ${merchantId} has no connection or KYC record.`);

  await rescoreOutdated(reach, merchantId, now);
  const { riskTier: tier, maxLendingCap, result, submittedAt: dataFrom } = scores;
  const [score] = await db()
    .select({ tier, maxLendingCap, result, dataFrom })
    .from(scores)
    .where(inReach(scores, reach, eq(scores.merchantId, merchantId)))
    .orderBy(desc(scores.submittedAt), desc(scores.submissionId))
    .limit(1);
  const queued = await db()
    .select({ id: submissions.id })
    .from(submissions)
    .where(inReach(submissions, reach, eq(submissions.merchantId, merchantId), eq(submissions.status, "QUEUED")))
    .limit(1);
  const owing = (await owingLoansOf(reach, merchantId)).filter(({ id }) => id !== except);
  const decisive = score ? decisiveIn(score) : null;
  return {
    now,
    connectionStatus: row.connectionStatus,
    kyc: { status: row.status, decidedAt: row.decidedAt },
    score: decisive,
    scoringPending: queued.length > 0 || (score !== undefined && !decisive),
    own: await standingOf(merchantId, owing, now),
    others: await otherExposureOf(reach, merchantId, now),
    committedDeduction: owing.reduce((sum, loan) => sum + (isOpen(loan.status) ? loan.deductionBasisPoints : 0), 0),
  };
}

/** What is decided by. Null for a score of an older model, which is about to be computed again. */
function decisiveIn(score: StoredScore): MerchantFacts["score"] {
  const { tier, maxLendingCap, dataFrom, result } = score;
  if (result.modelVersion !== modelVersion) return null;
  const { assumedMonthlySales, weakestRuns, salesUntil } = result;
  const capReason = capReasonOf(result, maxLendingCap, toKobo(minimumAmount));
  return { tier, maxLendingCap, capReason, dataFrom, assumedMonthlySales, weakestRuns, salesUntil };
}
