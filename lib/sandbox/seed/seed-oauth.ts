import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { users } from "@/db/schema/users";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { randomText } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { insertUser } from "@/lib/parties/people/insert-user";
import { hashPassword } from "@/lib/parties/people/password/password";
import { registerClient } from "@/lib/sales/oauth/clients/register-client";
import { findClientOf } from "@/lib/sales/oauth/queries";
import { readCredentials, type SandboxCredentials, storeCredentials } from "@/lib/sandbox/test-helpers/state";

/** The page that shows the result of a consent. */
const callbackPath = "/sandbox/callback";

export function callbackUrl(): string {
  return `${env().baseUrl}${callbackPath}`;
}

/** If missing. Later starts move the demo's own redirect address to the base address, never a developer's. */
export async function seedOAuth(actor: Actor, credentials: SandboxCredentials, realNow: RealTime): Promise<void> {
  await transaction(async () => {
    const client = await findClientOf(actor.tenant);
    const others = client?.redirectUris.filter((uri) => !uri.endsWith(callbackPath)) ?? [];
    const redirectUris = [callbackUrl(), ...others];
    const registered =
      client?.redirectUris.join() === redirectUris.join()
        ? null
        : await registerClient({ actor, input: { redirectUris }, realNow });
    const missing: Partial<SandboxCredentials> = {};
    if (registered?.clientSecret) {
      missing.oauth = { clientId: registered.clientId, clientSecret: registered.clientSecret };
    }
    if (!credentials.merchant) {
      const merchant = { email: "merchant@demo-market.example", password: randomText(16) };
      const passwordHash = await hashPassword(merchant.password);
      await insertUser({ kind: "merchant", name: "Ada Provisions", email: merchant.email, passwordHash }, realNow);
      missing.merchant = merchant;
    }
    if (Object.keys(missing).length > 0) await storeCredentials({ ...credentials, ...missing });
  });
}

/** So that its account shows something: one of each marketplace at most, none that another account holds. */
export async function holdMerchant(actor: Actor, ref: string): Promise<void> {
  const credentials = await readCredentials();
  if (!credentials?.merchant) return;
  const { email } = credentials.merchant;
  const reach = reachOf(actor);
  await transaction(async () => {
    const named = and(eq(users.email, email), eq(users.kind, "merchant"));
    const [user] = await db().select({ id: users.id }).from(users).where(named).for("no key update");
    if (!user) return;
    const its = inReach(merchants, reach, eq(merchants.userId, user.id));
    const held = await db().select({ id: merchants.id }).from(merchants).where(its);
    if (held.length > 0) return;
    const free = and(eq(merchants.thirdPartyCustomerId, ref), isNull(merchants.userId));
    await db()
      .update(merchants)
      .set({ userId: user.id })
      .where(inReach(merchants, reach, free));
  });
}
