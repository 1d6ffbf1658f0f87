import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { closeBreaks } from "@/lib/breaks/close-breaks";
import { decidedResolutions } from "@/lib/breaks/constants";
import { raiseBreak } from "@/lib/breaks/raise-breaks";
import type { Kobo } from "@/lib/money";
import type { Reach } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import type { Finding, Topic } from "./compare-settlement";

/** `found`: what was reported of its deductions. */
type Settlement = { id: string; merchantId: string; found: Kobo };

/**
 * Raises a settlement's discrepancies as breaks and closes its breaks that no longer hold. Missing reports are not
 * raised until they have had time to arrive, nor a break that a person has resolved while its figures stay the same.
 * @returns whether any contradiction of the settlement has been raised, now or before.
 */
export async function recordFindings(
  reach: Reach,
  settlement: Settlement,
  findings: readonly Finding[],
  inGrace: boolean,
  now: BusinessTime,
): Promise<boolean> {
  const before = await latestBreaks(reach, settlement);
  let raised = false;
  for (const { type, topic, mayArrive, expected, actual, evidence } of findings) {
    const last = before.get(subjectOf(settlement, topic));
    const decided =
      last?.status === "RESOLVED" &&
      decidedResolutions.some((one) => one === last.resolution) &&
      last.expected === expected &&
      last.actual === actual;
    if (mayArrive && inGrace && (!last || last.status === "RESOLVED") && !decided) continue;
    raised ||= topic !== "late";
    if (decided) continue;
    await raiseBreak({
      tenant: reach.tenant,
      merchantId: settlement.merchantId,
      type,
      subject: subjectOf(settlement, topic),
      settlementId: settlement.id,
      expected,
      actual,
      evidence,
      now,
    });
  }
  const found = new Set(findings.map(({ topic }) => subjectOf(settlement, topic)));
  for (const [subject, { type, status, expected }] of before) {
    if (status === "RESOLVED" || found.has(subject)) continue;
    // What was said to be deducted did not come: the settlement was corrected to say less.
    const lowered =
      type === "MISSING" && expected !== null && isAbout(settlement, subject) && settlement.found < expected;
    await closeBreaks({ reach, type, subject, resolution: lowered ? "LOWERED" : "ARRIVED", now });
  }
  return raised;
}

function isAbout(settlement: Settlement, subject: string): boolean {
  return subject === subjectOf(settlement, "deductions");
}

function subjectOf({ id }: Pick<Settlement, "id">, topic: Topic): string {
  return `settlement:${id}:${topic}`;
}

/**
 * The settlement's latest break per topic, by its subject. They stay locked: one that a person closes meanwhile would be
 * raised again.
 */
async function latestBreaks(reach: Reach, settlement: Settlement) {
  const { subject, type, status, resolution, expected, actual } = breaks;
  const rows = await db()
    .select({ subject, type, status, resolution, expected, actual })
    .from(breaks)
    .where(inReach(breaks, reach, eq(breaks.settlementId, settlement.id)))
    .orderBy(breaks.id)
    .for("no key update");
  return new Map(rows.map((row) => [row.subject, row]));
}
