import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { users } from "@/db/schema/users";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { everyMerchantOf, reachOfRow } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { insertMerchants } from "./insert-merchant";
import { findMerchant, type MerchantRef } from "./queries";

/** Which of its own merchants this is, the marketplace says with the first data it submits. */
export async function ensureMerchantOfUser(call: {
  actor: Extract<Actor, { kind: "merchant" }>;
  now: BusinessTime;
}): Promise<MerchantRef> {
  const { actor, now } = call;
  const { tenant, userId } = actor;
  return transaction(async () => {
    const [user] = await db().select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId));
    if (!user) throw new Error(`There is no user ${userId}.`);
    const given = { thirdPartyCustomerId: null, businessName: user.name, email: user.email, userId };
    const made = await insertMerchants(tenant, [given], { now, announcedAt: null });
    const [merchant] = await db()
      .select({ id: merchants.id })
      .from(merchants)
      .where(inReach(merchants, everyMerchantOf(tenant), eq(merchants.userId, userId)));
    if (!merchant) throw new Error(`The user ${userId} has no merchant although one was made.`);
    if (made.length > 0) await recordAudit({ actor, action: "merchant.create", subjectId: merchant.id, now });
    return findMerchant(reachOfRow({ ...tenant, merchantId: merchant.id }), merchant.id, { lock: true });
  });
}
