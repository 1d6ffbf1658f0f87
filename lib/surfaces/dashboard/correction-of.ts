import type { z } from "zod";
import type { correctSettlementBody } from "@/lib/lending/reconciliation/settlements/list-schema";
import { nairaOf } from "@/lib/terms/typed-amounts";
import type { CorrectionTyped } from "./schema";

/** Still to be validated; the verb keeps the figures that differ. Without references it names no deductions. */
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
