import { sql } from "drizzle-orm";
import { db, one } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { Kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { BreakTopic, BreakType } from "@/lib/terms/breaks";

export type Disagreement = {
  tenant: Tenant;
  merchantId: string;
  type: BreakType;
  /** What it is about: the same type and subject mean the same disagreement. */
  subject: string;
  loanId?: string;
  settlementId?: string;
  repaymentEventId?: string;
  /** Omitted if it is not about an amount. */
  expected?: Kobo;
  actual?: Kobo;
  /** Stored and shown as given: camelCase names, amounts in naira. */
  evidence: Record<string, unknown> & { about?: BreakTopic };
  now: BusinessTime;
};

/** Whether a break says something else than before; an answer was about the earlier figures then. */
const changed = sql`(breaks.expected, breaks.actual) is distinct from (excluded.expected, excluded.actual)`;

/** In the caller's transaction. One seen before keeps its time; an answered one whose figures change is open again. */
export async function raiseBreak(found: Disagreement): Promise<string> {
  const { tenant, merchantId, type, subject, evidence, now } = found;
  const about = { merchantId, type, subject };
  const figures = {
    loanId: found.loanId ?? null,
    settlementId: found.settlementId ?? null,
    repaymentEventId: found.repaymentEventId ?? null,
    expected: found.expected ?? null,
    actual: found.actual ?? null,
    evidence,
  };
  const row = await db()
    .insert(breaks)
    .values({ id: newId("break"), ...ownedBy(tenant), ...about, ...figures, detectedAt: now, status: "OPEN" })
    .onConflictDoUpdate({
      target: [breaks.marketplaceId, breaks.environment, breaks.type, breaks.subject],
      targetWhere: sql`status <> 'RESOLVED'`,
      set: { ...figures, status: sql`case when ${changed} then 'OPEN' else breaks.status end` },
    })
    .returning({ id: breaks.id })
    .then(one);
  return row.id;
}
