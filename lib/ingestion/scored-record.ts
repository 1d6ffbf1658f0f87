import type { Carried, MerchantRecord } from "@/lib/merchant-data/schema";
import { openRecord } from "@/lib/merchant-data/stored-record";
import { loadRecords } from "./earlier-groups";

/**
 * The record that a score rests on: as it was submitted, with the groups that it left out as they were shared before.
 * @param sealed the record as stored
 * @param carried as the score keeps it
 */
export async function scoredRecord(sealed: string, carried: Carried | null): Promise<MerchantRecord> {
  const groups = Object.entries(carried ?? {});
  const earlier = await loadRecords([...new Set(groups.map(([, id]) => id))]);
  const record = openRecord(sealed);
  for (const [group, id] of groups) {
    const source = openRecord(earlier.get(id) ?? "");
    Object.assign(record, { [group]: source[group as keyof typeof source] });
  }
  return record;
}
