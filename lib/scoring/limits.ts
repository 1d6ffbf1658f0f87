import type { MerchantRecord } from "@/lib/merchant-data/schema";
import { toKobo } from "@/lib/money";

/** What bounds a cap from outside, in kobo; null is no limit. */
export type Limits = { externalDebt: number; marketplaceMax: number | null; lenderMax: number | null };

/** The limits of a record: debt elsewhere is what its credit history says is outstanding. */
export function limitsFor(record: MerchantRecord, maxima: Omit<Limits, "externalDebt">): Limits {
  return { externalDebt: toKobo(record.historicalCredit?.totalOutstanding ?? 0), ...maxima };
}
