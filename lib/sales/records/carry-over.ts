import { isStale } from "@/lib/sales/scoring/staleness";
import type { Carried, MerchantRecord, Part } from "@/lib/terms/merchant-data/schema";
import { hasPart, inOrder, withPart } from "./groups";

/** What a record says of conduct that marketplaces also report. */
const conductFields = {
  suspensions: "behavioralRisk.accountSuspensions",
  violations: "behavioralRisk.policyViolationsSeverity",
} as const;
/** When what is known of each was sent; null if nothing is known of it. */
export type ConductAsOf = Record<keyof typeof conductFields, Date | null>;

export type Source = { submissionId: string; submittedAt: Date; record: MerchantRecord };

export type Completed = { record: MerchantRecord; carried: Carried; conductAsOf: ConductAsOf };

/** Silence does not take back what was said: what is left out is as last shared, but not a history gone stale since. */
export function carryOver(record: MerchantRecord, submittedAt: Date, sources: ReadonlyMap<Part, Source>): Completed {
  const conductAsOf = conductOf(record, submittedAt, sources);
  if (sources.size === 0) return { record, carried: {}, conductAsOf };
  let completed = record;
  const carried: Carried = {};
  for (const part of inOrder(sources.keys())) {
    const source = sources.get(part);
    // A field may have come with its group.
    if (!source || hasPart(completed, part)) continue;
    if (part === "monthlySalesHistory" && hasBecomeStale(source, submittedAt)) continue;
    completed = withPart(completed, part, source.record);
    carried[part] = source.submissionId;
  }
  return { record: completed, carried, conductAsOf };
}

/** `record`: validated or not. `sources`: of each field that it lacks, also where the whole group is missing. */
export function conductOf(
  record: Parameters<typeof hasPart>[0],
  submittedAt: Date,
  sources: ReadonlyMap<Part, { submittedAt: Date }>,
): ConductAsOf {
  const asOf = (field: Part) => (hasPart(record, field) ? submittedAt : (sources.get(field)?.submittedAt ?? null));
  return { suspensions: asOf(conductFields.suspensions), violations: asOf(conductFields.violations) };
}

/** One that was stale when it was shared lent nothing then, and leaving it out does not change that. */
function hasBecomeStale({ record, submittedAt }: Source, now: Date): boolean {
  const until = endOf(record);
  return isStale(until, now) && !isStale(until, submittedAt);
}

function endOf({ monthlySalesHistory }: MerchantRecord): string | null {
  return monthlySalesHistory?.at(-1)?.month ?? null;
}
