import type { Carried, MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { loadRecords } from "./earlier-parts";
import { carriedParts, withPart } from "./groups";
import { openRecord } from "./stored-record";

/**
 * The record that a score rests on: as it was submitted, with what it left out as it was shared before.
 * @param sealed the record as stored
 * @param carried as the score keeps it
 */
export async function scoredRecord(sealed: string, carried: Carried | null): Promise<MerchantRecord> {
  const taken = carriedParts(carried ?? {});
  const earlier = await loadRecords([...new Set(taken.map(({ submissionId }) => submissionId))]);
  let record = openRecord(sealed);
  for (const { part, submissionId } of taken) {
    record = withPart(record, part, openRecord(earlier.get(submissionId) ?? ""));
  }
  return record;
}
