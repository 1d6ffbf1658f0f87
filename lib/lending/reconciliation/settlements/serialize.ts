import type { settlements } from "@/db/schema/settlements";
import { fromKobo, type Kobo } from "@/lib/kernel/money";
import type { CorrectableFigures } from "@/lib/terms/settlements";
import { firstReport } from "./first-report";
import { type SettlementAnswer, type SomeFigures, shownMatches } from "./list-schema";

/** A deduction matched to a settlement, as read in `queries.ts`: moments as PostgreSQL writes them in JSON. */
export type Match = Omit<SettlementAnswer["matches"][number], "amount"> & { amount: Kobo };

export type Correction = { previous: Partial<CorrectableFigures>; corrected: Partial<CorrectableFigures> } & Record<
  "reason" | "correctedBy" | "correctedAt",
  string
>;

type SettlementRow = {
  settlement: typeof settlements.$inferSelect;
  thirdPartyCustomerId: string | null;
  matches: Match[];
  matchCount: number;
  openBreaks: string[];
  corrections: Correction[];
};

export function toSettlementAnswer(row: SettlementRow): SettlementAnswer {
  const { settlement, thirdPartyCustomerId, matches, matchCount, openBreaks, corrections } = row;
  return {
    id: settlement.id,
    reference: settlement.reference,
    merchantId: settlement.merchantId,
    thirdPartyCustomerId,
    netAmount: fromKobo(settlement.netAmount),
    grossAmount: naira(settlement.grossAmount),
    totalDeductions: naira(settlement.totalDeductions),
    periodStart: moment(settlement.periodStart),
    periodEnd: moment(settlement.periodEnd),
    transferredAt: moment(settlement.transferredAt),
    transferReference: settlement.transferReference,
    deductionReferenceCount: settlement.deductionReferences?.length ?? null,
    matchStatus: settlement.matchStatus,
    matchedAmount: naira(settlement.matchedAmount),
    matchedAt: moment(settlement.matchedAt),
    matches: matches.map((match) => ({
      ...match,
      amount: fromKobo(match.amount),
      deductedAt: new Date(match.deductedAt).toISOString(),
      reportedAt: new Date(match.reportedAt).toISOString(),
    })),
    matchCount,
    openBreaks,
    reported: figuresOf(firstReport(settlement, corrections)),
    corrections: corrections.map(({ previous, corrected, reason, correctedBy, correctedAt }) => ({
      previous: toFigures(previous),
      corrected: toFigures(corrected),
      reason,
      correctedBy,
      correctedAt: new Date(correctedAt).toISOString(),
    })),
    receivedAt: settlement.createdAt.toISOString(),
  };
}

function figuresOf(settlement: CorrectableFigures): SettlementAnswer["reported"] {
  const { grossAmount, totalDeductions, netAmount, deductionReferences } = settlement;
  const amounts = { grossAmount: naira(grossAmount), totalDeductions: naira(totalDeductions) };
  return { ...amounts, netAmount: fromKobo(netAmount), ...namesOf(deductionReferences) };
}

/** In naira, and only what was corrected. */
function toFigures(figures: Partial<CorrectableFigures>): SomeFigures {
  const { grossAmount, totalDeductions, netAmount, deductionReferences } = figures;
  return {
    ...(grossAmount === undefined ? {} : { grossAmount: naira(grossAmount) }),
    ...(totalDeductions === undefined ? {} : { totalDeductions: naira(totalDeductions) }),
    ...(netAmount === undefined ? {} : { netAmount: fromKobo(netAmount) }),
    ...(deductionReferences === undefined ? {} : namesOf(deductionReferences)),
  };
}

function namesOf(names: string[] | null) {
  return {
    deductionReferences: names?.slice(0, shownMatches) ?? null,
    deductionReferenceCount: names?.length ?? null,
  };
}

function naira(kobo: Kobo | null): number | null {
  return kobo === null ? null : fromKobo(kobo);
}

function moment(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
