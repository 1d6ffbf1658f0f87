import { day, earliest, later, latest, minute } from "@/lib/kernel/calendar";
import { greatest, type Kobo, kobo, least, minus, sumOf, toKobo, zero } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { AssumedSales } from "@/lib/parties/lenders/assumed-sales";
import { chooseLender } from "@/lib/parties/lenders/choose-lender";
import { isCarried } from "@/lib/parties/lenders/deduction-percentage";
import type { LenderProduct } from "@/lib/parties/lenders/product";
import { isTooOld } from "@/lib/sales/scoring/staleness";
import type { ConnectionStatus } from "@/lib/terms/connections";
import { type FailureReason, minimumAmount } from "@/lib/terms/funding/constants";
import type { KycStatus } from "@/lib/terms/kyc/states";
import { type CapReason, combinedShare, type RiskTier } from "@/lib/terms/scoring/constants";
import { nothingOwed, type OtherExposure, type Standing } from "./borrowers/standing";

/** How often an undecided request is checked (docs/lending.md#decision). */
export const reconcileEvery = 2 * minute;

/** How long a request of an approved merchant waits for first data. */
export const waitForDataFor = day;

export type ScoreFacts = AssumedSales & {
  tier: RiskTier;
  maxLendingCap: Kobo;
  /** Why the cap is below the smallest loan; null where it is not. */
  capReason: CapReason | null;
  /** When the marketplace submitted the scored data: rescoring does not make it newer. */
  dataFrom: BusinessTime;
  /** The newest month of the sales history, `YYYY-MM`; null without one. */
  salesUntil: string | null;
};

/** Facts about a merchant that do not depend on the request. */
export type MerchantFacts = {
  now: BusinessTime;
  connectionStatus: ConnectionStatus;
  kyc: { status: KycStatus; decidedAt: BusinessTime | null };
  score: ScoreFacts | null;
  /** Data of the merchant has been accepted but not scored yet. */
  scoringPending: boolean;
  /** How the merchant stands with its own loans. */
  own: Standing;
  others: OtherExposure;
  /** Sum of the deduction percentages of the merchant's offers and running loans, in basis points. */
  committedDeduction: number;
};

export type Facts = MerchantFacts & {
  request: { principal: Kobo; tenorDays: number; createdAt: BusinessTime; financingTimeframeDays: number };
  products: readonly LenderProduct[];
};

/** The reason is for anybody; the cause, which may lie at another marketplace, for operators only. */
export type Refusal = { reason: FailureReason; cause: Cause };

/** FRAUD is told as RISK_TIER_BLOCKED, like that of the merchant itself, which puts it into tier E. */
export type Cause = FailureReason | "FRAUD";

export type Decision =
  | { kind: "wait"; until: BusinessTime }
  | ({ kind: "reject" } & Refusal)
  | { kind: "fulfil"; product: LenderProduct; sales: AssumedSales };

/** Decides a funding request. The first check that holds wins, in the order of docs/lending.md#decision. */
export function decide(facts: Facts): Decision {
  const { now, request, kyc, score } = facts;
  const deadline = later(request.createdAt, request.financingTimeframeDays * day);
  const over = now >= deadline;
  const connected = facts.connectionStatus === "ACTIVE";
  const soon = later(now, reconcileEvery);
  const wait = (until: BusinessTime = deadline): Decision => ({ kind: "wait", until: earliest(soon, until, deadline) });

  if (kyc.status === "REJECTED") return reject("KYC_REJECTED");
  if (over && kyc.status !== "APPROVED") return reject("TIMEFRAME_EXPIRED");
  // An old score must not decide while newer data is being scored, which ends within minutes.
  if (facts.scoringPending && (score || !over)) return { kind: "wait", until: soon };
  if (over && !score) return reject("NO_CREDIT_SCORE");
  if (over && !connected) return reject("TIMEFRAME_EXPIRED");
  if (kyc.status !== "APPROVED") return wait();
  if (!score) {
    const dataBy = later(latest(request.createdAt, kyc.decidedAt ?? request.createdAt), waitForDataFor);
    return now >= dataBy ? reject("NO_CREDIT_SCORE") : wait(dataBy);
  }
  if (!connected) return wait();
  const refusal = refusalOf(facts, request.principal, facts.products);
  if (refusal) return { kind: "reject", ...refusal };
  const product = chooseLender(facts.products, request.principal, score, deductionRoom(facts));
  return product ? { kind: "fulfil", product, sales: score } : reject("NO_LENDER_AVAILABLE");
}

/** Why this amount is not lent on these products, all of one tenor; null if there is no reason. */
export function refusalOf(facts: MerchantFacts, principal: Kobo, products: readonly LenderProduct[]): Refusal | null {
  return refusalBy(facts, (known) => obstacle(known) ?? objection(known, principal, products));
}

