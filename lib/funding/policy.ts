import { day, earliest, later, latest, minute } from "@/lib/calendar";
import type { ConnectionStatus } from "@/lib/connections/states";
import type { KycStatus } from "@/lib/kyc/states";
import { chooseLender } from "@/lib/lenders/choose-lender";
import type { LenderProduct } from "@/lib/lenders/product";
import { type Kobo, kobo, minus, plus, shareOf, zero } from "@/lib/money";
import type { RiskTier } from "@/lib/scoring/constants";
import type { BusinessTime } from "@/lib/time";
import type { FailureReason } from "./constants";

/** How often an undecided request is checked (docs/lending.md#decision). */
export const reconcileEvery = 2 * minute;

/** How long a request of an approved merchant waits for first data. */
export const waitForDataFor = day;

/** Age at which data is too old for a decision, however recently it was scored. */
const dataStaleAfter = 90 * day;

/** Facts about a merchant that do not depend on the request. */
export type MerchantFacts = {
  now: BusinessTime;
  connectionStatus: ConnectionStatus;
  kyc: { status: KycStatus; decidedAt: BusinessTime | null };
  /** `dataFrom` is when the marketplace submitted the scored data: rescoring does not make it newer. */
  score: { tier: RiskTier; maxLendingCap: Kobo; maxMonthlyRepayment: Kobo | null; dataFrom: BusinessTime } | null;
  /** Data of the merchant has been accepted but not scored yet. */
  scoringPending: boolean;
  /** Principal of open offers, plus outstanding principal of running loans. */
  committedPrincipal: Kobo;
  /** Their monthly repayments. */
  committedMonthly: Kobo;
  /** Includes a loan written off and not recovered. */
  hasDefaultedLoan: boolean;
};

export type Facts = MerchantFacts & {
  request: { principal: Kobo; tenorDays: number; createdAt: BusinessTime; financingTimeframeDays: number };
  /** The lenders' products for that tenor. */
  products: readonly LenderProduct[];
};

export type Decision =
  | { kind: "wait"; until: BusinessTime }
  | { kind: "reject"; reason: FailureReason }
  | { kind: "fulfil"; product: LenderProduct; tier: RiskTier };

/** Decides a funding request. The first check that holds wins, in the order of docs/lending.md#decision. */
export function decide(facts: Facts): Decision {
  const { now, request, kyc, score } = facts;
  const deadline = later(request.createdAt, request.financingTimeframeDays * day);
  const over = now >= deadline;
  const approved = kyc.status === "APPROVED" && facts.connectionStatus === "ACTIVE";
  const soon = later(now, reconcileEvery);
  const wait = (until: BusinessTime = deadline): Decision => ({ kind: "wait", until: earliest(soon, until, deadline) });

  if (kyc.status === "REJECTED") return reject("KYC_REJECTED");
  if (over && kyc.status !== "APPROVED") return reject("TIMEFRAME_EXPIRED");
  // An old score must not decide while newer data is being scored, which ends within minutes.
  if (facts.scoringPending && (score || !over)) return { kind: "wait", until: soon };
  if (over && !score) return reject("NO_CREDIT_SCORE");
  if (over && !approved) return reject("TIMEFRAME_EXPIRED");
  if (kyc.status !== "APPROVED") return wait();
  if (!score) {
    const dataBy = later(latest(request.createdAt, kyc.decidedAt ?? request.createdAt), waitForDataFor);
    return now >= dataBy ? reject("NO_CREDIT_SCORE") : wait(dataBy);
  }
  if (!approved) return wait();
  const reason = obstacle(facts) ?? objection(facts, request, facts.products);
  if (reason) return reject(reason);
  const product = chooseLender(facts.products, request.principal);
  return product ? { kind: "fulfil", product, tier: score.tier } : reject("NO_LENDER_AVAILABLE");
}

/** The reason a merchant can get no loan at all, whatever the amount; null if there is none. */
export function obstacle({ now, score, hasDefaultedLoan }: MerchantFacts): FailureReason | null {
  if (!score) return "NO_CREDIT_SCORE";
  if (hasDefaultedLoan) return "DEFAULTED_LOAN";
  if (score.tier === "E") return "RISK_TIER_BLOCKED";
  return now.getTime() - score.dataFrom.getTime() > dataStaleAfter ? "SCORE_STALE" : null;
}

/** The reason this amount cannot be lent for the tenor of `products`; null if there is none. */
export function objection(
  facts: MerchantFacts,
  asked: { principal: Kobo; tenorDays: number },
  products: readonly LenderProduct[],
): FailureReason | null {
  if (asked.principal > roomUnderCap(facts)) return "ABOVE_LENDING_CAP";
  const product = chooseLender(products, asked.principal);
  const total = plus(asked.principal, shareOf(asked.principal, product?.interestBasisPoints ?? 0));
  const room = monthlyRoom(facts);
  if (room !== null && monthlyRepayment(total, asked.tenorDays) > room) return "ABOVE_REPAYMENT_CAPACITY";
  return product ? null : "NO_LENDER_AVAILABLE";
}

/** The part of the lending cap left by existing loans; negative when they exceed it. */
export function roomUnderCap({ score, committedPrincipal }: MerchantFacts): Kobo {
  return minus(score?.maxLendingCap ?? zero, committedPrincipal);
}

/** The monthly capacity left by existing loans; null without a sales history, which means no limit. */
export function monthlyRoom({ score, committedMonthly }: MerchantFacts): Kobo | null {
  const carried = score?.maxMonthlyRepayment ?? null;
  return carried === null ? null : minus(carried, committedMonthly);
}

/** A loan's monthly repayment: its total spread over its whole months, rounded up. */
export function monthlyRepayment(total: Kobo, tenorDays: number): Kobo {
  return kobo(Math.ceil(total / repaymentMonths(tenorDays)));
}

/** Whole months of a tenor, at least one. */
export function repaymentMonths(tenorDays: number): number {
  return Math.max(1, Math.floor(tenorDays / 30));
}

function reject(reason: FailureReason): Decision {
  return { kind: "reject", reason };
}
