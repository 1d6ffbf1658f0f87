import { missingGroups } from "@/lib/merchant-data/groups";
import type { Carried, MerchantRecord, OptionalGroup } from "@/lib/merchant-data/schema";
import { isStale } from "@/lib/scoring/staleness";

/** Earlier data of the merchant that shared a group. */
export type Source = { submissionId: string; submittedAt: Date; record: MerchantRecord };

export type Completed = {
  record: MerchantRecord;
  carried: Carried;
  /** When what the record says of conduct was sent; null if nothing is known of it. */
  conductAsOf: Date | null;
};

/**
 * A record with the groups it leaves out as the merchant last shared them: silence does not take back what was said. A
 * history that has become stale since it was shared is not carried over; it counts as none.
 */
export function carryOver(
  record: MerchantRecord,
  submittedAt: Date,
  sources: ReadonlyMap<OptionalGroup, Source>,
): Completed {
  const missing = missingGroups(record);
  const conductMissing = missing.includes("behavioralRisk");
  if (sources.size === 0) return { record, carried: {}, conductAsOf: conductMissing ? null : submittedAt };
  const completed: MerchantRecord = { ...record };
  const carried: Carried = {};
  for (const group of missing) {
    const source = sources.get(group);
    if (!source) continue;
    if (group === "monthlySalesHistory" && hasBecomeStale(source, submittedAt)) continue;
    Object.assign(completed, { [group]: source.record[group] });
    carried[group] = source.submissionId;
  }
  const conduct = sources.get("behavioralRisk")?.submittedAt ?? null;
  return { record: completed, carried, conductAsOf: conductMissing ? conduct : submittedAt };
}

/** One that was stale when it was shared lent nothing then, and leaving it out does not change that. */
function hasBecomeStale({ record, submittedAt }: Source, now: Date): boolean {
  const until = endOf(record);
  return isStale(until, now) && !isStale(until, submittedAt);
}

function endOf({ monthlySalesHistory }: MerchantRecord): string | null {
  return monthlySalesHistory?.at(-1)?.month ?? null;
}
