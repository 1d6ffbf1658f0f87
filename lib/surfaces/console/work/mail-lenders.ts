import { and, asc, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { db } from "@/db/client";
import { instructionBatches } from "@/db/schema/instruction-batches";
import { lenders } from "@/db/schema/lenders";
import { workReminders } from "@/db/schema/operations";
import { remittanceBreaks } from "@/db/schema/remittances";
import { hour, later } from "@/lib/kernel/calendar";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";

/** Of each kind and lender: more than anybody reads about in a mail. */
const lookedAt = 200;

type Late = { itemId: string; since: Date };

const kinds = [
  { source: "lender-remittances", label: "Money late from a marketplace", read: lateRemittances },
  { source: "lender-batches", label: "Batch that waits", read: waitingBatches },
] as const;

/** Writes to live lenders that have an address for it, about work of their own: each once, as long as it waits. In a transaction. */
export async function mailLenders(hours: number, realNow: RealTime): Promise<void> {
  const before = later(realNow, -hours * hour);
  const told = and(eq(lenders.environment, "live"), isNull(lenders.archivedAt), isNotNull(lenders.workMail));
  const { id, name, workMail } = lenders;
  for (const lender of await db().select({ id, name, workMail }).from(lenders).where(told).orderBy(asc(id))) {
    const lines: string[] = [];
    for (const { source, label, read } of kinds) {
      const late = await read(lender.id, before);
      if (late.length === 0) continue;
      const rows = late.map((one) => ({ source, ...one, mailedAt: realNow }));
      const fresh = await db().insert(workReminders).values(rows).onConflictDoNothing().returning();
      if (fresh.length > 0) lines.push(`${label}: ${fresh.length}`);
    }
    if (lines.length === 0 || !lender.workMail) continue;
    const facts = { lender: lender.name, kinds: lines.join("\n"), hours: String(hours) };
    await queueAccountMail({ recipient: lender.workMail, mail: { kind: "LENDER_WORK_WAITS", ...facts }, realNow });
  }
}

/** What did not come from a marketplace as it should. */
function lateRemittances(lenderId: string, before: RealTime): Promise<Late[]> {
  const { id: itemId, detectedAt: since } = remittanceBreaks;
  const open = and(isNull(remittanceBreaks.closedAt), isNotNull(remittanceBreaks.remitterId));
  return db()
    .select({ itemId, since })
    .from(remittanceBreaks)
    .where(and(eq(remittanceBreaks.lenderId, lenderId), open, lt(since, businessTime(before, 0))))
    .orderBy(asc(itemId))
    .limit(lookedAt);
}

/** Batches to be released, and those that nobody has downloaded since. */
function waitingBatches(lenderId: string, before: RealTime): Promise<Late[]> {
  const { id: itemId, madeAt: since, state, downloadedAt } = instructionBatches;
  const waits = or(eq(state, "MADE"), and(eq(state, "RELEASED"), isNull(downloadedAt)));
  return db()
    .select({ itemId, since })
    .from(instructionBatches)
    .where(and(eq(instructionBatches.lenderId, lenderId), waits, lt(since, before)))
    .orderBy(asc(itemId))
    .limit(lookedAt);
}