/** As if there were no other marketplaces: any other reason would show that there is something to hide. */
export function refusalBy(facts: MerchantFacts, rule: (facts: MerchantFacts) => Cause | null): Refusal | null {
  const cause = rule(facts);
  if (!cause) return null;
  const reason = rule(knownHere(facts)) ?? "NO_LENDER_AVAILABLE";
  return { cause, reason: reason === "FRAUD" ? "RISK_TIER_BLOCKED" : reason };
}

function knownHere<Known extends MerchantFacts>(facts: Known): Known {
  return { ...facts, others: { ...facts.others, elsewhere: nothingOwed } };
}

export function obstacle(facts: MerchantFacts): Cause | null {
  const { now, score } = facts;
  if (!score) return "NO_CREDIT_SCORE";
  const borrower = borrowerIn(facts);
  if (borrower.some(({ defaulted }) => defaulted)) return "DEFAULTED_LOAN";
  if (borrower.some(({ overdue }) => overdue)) return "OVERDUE_LOAN";
  if (isFraudInForce(facts)) return "FRAUD";
  if (score.tier === "E") return "RISK_TIER_BLOCKED";
  return isTooOld(score, now) ? "SCORE_STALE" : null;
}

/** Whether fraud of any merchant of the borrower has been reported and not cleared. */
export function isFraudInForce(facts: MerchantFacts): boolean {
  return borrowerIn(facts).some(({ fraud }) => fraud);
}

function borrowerIn({ own, others }: MerchantFacts): readonly Standing[] {
  return [own, others.here, others.elsewhere];
}

/** Why this amount cannot be lent on these products, all of one tenor; null if there is none. */
function objection(facts: MerchantFacts, principal: Kobo, products: readonly LenderProduct[]): FailureReason | null {
  const above = aboveCaps(facts, principal);
  if (above) return above;
  if (isAboveCapacity(facts, principal, products)) return "ABOVE_REPAYMENT_CAPACITY";
  return chooseLender(products, principal, salesOf(facts), deductionRoom(facts)) ? null : "NO_LENDER_AVAILABLE";
}

/** Whether no product's range, nor what other loans leave of the sales, brings this amount back in time. */
export function isAboveCapacity(facts: MerchantFacts, principal: Kobo, products: readonly LenderProduct[]): boolean {
  const carried = (product: LenderProduct) => isCarried(principal, product, salesOf(facts), deductionRoom(facts));
  return products.length > 0 && !products.some(carried);
}

/** `measure`: "exact" where an offer is decided again, which tells of one amount only. */
export function aboveCaps(facts: MerchantFacts, principal: Kobo, measure?: "exact"): FailureReason | null {
  if (principal > roomUnderOwnCap(facts)) return "ABOVE_LENDING_CAP";
  return principal > roomOfBorrower(facts, measure) ? "ABOVE_OWNER_EXPOSURE" : null;
}

/** What existing loans leave of both caps; negative when they exceed one. */
export function roomUnderCaps(facts: MerchantFacts): Kobo {
  return least(roomUnderOwnCap(facts), roomOfBorrower(facts));
}

function roomUnderOwnCap({ score, own }: MerchantFacts): Kobo {
  return minus(score?.maxLendingCap ?? zero, own.committed);
}

/**
 * The highest of theirs. As far as other marketplaces decide what is left, only quarters of the own cap are told, so
 * that nobody reads there what is owed elsewhere (docs/lending.md#borrowers).
 */
function roomOfBorrower({ score, own, others: { here, elsewhere } }: MerchantFacts, measure?: "exact"): Kobo {
  const ownCap = score?.maxLendingCap ?? zero;
  const capHere = greatest(ownCap, here.highestCap);
  const cap = greatest(capHere, elsewhere.highestCap);
  const left = minus(cap, elsewhere.committed);
  const isTelling = cap > capHere || elsewhere.committed > 0;
  const told = isTelling && measure !== "exact" ? inQuarters(left, ownCap) : left;
  return minus(told, sumOf([own.committed, here.committed]));
}

/** Rounded down to quarters of the cap; nothing where that is less than the smallest loan. */
export function inQuarters(amount: Kobo, cap: Kobo): Kobo {
  if (amount <= 0 || cap <= 0) return zero;
  const quarters = (4n * BigInt(amount)) / BigInt(cap);
  const rounded = kobo(Number((quarters * BigInt(cap)) / 4n));
  return rounded < toKobo(minimumAmount) ? zero : rounded;
}

/** The share of each sale left by existing loans, in basis points; negative when they exceed the limit. */
export function deductionRoom({ committedDeduction }: MerchantFacts): number {
  return combinedShare * 100 - committedDeduction;
}

export function salesOf({ score }: MerchantFacts): AssumedSales {
  return score ?? { assumedMonthlySales: zero, weakestRuns: null };
}

function reject(reason: FailureReason): Decision {
  return { kind: "reject", reason, cause: reason };
}
