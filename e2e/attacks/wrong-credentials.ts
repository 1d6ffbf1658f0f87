import { SignJWT, UnsecuredJWT } from "jose";
import type { Client } from "@/e2e/client";
import { accessTokenOf } from "@/e2e/database";
import { signedWebhook } from "@/e2e/sign-webhook";
import { type Operation, type Scheme, schemes } from "./document";
import { bearer, type Credential, type Side, unknownKey } from "./side";

type Wrong = { what: string; headers: Credential };

const basic: Credential = () => ({ authorization: `Basic ${btoa("anybody:anything")}` });
const inSecretKeyHeader =
  (text: string): Credential =>
  () => ({ "x-service-secret-key": text });

/** For every kind of credential, what must not pass for it. */
export async function wrongCredentials(client: Client, mine: Side, stranger: Side): Promise<Record<Scheme, Wrong[]>> {
  const anywhere: Wrong[] = [
    { what: "nothing", headers: () => ({}) },
    { what: "an empty bearer", headers: bearer("") },
    { what: "nonsense", headers: bearer("nonsense") },
    { what: "a NUL in base64", headers: bearer("eyJhbGciOiJIUzI1NiJ9.AAAA.AAAA") },
    { what: "a user and password", headers: basic },
    { what: "a session cookie", headers: () => ({ cookie: "financing.session=nonsense" }) },
  ];
  const forged = await forgedTokens(mine);
  const revoked = await revokedToken(client, mine);
  const own: Record<Scheme, Wrong[]> = {
    secretKey: [
      { what: "a key that nobody has", headers: bearer(unknownKey("test")) },
      { what: "a key with a letter too many", headers: (raw) => suffixed(mine.credentials.secretKey(raw)) },
      { what: "NULs for a key", headers: inSecretKeyHeader("%00%00") },
    ],
    accessToken: [
      { what: "a revoked token", headers: bearer(revoked) },
      { what: "a token with a letter too many", headers: (raw) => suffixed(mine.credentials.accessToken(raw)) },
    ],
    embedToken: forged("service:embed"),
    dashboardToken: forged("service:dashboard"),
    accountToken: forged("service:account"),
    operatorToken: forged("service:ops"),
    webhookSignature: [
      { what: "the signature of another body", headers: () => mine.credentials.webhookSignature("{}") },
      { what: "a signature of an hour ago", headers: stale(mine) },
      { what: "another's secret", headers: (raw) => nameOf(mine, stranger.credentials.webhookSignature(raw)) },
    ],
    railSignature: [
      { what: "the signature of another body", headers: () => mine.credentials.railSignature("{}") },
      { what: "another lender's key", headers: stranger.credentials.railSignature },
    ],
  };
  const others = (scheme: Scheme) =>
    schemes
      .filter((other) => other !== scheme)
      .map((other) => ({ what: `a good ${other}`, headers: mine.credentials[other] }));
  return Object.fromEntries(
    schemes.map((scheme) => [scheme, [...anywhere, ...own[scheme], ...others(scheme)]]),
  ) as Record<Scheme, Wrong[]>;
}

/** Every scope but the one that an operation needs. */
export async function tokenWithout(client: Client, { oauth }: Side, { scope }: Operation): Promise<Credential> {
  const scopes = ["data.share.sales", "data.read.score", "loans.read", "events.write"].filter((one) => one !== scope);
  return bearer(await accessTokenOf(client, oauth, scopes.join(" ")));
}

function suffixed({ authorization }: Record<string, string>) {
  return { authorization: `${authorization}x` };
}

function nameOf({ marketplaceId }: Side, headers: Record<string, string>) {
  return { ...headers, "x-marketplace-id": marketplaceId };
}

function stale({ marketplaceId }: Side): Credential {
  return (raw) => ({
    ...signedWebhook({ apiSecret: "any", marketplaceId }, raw).headers,
    "x-marketplace-timestamp": String(Math.floor(Date.now() / 1000) - 3_600),
  });
}

/** Tokens that look as ours do, signed with another key, and with none. */
async function forgedTokens({ marketplaceId, named }: Side) {
  const claims = { marketplaceId, environment: "test", jti: "forged" };
  const sealed = async (audience: string) => {
    const jwt = <T extends SignJWT | UnsecuredJWT>(one: T) =>
      one
        .setSubject(named.merchantId ?? "")
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime("1h") as T;
    const key = new TextEncoder().encode("another key, of thirty-two bytes");
    const signed = await jwt(new SignJWT(claims)).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(key);
    return { signed, unsecured: jwt(new UnsecuredJWT(claims)).encode() };
  };
  const tokens = new Map<string, Awaited<ReturnType<typeof sealed>>>();
  const audiences = ["service:embed", "service:dashboard", "service:account", "service:ops"];
  for (const audience of audiences) tokens.set(audience, await sealed(audience));
  return (audience: string): Wrong[] => [
    { what: "a token signed with another key", headers: bearer(tokens.get(audience)?.signed ?? "") },
    { what: "a token that is not signed", headers: bearer(tokens.get(audience)?.unsecured ?? "") },
  ];
}

async function revokedToken(client: Client, { oauth }: Side): Promise<string> {
  const token = await accessTokenOf(client, oauth);
  await client.ask("POST", "/oauth/revoke", {
    anonymous: true,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${btoa(`${oauth.clientId}:${oauth.clientSecret}`)}`,
    },
    body: `token=${token}`,
  });
  return token;
}
