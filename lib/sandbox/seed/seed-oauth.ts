import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { randomText } from "@/lib/crypto";
import { env } from "@/lib/env";
import { findClientOf } from "@/lib/oauth/queries";
import { registerClient } from "@/lib/oauth-clients/register-client";
import { type SandboxCredentials, storeCredentials } from "@/lib/sandbox/state";
import type { RealTime } from "@/lib/time";
import { insertUser } from "@/lib/users/insert-user";
import { hashPassword } from "@/lib/users/password";

/** The page that shows the result of a consent. */
const callbackPath = "/sandbox/callback";

export function callbackUrl(): string {
  return `${env().baseUrl}${callbackPath}`;
}

/**
 * Creates the demo marketplace's OAuth client and a merchant user to sign in as, if missing. Later starts update the
 * demo's own redirect address to the base address and leave a developer's alone.
 */
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
