import type { z } from "zod";
import type { correctSettlementBody } from "@/lib/lending/reconciliation/settlements/list-schema";
import type { CorrectionTyped } from "./schema";

/**
 * The correction that staff have typed, still to be validated: every figure as it should be, of which the verb keeps those
 * that differ. Without any reference the settlement names no deductions.
 */
export function correctionOf(typed: CorrectionTyped): z.input<typeof correctSettlementBody> {
  const names = typed.deductionReferences?.split("\n").flatMap((line) => line.trim() || []);
  return {
    grossAmount: nairaOf(typed.grossAmount),
    totalDeductions: nairaOf(typed.totalDeductions),
    netAmount: nairaOf(typed.netAmount),
    deductionReferences: names?.length === 0 ? null : names,
    reason: typed.reason,
  };
}

function nairaOf(typed: string): number | undefined {
  return typed === "" ? undefined : Number(typed.replaceAll(",", ""));
}
