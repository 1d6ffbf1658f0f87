import type { breaks } from "@/db/schema/settlements";
import { fromKobo } from "@/lib/money";
import { breakMessage } from "./messages";
import type { BreakAnswer } from "./schema";

export function toBreakAnswer(row: {
  found: typeof breaks.$inferSelect;
  thirdPartyCustomerId: string | null;
}): BreakAnswer {
  const { found, thirdPartyCustomerId } = row;
  return {
    id: found.id,
    type: found.type,
    status: found.status,
    message: breakMessage(found),
    merchantId: found.merchantId,
    thirdPartyCustomerId,
    loanId: found.loanId,
    settlementId: found.settlementId,
    repaymentEventId: found.repaymentEventId,
    expected: found.expected === null ? null : fromKobo(found.expected),
    actual: found.actual === null ? null : fromKobo(found.actual),
    evidence: found.evidence,
    detectedAt: found.detectedAt.toISOString(),
    resolution: found.resolution,
    note: found.note,
    resolvedBy: found.resolvedBy,
    resolvedAt: found.resolvedAt?.toISOString() ?? null,
  };
}
