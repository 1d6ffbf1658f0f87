import { log } from "@/lib/kernel/log";
import type { BusinessTime } from "@/lib/kernel/time";
import type { MerchantRecord, Part } from "@/lib/terms/merchant-data/schema";
import { type Completed, carryOver, type Source } from "./carry-over";
import { earlierParts, type Shared } from "./earlier-parts";
import { missingParts } from "./shared-parts";
import { openRecord } from "./stored-record";

type Stored = { id: string; merchantId: string; submittedAt: BusinessTime; record: string };

/** Stored records with what earlier data carries over, by submission; without those that cannot be read. */
export async function completeRecords(rows: readonly Stored[]): Promise<Map<string, Completed>> {
  const opened = rows.flatMap((row) => {
    const record = readable(row.id, () => openRecord(row.record));
    return record ? [{ row, record }] : [];
  });
  const shared = await earlierParts(
    opened.map(({ row: { id, merchantId, submittedAt }, record }) => ({
      submissionId: id,
      merchantId,
      submittedAt,
      missing: missingParts(record),
    })),
  );
  const completed = new Map<string, Completed>();
  for (const [i, { row, record }] of opened.entries()) {
    const found = shared[i] ?? new Map<Part, Shared>();
    const one = readable(row.id, () => carryOver(record, row.submittedAt, sourcesOf(found)));
    if (one) completed.set(row.id, one);
  }
  return completed;
}

/** The records behind what was shared, each opened once. @throws Error when one cannot be read */
export function sourcesOf(shared: ReadonlyMap<Part, Shared>): Map<Part, Source> {
  const opened = new Map<string, MerchantRecord>();
  const sources = new Map<Part, Source>();
  for (const [part, { submissionId, submittedAt, record }] of shared) {
    const one = opened.get(submissionId) ?? openRecord(record);
    opened.set(submissionId, one);
    sources.set(part, { submissionId, submittedAt, record: one });
  }
  return sources;
}

function readable<Result>(submissionId: string, read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    log.error("a submission, or one it rests on, could not be read", error, { submissionId });
    return null;
  }
}
