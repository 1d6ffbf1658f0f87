import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import postgres from "postgres";
import type { Client } from "./client";
import { databaseUrl } from "./instance";

export type OAuthClient = Awaited<ReturnType<typeof addOAuthClient>>;

/** Looks into the database of an instance, beside the service. */
export function connect(dataDir: string): postgres.Sql {
  return postgres(databaseUrl(dataDir), { max: 4, onnotice: () => {}, connection: { application_name: "e2e" } });
}

/**
 * Adds a marketplace with a test key. There is no address for that: a marketplace is registered by its operator. The
 * sandbox's own stays free for the tests that need it.
 */
export async function addMarketplace(sql: postgres.Sql): Promise<{ marketplaceId: string; secretKey: string }> {
  const tag = randomBytes(13).toString("hex");
  const marketplaceId = `mkt_${tag}`;
  const body = `sk_test_${randomBytes(24).toString("hex").slice(0, 32)}`;
  const secretKey = body + crc32(body).toString(36).padStart(7, "0");
  const digest = createHash("sha256").update(secretKey).digest("hex");
  await sql`insert into marketplaces (id, name, contact_email, maximum_lending_cap, created_at)
    values (${marketplaceId}, ${`Market ${tag}`}, ${`staff@${tag}.example`}, 5000000000, now())`;
  await sql`insert into secret_keys (id, marketplace_id, environment, digest, last_four, created_at)
    values (${`key_${tag}`}, ${marketplaceId}, 'test', ${digest}, ${secretKey.slice(-4)}, now())`;
  return { marketplaceId, secretKey };
}

/** Gives a marketplace an OAuth client, which its dashboard does otherwise. */
export async function addOAuthClient(sql: postgres.Sql, marketplaceId: string, environment = "test") {
  const clientId = `cli_${randomBytes(13).toString("hex")}`;
  const clientSecret = randomBytes(24).toString("hex");
  const digest = createHash("sha256").update(clientSecret).digest("hex");
  await sql`insert into oauth_clients (id, marketplace_id, environment, secret_digest, redirect_uris, created_at)
    values (${clientId}, ${marketplaceId}, ${environment}, ${digest}, array['http://localhost/back'], now())`;
  return { clientId, clientSecret };
}

/** A token of such a client for the marketplace itself; with every scope, unless told which. */
export async function accessTokenOf(client: Client, oauth: OAuthClient, scope?: string): Promise<string> {
  const { access_token } = await client.ask("POST", "/oauth/token", {
    anonymous: true,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${btoa(`${oauth.clientId}:${oauth.clientSecret}`)}`,
    },
    body: String(new URLSearchParams({ grant_type: "client_credentials", ...(scope ? { scope } : {}) })),
  });
  return access_token;
}

/** A live lender that nobody borrows from, with an account at a provider of payments. @param dataDir the instance's */
export async function addRail(sql: postgres.Sql, dataDir: string) {
  const tag = randomBytes(13).toString("hex");
  const [lenderId, railId, key] = [`lnd_${tag}`, `ral_${tag}`, `sk_live_${randomBytes(20).toString("hex")}`];
  const integration = randomBytes(3).readUIntBE(0, 3) + 1_000_000;
  await sql`insert into lenders (id, environment, name, minimum_principal, maximum_principal, minimum_deduction, created_at)
    values (${lenderId}, 'live', 'Nobody borrows here', 100000, 100000, 0, now())`;
  await sql`insert into rails (id, lender_id, kind, integration, domain, state, secret_key_encrypted, key_end, created_at,
      activated_at)
    values (${railId}, ${lenderId}, 'PAYSTACK', ${integration}, 'live', 'ACTIVE',
      ${sealed(dataDir, "rails.secret_key", key)}, ${key.slice(-4)}, now(), now())`;
  return { lenderId, railId, key, integration };
}

/** As an instance seals what it stores (`encrypt` in lib/kernel/crypto.ts). */
function sealed(dataDir: string, purpose: string, plain: string): string {
  const { ENCRYPTION_KEYS } = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"));
  const [keyId = "", key = ""] = String(ENCRYPTION_KEYS).split(",")[0]?.split(":") ?? [];
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64"), iv).setAAD(Buffer.from(purpose));
  const bytes = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return `${keyId}.${bytes.toString("base64url")}`;
}
