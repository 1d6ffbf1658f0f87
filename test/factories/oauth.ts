import { createHash } from "node:crypto";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { randomText } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { insertUser } from "@/lib/parties/people/insert-user";
import { approveAuthorization } from "@/lib/sales/oauth/approve-authorization";
import { checkAuthorization } from "@/lib/sales/oauth/check-authorization";
import { registerClient } from "@/lib/sales/oauth/clients/register-client";
import { quickHash } from "@/test/quick-hash";
import { now } from "@/test/time";
import { sandboxActor } from "./kyc";

export type TestClient = { tenant: Tenant; clientId: string; clientSecret: string; redirectUri: string };

/** Everything that can be asked for. */
const everyScope = "data.share.sales data.read.score loans.read events.write offline_access";

let made = 0;

/** An OAuth client of the tenant, which must have none yet. */
export async function oauthClient(tenant: Tenant, redirectUri = "https://shop.example/back"): Promise<TestClient> {
  const input = { redirectUris: [redirectUri, "https://shop.example/other?from=us"] };
  const { clientId, clientSecret } = await registerClient({ actor: sandboxActor(tenant), input, realNow: now() });
  return { tenant, clientId, clientSecret: clientSecret ?? "", redirectUri };
}

/** A merchant's account. */
export async function anyUser(given: { name?: string; email?: string; password?: string } = {}) {
  made += 1;
  const { name = `Shop ${made}`, email = `owner${made}@shop.example`, password = randomText(20) } = given;
  const passwordHash = await quickHash(password);
  return { ...(await insertUser({ kind: "merchant", name, email, passwordHash }, now())), password };
}

/** A PKCE pair as a client makes it (RFC 7636, section 4). */
function pkcePair() {
  const verifier = randomText(64);
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** The query of a sound authorization request; whatever a test is about goes in `over`, null leaves a parameter out. */
export function authorizationOf(client: TestClient, over: Record<string, string | null> = {}): URLSearchParams {
  const sound = {
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: everyScope,
    state: "a state & more",
    code_challenge: pkcePair().challenge,
    code_challenge_method: "S256",
  };
  const all = Object.entries({ ...sound, ...over }).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return new URLSearchParams(all);
}

/** A code that a merchant agreed to, with what its redemption takes. */
export async function consentedCode(
  client: TestClient,
  options: { userId?: string; scope?: string; at?: RealTime } = {},
): Promise<{ code: string; verifier: string; userId: string; location: URL }> {
  const { verifier, challenge } = pkcePair();
  const userId = options.userId ?? (await anyUser()).id;
  const query = authorizationOf(client, { code_challenge: challenge, scope: options.scope ?? everyScope });
  const verdict = await checkAuthorization(query);
  if (verdict.kind !== "sound") throw new Error("The request is not sound.");
  const actor = { kind: "merchant", tenant: tenantOf(client.tenant), userId } as const;
  const to = await approveAuthorization({ actor, request: verdict.request, realNow: options.at ?? now() });
  const location = new URL(to);
  return { code: location.searchParams.get("code") ?? "", verifier, userId, location };
}

/** The body of the redemption of a code. */
export function redemption(client: TestClient, given: { code: string; verifier: string }): Record<string, string> {
  return {
    grant_type: "authorization_code",
    code: given.code,
    redirect_uri: client.redirectUri,
    code_verifier: given.verifier,
  };
}

/** The body of a refresh. */
export function refreshOf(refreshToken: unknown): Record<string, string> {
  return { grant_type: "refresh_token", refresh_token: String(refreshToken) };
}
