import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { randomText } from "@/lib/crypto";
import { env } from "@/lib/env";
import { findClientOf } from "@/lib/oauth/queries";
import { registerClient } from "@/lib/oauth/register-client";
import { type SandboxCredentials, storeCredentials } from "@/lib/sandbox/state";
import type { RealTime } from "@/lib/time";
import { signUp } from "@/lib/users/sign-up";

/** The page that shows what a consent brought. */
const callbackPath = "/sandbox/callback";

/** Where the demo's OAuth client has merchants sent back to. */
export function callbackUrl(): string {
  return `${env().baseUrl}${callbackPath}`;
}

/**
 * Gives the demo marketplace its OAuth client and a merchant somebody to sign in as, where they are missing; later on the
 * demo's own redirect address follows the base address. Addresses that a developer registered stay as they are.
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
      await signUp({ input: { ...merchant, businessName: "Ada Provisions" }, realNow });
      missing.merchant = merchant;
    }
    if (Object.keys(missing).length > 0) await storeCredentials({ ...credentials, ...missing });
  });
}
