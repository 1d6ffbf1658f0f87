import type { settlements } from "@/db/schema/settlements";
import { fromKobo, type Kobo } from "@/lib/money";
import type { SettlementAnswer } from "./list-schema";

/** A deduction matched to a settlement, as read in `queries.ts`: moments as PostgreSQL writes them in JSON. */
export type Match = Omit<SettlementAnswer["matches"][number], "amount"> & { amount: Kobo };

type SettlementRow = {
  settlement: typeof settlements.$inferSelect;
  thirdPartyCustomerId: string | null;
  matches: Match[];
  matchCount: number;
  openBreaks: string[];
};

export function toSettlementAnswer(row: SettlementRow): SettlementAnswer {
  const { settlement, thirdPartyCustomerId, matches, matchCount, openBreaks } = row;
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
    receivedAt: settlement.createdAt.toISOString(),
  };
}

function naira(kobo: Kobo | null): number | null {
  return kobo === null ? null : fromKobo(kobo);
}

function moment(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
