import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { fromKobo } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { closeBreaks } from "@/lib/lending/reconciliation/breaks/close-breaks";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { decidedResolutions } from "@/lib/terms/breaks";
import { type Finding, subjectOf } from "./compare-settlement";

type Settlement = { id: string; merchantId: string };

/**
 * Missing reports have time to arrive first; what a person has resolved stays while its figures do. Returns whether any
 * contradiction has been raised, now or before.
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
    const last = before.get(subjectOf(settlement.id, topic));
    const decided =
      last?.status === "RESOLVED" &&
      decidedResolutions.some((one) => one === last.resolution) &&
      // Who closed one that was corrected to less closed it for that, too.
      (last.expected === expected || last.evidence.correctedTo === fromKobo(expected)) &&
      last.actual === actual;
    if (mayArrive && inGrace && (!last || last.status === "RESOLVED") && !decided) continue;
    raised ||= topic !== "late";
    if (decided) continue;
    await raiseBreak({
      tenant: reach.tenant,
      merchantId: settlement.merchantId,
      type,
      subject: subjectOf(settlement.id, topic),
      settlementId: settlement.id,
      expected,
      actual,
      evidence,
      now,
    });
  }
  const found = new Set(findings.map(({ topic }) => subjectOf(settlement.id, topic)));
  for (const [subject, { type, status }] of before) {
    if (status === "RESOLVED" || found.has(subject)) continue;
    await closeBreaks({ reach, type, subject, resolution: "ARRIVED", now });
  }
  return raised;
}

/** They stay locked: one that a person closes meanwhile would be raised again. */
async function latestBreaks(reach: Reach, settlement: Settlement) {
  const { subject, type, status, resolution, expected, actual, evidence } = breaks;
  const rows = await db()
    .select({ subject, type, status, resolution, expected, actual, evidence })
    .from(breaks)
    .where(inReach(breaks, reach, eq(breaks.settlementId, settlement.id)))
    .orderBy(breaks.id)
    .for("no key update");
  return new Map(rows.map((row) => [row.subject, row]));
}
