import { parts, withPart } from "@/lib/merchant-data/groups";
import type { Carried, MerchantRecord } from "@/lib/merchant-data/schema";
import { openRecord } from "@/lib/merchant-data/stored-record";
import { loadRecords } from "./earlier-parts";

/**
 * The record that a score rests on: as it was submitted, with what it left out as it was shared before.
 * @param sealed the record as stored
 * @param carried as the score keeps it
 */
export async function scoredRecord(sealed: string, carried: Carried | null): Promise<MerchantRecord> {
  const earlier = await loadRecords([...new Set(parts.flatMap((part) => carried?.[part] ?? []))]);
  let record = openRecord(sealed);
  // A group before its fields, in whatever order they are stored.
  for (const part of parts) {
    const id = carried?.[part];
    if (id) record = withPart(record, part, openRecord(earlier.get(id) ?? ""));
  }
  return record;
}
