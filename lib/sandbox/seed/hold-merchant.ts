import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { users } from "@/db/schema/users";
import { inReach } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { everyMerchantOf } from "@/lib/reach";
import { readCredentials } from "@/lib/sandbox/state";

/**
 * Gives a merchant to the account whose sign-in is printed, so that it shows something: one of each marketplace at most, and
 * none that another account holds.
 */
export async function holdMerchant(tenant: Tenant, ref: string): Promise<void> {
  const credentials = await readCredentials();
  if (!credentials?.merchant) return;
  const { email } = credentials.merchant;
  const everyone = everyMerchantOf(tenant);
  await transaction(async () => {
    const named = and(eq(users.email, email), eq(users.kind, "merchant"));
    const [user] = await db().select({ id: users.id }).from(users).where(named).for("no key update");
    if (!user) return;
    const its = inReach(merchants, everyone, eq(merchants.userId, user.id));
    const held = await db().select({ id: merchants.id }).from(merchants).where(its);
    if (held.length > 0) return;
    const free = and(eq(merchants.thirdPartyCustomerId, ref), isNull(merchants.userId));
    await db()
      .update(merchants)
      .set({ userId: user.id })
      .where(inReach(merchants, everyone, free));
  });
}
