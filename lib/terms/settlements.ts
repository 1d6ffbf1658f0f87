import type { Kobo } from "@/lib/kernel/money";

/** Settlement events reported by marketplaces (docs/repayments.md#settlements). */
export const settlementEventTypes = ["settlement.created", "settlement.transferred"] as const;

/** Whether a settlement's deductions have been found: not yet; all of them; or not, and overdue (see its breaks). */
export const matchStatuses = ["PENDING", "MATCHED", "BROKEN"] as const;
export type MatchStatus = (typeof matchStatuses)[number];

/** What its marketplace can correct of a settlement. Null as on the settlement itself. */
export type CorrectableFigures = {
  grossAmount: Kobo | null;
  totalDeductions: Kobo | null;
  netAmount: Kobo;
  deductionReferences: string[] | null;
};
