import type { MerchantRecord } from "@/lib/merchant-data/schema";
import { type Kobo, toKobo } from "@/lib/money";

/** What bounds a cap from outside; null is no limit. */
export type Limits = { externalDebt: Kobo; marketplaceMax: Kobo | null; lenderMax: Kobo | null };

/** The limits of a record: debt elsewhere is what its credit history says is outstanding. */
export function limitsFor(record: MerchantRecord, maxima: Omit<Limits, "externalDebt">): Limits {
  return { externalDebt: toKobo(record.historicalCredit?.totalOutstanding ?? 0), ...maxima };
}
