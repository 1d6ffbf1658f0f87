import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import { type Actor, actorName } from "@/lib/actor";

/** Appends who did what to the audit log, in the transaction under way. */
export async function recordAudit(entry: {
  actor: Actor;
  action: string;
  subjectId: string;
  now: Date;
}): Promise<void> {
  const { actor, action, subjectId, now } = entry;
  await db()
    .insert(auditLog)
    .values({
      ...ownedBy(actor.tenant),
      actor: actorName(actor),
      action,
      subjectId,
      at: now,
    });
}
