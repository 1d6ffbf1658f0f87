import { maxLengths } from "@/lib/terms/merchant-data/constants";

export type Entry = { index: number; merchantId: string; raw: unknown };

/** The error for a record with the id of an earlier one (docs/scoring.md#bulk-submissions). */
export const duplicateInBatch = "Duplicate merchantId in batch";

/** Repeated and unusable ids apart; the rest by id, so that two batches with the same merchants cannot deadlock. */
export function arrangeBatch(records: readonly unknown[]) {
  const seen = new Set<string>();
  const entries: Entry[] = [];
  const duplicates: Entry[] = [];
  const unnamed: Entry[] = [];
  records.forEach((raw, index) => {
    const merchantId = idOf(raw);
    const entry = { index, merchantId, raw };
    if (merchantId === "") unnamed.push(entry);
    else if (seen.has(merchantId)) duplicates.push(entry);
    else entries.push(entry);
    seen.add(merchantId);
  });
  entries.sort((one, other) => (one.merchantId < other.merchantId ? -1 : 1));
  return { entries, duplicates, unnamed };
}

function idOf(raw: unknown): string {
  const given = property(property(raw, "merchantIdentity"), "merchantId");
  const id = typeof given === "string" && given.trim() !== "" ? given : "";
  return id.length <= maxLengths.merchantId && id.isWellFormed() && !id.includes("\u0000") ? id : "";
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
