import { and, eq, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { type KeptAnswer, keepAnswer } from "@/lib/lending/reconciliation/breaks/answer-break";
import { subjectOf } from "./compare-settlement";

/** What is missing is not the marketplace's to close: a correction to less is its answer, and an operator decides. */
export async function takeAsAnswer(
  reach: Reach,
  settlementId: string,
  answer: KeptAnswer,
  now: BusinessTime,
): Promise<void> {
  const missing = and(eq(breaks.type, "MISSING"), eq(breaks.subject, subjectOf(settlementId, "deductions")));
  const [open] = await db()
    .select({ id: breaks.id, evidence: breaks.evidence })
    .from(breaks)
    .where(inReach(breaks, reach, missing, ne(breaks.status, "RESOLVED")));
  if (open && "correctedTo" in open.evidence) await keepAnswer(open.id, answer, now);
}
