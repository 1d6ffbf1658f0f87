import { eq } from "drizzle-orm";
import { db, transaction, wakeWorkers } from "@/db/client";
import { dataAccesses } from "@/db/schema/data-access";
import { marketplaces } from "@/db/schema/marketplaces";
import { mails } from "@/db/schema/operations";
import { users } from "@/db/schema/users";
import { ownedBy } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { PullFailure } from "@/lib/terms/data-access/states";
import { permissionMails } from "@/lib/terms/mails/permission-mails";
import { failureText } from "./failures";
import type { Access } from "./fresh-tokens";
import { stillOpen } from "./still-open";
import type { UpstreamError } from "./upstream-error";

/** Before each further try, from the first failure in a row; then every day. */
export const retryDelays = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour] as const;

/** What another try cannot mend: the merchant has to give the permission anew. */
const lasting: readonly PullFailure[] = ["ACCESS_REVOKED", "SOURCE_CHANGED"];

/** What was pulled stays in force; a permission that is gone is mailed about once. Returns when to try again. */
export async function recordFailure(
  access: Access,
  { failure, message }: UpstreamError,
  { now, realNow }: { now: BusinessTime; realNow: RealTime },
): Promise<BusinessTime | null> {
  const noted = { failure, failureDetail: message, failures: access.failures + 1, lastTriedAt: now, leasedUntil: null };
  if (!lasting.includes(failure)) {
    const dueAt = later(now, retryDelays[access.failures] ?? day);
    await db()
      .update(dataAccesses)
      .set({ ...noted, dueAt })
      .where(stillOpen(access));
    return dueAt;
  }
  await transaction(async () => {
    const tenant = tenantOf(access);
    // A first pull has nothing to fall back on.
    const lost =
      access.state === "WAITING" ? { state: "REFUSED" as const, endedAt: realNow } : { state: "REVOKED" as const };
    const [changed] = await db()
      .update(dataAccesses)
      .set({ ...noted, ...lost, tokens: null, dueAt: null })
      .where(stillOpen(access))
      .returning({ id: dataAccesses.id });
    if (!changed) return;
    const actor = { kind: "job", tenant, task: "pull-sales" } as const;
    await recordAudit({ actor, action: "data-access.lose", detail: { failure }, subjectId: access.id, now });
    await tellAccessLost(access, failure, now);
  });
  return null;
}

async function tellAccessLost(access: Access, failure: PullFailure, now: BusinessTime): Promise<void> {
  const tenant = tenantOf(access);
  const [user] = await db().select({ email: users.email }).from(users).where(eq(users.id, access.userId));
  const [shop] = await db()
    .select({ name: marketplaces.name })
    .from(marketplaces)
    .where(eq(marketplaces.id, access.marketplaceId));
  if (!user || !shop) throw new Error(`The access ${access.id} is nobody's.`);
  const { baseUrl, supportEmail: support } = env();
  const test = access.environment === "test";
  const facts = { marketplace: shop.name, why: failureText(failure, shop.name) };
  const { subject, lines } = permissionMails.ACCESS_LOST.text(facts, { test, support, baseUrl });
  const id = newId("mail");
  await db()
    .insert(mails)
    .values({
      id,
      ...ownedBy(tenant),
      merchantId: access.merchantId,
      kind: "ACCESS_LOST",
      recipient: user.email,
      subject,
      body: lines.join("\n"),
      createdAt: now,
      dueAt: now,
    });
  wakeWorkers(mails, id, tenant);
}
