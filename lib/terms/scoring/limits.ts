import { type Kobo, toKobo } from "@/lib/kernel/money";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";

/** External limits of a cap; null means no limit. */
export type Limits = { externalDebt: Kobo; marketplaceMax: Kobo | null; lenderMax: Kobo | null };

export const debtField = "historicalCredit.totalOutstanding";

/** The limits of a record: debt elsewhere is the amount outstanding in its credit history. */
export function limitsFor(record: MerchantRecord, maxima: Omit<Limits, "externalDebt">): Limits {
  return { externalDebt: toKobo(record.historicalCredit?.totalOutstanding ?? 0), ...maxima };
}
