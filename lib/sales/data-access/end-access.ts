import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { db, wakeWorkers } from "@/db/client";
import { authorizationAttempts, dataAccesses } from "@/db/schema/data-access";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { everyMerchantOf, type Reach } from "@/lib/kernel/reach";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { Disconnector } from "@/lib/terms/connections";

type Ending = Call<{ by: Disconnector; realNow: RealTime }>;

/**
 * In the caller's transaction, with the merchant's row locked; the job gives the tokens back. So ends a permission of
 * its account of which no record has said yet whose it is, and so do its attempts: their answers come too late then.
 */
export async function endAccesses(call: Ending & { reach: Reach; merchantId: string }): Promise<void> {
  const { reach, merchantId } = call;
  const it = inReach(merchants, reach, eq(merchants.id, merchantId));
  const holder = db().select({ userId: merchants.userId }).from(merchants).where(it);
  const everyone = everyMerchantOf(reach.tenant);
  // First, and gone: whoever is storing what came of one is waited for here, and whoever comes later misses it.
  const begun = inArray(authorizationAttempts.userId, holder);
  await db()
    .delete(authorizationAttempts)
    .where(inReach(authorizationAttempts, everyone, begun));
  const waiting = and(eq(dataAccesses.state, "WAITING"), inArray(dataAccesses.userId, holder));
  const either = or(eq(dataAccesses.merchantId, merchantId), waiting);
  await end(call, inReach(dataAccesses, everyone, either));
}

/** The same for a permission of which no record has said yet whose it is. @returns whether there was one. */
export async function endWaitingAccess(
  call: Ending & { actor: Extract<Actor, { kind: "merchant" }>; accessId: string },
): Promise<boolean> {
  const { actor, accessId } = call;
  const theirs = and(eq(dataAccesses.userId, actor.userId), inArray(dataAccesses.state, ["WAITING", "REFUSED"]));
  return (await end(call, and(eq(dataAccesses.id, accessId), theirs))) > 0;
}

async function end({ actor, by, now, realNow }: Ending, which: SQL | undefined): Promise<number> {
  const ended = await db()
    .update(dataAccesses)
    .set({
      state: "ENDED",
      endedAt: realNow,
      failures: 0,
      dueAt: sql`case when ${dataAccesses.tokens} is null then null else ${now.toISOString()}::timestamptz end`,
    })
    .where(and(which, ne(dataAccesses.state, "ENDED")))
    .returning();
  for (const access of ended) {
    await recordAudit({ actor, action: "data-access.end", detail: { by }, subjectId: access.id, now });
    wakeWorkers(dataAccesses, access.id, tenantOf(access));
  }
  return ended.length;
}

/** Has a merchant's record fetched now rather than when it is due. @returns whether anything can be fetched. */
export async function pullNow(call: { userId: string; accessId: string; now: BusinessTime }): Promise<boolean> {
  const { userId, accessId, now } = call;
  const open = inArray(dataAccesses.state, ["WAITING", "ACTIVE"]);
  const [due] = await db()
    .update(dataAccesses)
    .set({ dueAt: now })
    .where(and(eq(dataAccesses.id, accessId), eq(dataAccesses.userId, userId), open))
    .returning();
  if (due) wakeWorkers(dataAccesses, due.id, tenantOf(due));
  return due !== undefined;
}
