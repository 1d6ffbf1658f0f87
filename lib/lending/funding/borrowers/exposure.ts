import { desc, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { scores } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import { later } from "@/lib/kernel/calendar";
import { type Kobo, plus, sumOf, zero } from "@/lib/kernel/money";
import { type Reach, reachOfRow } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { outstanding, writtenOff } from "@/lib/loans/ledger/balances";
import { bookOf, type LoanRecord, loadLoans, pausesOf } from "@/lib/loans/loans/load-loans";
import { delinquencyIn } from "@/lib/loans/loans/performance";
import { flagsInEffect } from "@/lib/sales/records/flags-in-effect";
import { isTooOld } from "@/lib/sales/scoring/staleness";
import { isCollected, isOffer, openLoanStates } from "@/lib/terms/loans/states";
import { modelVersion } from "@/lib/terms/scoring/constants";
import type { StoredResult } from "@/lib/terms/scoring/result";
import { type Member, membersOf } from "./members";
import {
  type Exposure,
  isClean,
  nothingOwed,
  type OtherExposure,
  overdueAfterDays,
  type Standing,
  together,
} from "./standing";

/**
 * The one place where a decision rests on data of other marketplaces: sums leave it, never whose they are, and
 * `elsewhere` is told to operators only (docs/lending.md#borrowers). Others are judged by their own clocks.
 */
export async function otherExposureOf(reach: Reach, merchantId: string, now: BusinessTime): Promise<OtherExposure> {
  const found: OtherExposure = { here: nothingOwed, elsewhere: nothingOwed };
  for (const { member, exposure } of await exposuresOf(reach, merchantId, now)) {
    if (member.merchantId === merchantId || (member.former && isClean(exposure))) continue;
    const where = member.marketplaceId === reach.tenant.marketplaceId ? "here" : "elsewhere";
    found[where] = together(found[where], exposure);
  }
  return found;
}

export async function isBorrowerBound(reach: Reach, merchantId: string, now: BusinessTime): Promise<boolean> {
  const exposures = await exposuresOf(reach, merchantId, now);
  return exposures.some(({ exposure }) => !isClean(exposure));
}

async function exposuresOf(reach: Reach, merchantId: string, now: BusinessTime) {
  const members = await membersOf(reach, merchantId);
  const self = members.find((member) => member.merchantId === merchantId);
  const found: { member: Member; exposure: Exposure }[] = [];
  for (const member of members) {
    if (!self) continue;
    const exposure = await exposureOf(member, later(now, member.clockAhead - self.clockAhead));
    found.push({ member, exposure });
  }
  return found;
}

async function exposureOf(member: Member, now: BusinessTime): Promise<Exposure> {
  const reach = reachOfRow(member);
  const [score] = await db()
    .select({ cap: scores.maxLendingCap, result: scores.result, flags: scores.flags, dataFrom: scores.submittedAt })
    .from(scores)
    .where(inReach(scores, reach))
    .orderBy(desc(scores.submittedAt), desc(scores.submissionId))
    .limit(1);
  const owing = await owingLoansOf(reach, member.merchantId);
  const standing = await standingOf(member.merchantId, owing, now);
  // What the record itself says of fraud, and not the flag that it was scored with and that may have been cleared since.
  const toldFraud = score ? score.result.riskFlags.includes("FRAUD_FLAG") && !score.flags?.fraud : false;
  return { ...standing, fraud: standing.fraud || toldFraud, highestCap: score ? capToday(score, now) : zero };
}

/** Nothing for data that has become too old, or a score of an older model, which is about to be computed again. */
function capToday({ cap, result, dataFrom }: { cap: Kobo; result: StoredResult; dataFrom: Date }, now: Date): Kobo {
  if (result.modelVersion !== modelVersion) return zero;
  return isTooOld({ dataFrom, salesUntil: result.salesUntil }, now) ? zero : cap;
}

/** How much principal of one lender a merchant's borrower takes up: here, itself included, and elsewhere. */
export async function committedToLender(reach: Reach, merchantId: string, lenderId: string) {
  const found = { here: zero, elsewhere: zero };
  for (const member of await membersOf(reach, merchantId)) {
    const owing = await owingLoansOf(reachOfRow(member), member.merchantId);
    const where = member.marketplaceId === reach.tenant.marketplaceId ? "here" : "elsewhere";
    const taken = owing.filter((loan) => loan.lenderId === lenderId).map(committedTo);
    found[where] = plus(found[where], sumOf(taken));
  }
  return found;
}

/** The loans that count for what a merchant owes: open ones, and those written off. */
export async function owingLoansOf(reach: Reach, merchantId: string): Promise<LoanRecord[]> {
  return loadLoans(reach, eq(loans.merchantId, merchantId), inArray(loans.status, [...openLoanStates, "WRITTEN_OFF"]));
}

export async function standingOf(
  merchantId: string,
  owing: readonly LoanRecord[],
  now: BusinessTime,
): Promise<Standing> {
  const late = await Promise.all(owing.map((loan) => isOverdue(loan, now)));
  // Fraud counts whenever it was reported.
  const conductAsOf = { suspensions: now, violations: now };
  const [flags] = await flagsInEffect([{ merchantId, submittedAt: now, conductAsOf }]);
  return {
    committed: sumOf(owing.map(committedTo)),
    defaulted: owing.some(isDefaulted),
    overdue: late.includes(true),
    fraud: flags?.fraud ?? false,
  };
}

/** The principal that a loan takes up of the cap (docs/lending.md#commitments). */
function committedTo(loan: LoanRecord): Kobo {
  if (isOffer(loan.status)) return loan.principal;
  return isCollected(loan.status) ? outstanding(bookOf(loan)).principal : zero;
}

/** A write-off does not cure a default, which lasts until the loss is recovered. */
function isDefaulted(loan: LoanRecord): boolean {
  return loan.status === "DEFAULTED" || writtenOff(bookOf(loan)) > 0;
}

async function isOverdue(loan: LoanRecord, now: BusinessTime): Promise<boolean> {
  // Pauses only make a debt younger.
  if (!isCollected(loan.status) || delinquencyIn(loan, [], now).daysPastDue <= overdueAfterDays) return false;
  return delinquencyIn(loan, await pausesOf(loan), now).daysPastDue > overdueAfterDays;
}
