import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import { type Actor, actorName } from "@/lib/kernel/actor";
import type { OperatorCall } from "@/lib/kernel/call";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";

/** As `noun.verb` (docs/audit-log.md). Whoever records one action in two places says the same of it. */
type Audited = {
  action: `${string}.${string}`;
  detail?: Record<string, string | number | undefined>;
  subjectId: string;
};

/** In the current transaction. `now`: real time for credentials, uploads and embedding origins, else business time. */
export async function recordAudit(entry: Audited & { actor: Actor; now: BusinessTime | RealTime }): Promise<void> {
  const { actor, action, detail, subjectId, now: at } = entry;
  await db()
    .insert(auditLog)
    .values({ ...ownedBy(actor.tenant), actor: actorName(actor), action, detail, subjectId, at });
}

/** The same for what an operator does to something of the service itself, or a user to its own account: no marketplace's. */
export async function recordServiceAudit(entry: Audited & OperatorCall<object>): Promise<void> {
  const { operator, action, detail, subjectId, realNow: at } = entry;
  await db().insert(auditLog).values({ actor: operator.userId, action, detail, subjectId, at });
}
