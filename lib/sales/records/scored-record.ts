import type { Carried, MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { loadRecords } from "./earlier-parts";
import { carriedParts, withPart } from "./groups";
import { openRecord } from "./stored-record";

/** With what it left out as it was shared before. `sealed`: as stored. */
export async function scoredRecord(sealed: string, carried: Carried | null): Promise<MerchantRecord> {
  const taken = carriedParts(carried ?? {});
  const earlier = await loadRecords([...new Set(taken.map(({ submissionId }) => submissionId))]);
  let record = openRecord(sealed);
  for (const { part, submissionId } of taken) {
    record = withPart(record, part, openRecord(earlier.get(submissionId) ?? ""));
  }
  return record;
}
