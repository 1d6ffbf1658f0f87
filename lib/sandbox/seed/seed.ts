import { sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { whileLocked } from "@/db/lock-session";
import { locks } from "@/db/locks";
import { lenders } from "@/db/schema/lenders";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { createLender } from "@/lib/parties/lenders/create-lender";
import { currentApiSecret } from "@/lib/parties/marketplaces/api-secret-queries";
import { createMarketplace } from "@/lib/parties/marketplaces/create-marketplace";
import { issueSecretKey } from "@/lib/parties/marketplaces/issue-secret-key";
import { readClockAhead } from "@/lib/parties/marketplaces/queries";
import { rotateApiSecret } from "@/lib/parties/marketplaces/rotate-api-secret";
import { getEndpoint } from "@/lib/platform/messages/webhooks/queries";
import { registerEndpoint } from "@/lib/platform/messages/webhooks/register-endpoint";
import { receiverPath } from "@/lib/sandbox/test-helpers/receiver";
import { readCredentials, type SandboxCredentials, storeCredentials } from "@/lib/sandbox/test-helpers/state";
import { demoLender } from "./demo-lender";
import { testMerchants } from "./outcomes";
import { seedMerchant } from "./seed-merchant";
import { holdMerchant, seedOAuth } from "./seed-oauth";
import { seedOrigins } from "./seed-origins";
import { seedOperators, seedStaff } from "./seed-staff";

/** Once per data directory. Later starts only update the demo's own addresses to the base address. */
export async function seedSandbox(realNow: RealTime): Promise<void> {
  await whileLocked(locks.seed, async () => {
    const credentials = (await readCredentials()) ?? (await seedMarketplace(realNow));
    const tenant = tenantOf({ marketplaceId: credentials.marketplaceId, environment: "test" });
    const actor: Actor = { kind: "sandbox", tenant };
    const now = businessTime(realNow, await readClockAhead(tenant));
    for (const [i, merchant] of testMerchants.entries()) await seedMerchant(actor, merchant, i + 1, { now, realNow });
    await seedOAuth(actor, credentials, realNow);
    await holdMerchant(actor, "test-loan-active");
    await seedStaff(actor, realNow);
    await seedOperators(realNow);
    await seedOrigins(actor, realNow);
    if (!(await currentApiSecret(tenant))) await rotateApiSecret({ actor, input: {}, realNow });
    await followBaseAddress(actor, now);
  });
}

async function seedMarketplace(realNow: RealTime): Promise<SandboxCredentials> {
  return transaction(async () => {
    const contactEmail = "developers@demo-market.example";
    const marketplaceId = await createMarketplace({ name: "Demo Market", contactEmail, realNow });
    const actor: Actor = { kind: "sandbox", tenant: tenantOf({ marketplaceId, environment: "test" }) };
    const secretKey = await issueSecretKey({ marketplaceId, environment: "test", realNow });
    const input = { url: receiverUrl(), events: null };
    const { secret } = await registerEndpoint({ actor, input, now: businessTime(realNow, 0) });
    const known = await db().select({ id: lenders.id }).from(lenders).where(sql`environment = 'test'`).limit(1);
    if (known.length === 0) await createLender({ environment: "test", ...demoLender, realNow });
    const credentials = { marketplaceId, secretKey, webhookSecret: secret ?? "" };
    await storeCredentials(credentials);
    return credentials;
  });
}

/** The demo's own receiver moves with the process; an endpoint that a developer registered is left alone. */
async function followBaseAddress(actor: Actor, now: BusinessTime): Promise<void> {
  if (env().jobs === "off") return;
  const endpoint = await getEndpoint(actor.tenant);
  if (!endpoint.url.endsWith(receiverPath) || endpoint.url === receiverUrl()) return;
  await registerEndpoint({ actor, input: { url: receiverUrl(), events: endpoint.events }, now });
}

/** By loopback, which webhooks of the test environment may use where the sandbox is on. */
function receiverUrl(): string {
  return `http://127.0.0.1:${env().port}${receiverPath}`;
}
