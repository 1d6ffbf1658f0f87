import { day, earliest, later, latest, minute } from "@/lib/calendar";
import type { ConnectionStatus } from "@/lib/connections/states";
import type { KycStatus } from "@/lib/kyc/states";
import { chooseLender } from "@/lib/lenders/choose-lender";
import type { LenderOffer } from "@/lib/lenders/offer";
import { type Kobo, kobo, minus, plus, shareOf, zero } from "@/lib/money";
import type { RiskTier } from "@/lib/scoring/constants";
import type { BusinessTime } from "@/lib/time";
import type { FailureReason } from "./constants";

/** How often an undecided request is looked at (docs/lending.md#decision). */
export const reconcileEvery = 2 * minute;

/** How long an approved merchant without any data is waited for. */
export const waitForDataFor = day;

/** Age at which data no longer decides about money, however lately it was scored. */
const dataStaleAfter = 90 * day;

/** What is known of a merchant who wants money, whatever it asks for. */
export type MerchantFacts = {
  now: BusinessTime;
  connectionStatus: ConnectionStatus;
  kyc: { status: KycStatus; decidedAt: BusinessTime | null };
  /** `dataFrom` is when the marketplace submitted what was scored: scoring it again does not make it younger. */
  score: { tier: RiskTier; maxLendingCap: Kobo; maxMonthlyRepayment: Kobo | null; dataFrom: BusinessTime } | null;
  /** Data of the merchant has been accepted and not scored yet. */
  scoringPending: boolean;
  /** Principal of open offers, and what is outstanding of that of running loans. */
  committedPrincipal: Kobo;
  /** What those are to bring back in a month. */
  committedMonthly: Kobo;
  /** Also one that was given up and not recovered. */
  hasDefaultedLoan: boolean;
};

/** Everything a decision rests on. */
export type Facts = MerchantFacts & {
  request: { principal: Kobo; tenorDays: number; createdAt: BusinessTime; financingTimeframeDays: number };
  /** What the lenders offer for that tenor. */
  offers: readonly LenderOffer[];
};

export type Decision =
  | { kind: "wait"; until: BusinessTime }
  | { kind: "reject"; reason: FailureReason }
  | { kind: "fulfil"; offer: LenderOffer; tier: RiskTier };

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
  // An older score must not decide while newer data is being scored; scoring ends within minutes, whatever comes of it.
  if (facts.scoringPending && (score || !over)) return { kind: "wait", until: soon };
  if (over && !score) return reject("NO_CREDIT_SCORE");
  if (over && !approved) return reject("TIMEFRAME_EXPIRED");
  if (kyc.status !== "APPROVED") return wait();
  if (!score) {
    const dataBy = later(latest(request.createdAt, kyc.decidedAt ?? request.createdAt), waitForDataFor);
    return now >= dataBy ? reject("NO_CREDIT_SCORE") : wait(dataBy);
  }
  if (!approved) return wait();
  const reason = obstacle(facts) ?? objection(facts, request, facts.offers);
  if (reason) return reject(reason);
  const offer = chooseLender(facts.offers, request.principal);
  return offer ? { kind: "fulfil", offer, tier: score.tier } : reject("NO_LENDER_AVAILABLE");
}

/** What stands in the way of any loan to a merchant, of whatever amount; null when nothing does. */
export function obstacle({ now, score, hasDefaultedLoan }: MerchantFacts): FailureReason | null {
  if (!score) return "NO_CREDIT_SCORE";
  if (hasDefaultedLoan) return "DEFAULTED_LOAN";
  if (score.tier === "E") return "RISK_TIER_BLOCKED";
  return now.getTime() - score.dataFrom.getTime() > dataStaleAfter ? "SCORE_STALE" : null;
}

/** What stands in the way of this amount for this tenor, of which `offers` are; null when nothing does. */
export function objection(
  facts: MerchantFacts,
  asked: { principal: Kobo; tenorDays: number },
  offers: readonly LenderOffer[],
): FailureReason | null {
  if (asked.principal > roomUnderCap(facts)) return "ABOVE_LENDING_CAP";
  const offer = chooseLender(offers, asked.principal);
  const total = plus(asked.principal, shareOf(asked.principal, offer?.interestBasisPoints ?? 0));
  const room = monthlyRoom(facts);
  if (room !== null && monthlyRepayment(total, asked.tenorDays) > room) return "ABOVE_REPAYMENT_CAPACITY";
  return offer ? null : "NO_LENDER_AVAILABLE";
}

/** What the loans there are have left of the lending cap; negative when they take up more. */
export function roomUnderCap({ score, committedPrincipal }: MerchantFacts): Kobo {
  return minus(score?.maxLendingCap ?? zero, committedPrincipal);
}

/** What a month of sales can still carry beside the loans there are; null without a sales history, which sets no bound. */
export function monthlyRoom({ score, committedMonthly }: MerchantFacts): Kobo | null {
  const carried = score?.maxMonthlyRepayment ?? null;
  return carried === null ? null : minus(carried, committedMonthly);
}

/** What a loan brings back in a month: its total spread over its whole months, rounded up. */
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
