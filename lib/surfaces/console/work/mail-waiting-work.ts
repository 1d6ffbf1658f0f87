import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { chores, workReminders } from "@/db/schema/operations";
import { users } from "@/db/schema/users";
import { hour, later } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import type { RealTime } from "@/lib/kernel/time";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import { type OperatorPermission, operatorMay } from "@/lib/terms/users/roles";
import { mailLenders } from "./mail-lenders";
import { workSources } from "./sources";

const chore = "mail-waiting-work";

/** How many of a kind are looked at, the riskiest and oldest: more than anybody reads about in a mail. */
const lookedAt = 200;

type Told = { label: string; permission: OperatorPermission; count: number };

/**
 * Writes to operators about live work that has waited longer than the setting's hours: each once, as long as it waits since
 * the same moment; and to lenders about their own. Test data waits for nobody. Returns when to look next.
 */
export async function mailWaitingWork(realNow: RealTime): Promise<RealTime> {
  const hours = env().workMailHours;
  const before = later(realNow, -hours * hour).getTime();
  const told: Told[] = [];
  await transaction(async () => {
    for (const { name, label, permission, read } of workSources) {
      const { items } = await read({ environment: "live", realNow, limit: lookedAt });
      const late = items.filter(({ since }) => since.getTime() < before);
      if (late.length === 0) continue;
      const rows = late.map(({ id: itemId, since }) => ({ source: name, itemId, since, mailedAt: realNow }));
      const fresh = await db().insert(workReminders).values(rows).onConflictDoNothing().returning();
      if (fresh.length > 0) told.push({ label, permission, count: fresh.length });
    }
    if (told.length > 0) await tell(told, hours, realNow);
    await mailLenders(hours, realNow);
  });
  const dueAt = later(realNow, hour);
  await db().update(chores).set({ dueAt, leasedUntil: null }).where(eq(chores.id, chore));
  return dueAt;
}

/** Each of those who may do something about it. */
async function tell(told: readonly Told[], hours: number, realNow: RealTime): Promise<void> {
  const { email, operatorRole: role } = users;
  for (const one of await db().select({ email, role }).from(users).where(eq(users.kind, "operator"))) {
    const its = told.filter(({ permission }) => one.role && permission !== "view" && operatorMay(one.role, permission));
    if (its.length === 0) continue;
    const kinds = its.map(({ label, count }) => `${label}: ${count}`).join("\n");
    const mail = { kind: "WORK_WAITS", kinds, hours: String(hours) } as const;
    await queueAccountMail({ recipient: one.email, mail, realNow });
  }
}
