import type { DecidedBy } from "@/lib/terms/funding/decided-by-schema";
import { mostOf } from "./options";
import type { Facts } from "./policy";

export function decidedByOf(facts: Facts): DecidedBy | null {
  const { score, own, others } = facts;
  if (!score) return null;
  return {
    tier: score.tier,
    cap: score.maxLendingCap,
    capReason: score.capReason,
    committed: own.committed,
    committedByOthers: others.here.committed,
    assumedMonthlySales: score.assumedMonthlySales,
    dataFrom: score.dataFrom.toISOString(),
    salesUntil: score.salesUntil,
    most: mostOf(facts, facts.products),
  };
}
