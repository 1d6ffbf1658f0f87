import type { breaks } from "@/db/schema/settlements";
import { fromKobo, type Kobo } from "@/lib/kernel/money";
import { breakMessage } from "./messages";
import { needsOperator } from "./needs-operator";
import type { BreakAnswer } from "./schema";

export function toBreakAnswer(row: {
  found: typeof breaks.$inferSelect;
  thirdPartyCustomerId: string | null;
  owed: Kobo | null;
}): BreakAnswer {
  const { found, thirdPartyCustomerId, owed } = row;
  return {
    id: found.id,
    type: found.type,
    status: found.status,
    message: breakMessage({ ...found, owed }),
    merchantId: found.merchantId,
    thirdPartyCustomerId,
    loanId: found.loanId,
    settlementId: found.settlementId,
    repaymentEventId: found.repaymentEventId,
    expected: naira(found.expected),
    actual: naira(found.actual),
    evidence: found.evidence,
    detectedAt: found.detectedAt.toISOString(),
    needsOperator: needsOperator(found),
    answer: answerTo(found),
    resolution: found.resolution,
    note: found.note,
    resolvedBy: found.resolvedBy,
    resolvedAt: found.resolvedAt?.toISOString() ?? null,
  };
}

function answerTo(found: typeof breaks.$inferSelect): BreakAnswer["answer"] {
  const { answerReason: reason, answerNote: note, answeredBy, answeredAt, answeredExpected, answeredActual } = found;
  if (reason === null || note === null || answeredBy === null || answeredAt === null) return null;
  const about = { expected: naira(answeredExpected), actual: naira(answeredActual) };
  return { reason, note, answeredBy, answeredAt: answeredAt.toISOString(), ...about };
}

function naira(amount: Kobo | null): number | null {
  return amount === null ? null : fromKobo(amount);
}
