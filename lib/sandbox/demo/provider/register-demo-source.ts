import { transaction } from "@/db/client";
import { tenantOf } from "@/lib/kernel/actor";
import { randomText } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { connectionCallbackUrl } from "@/lib/sales/data-access/callback-url";
import { findDataSource } from "@/lib/sales/data-access/read-data-source";
import { registerDataSource } from "@/lib/sales/data-access/register-data-source";
import { readCredentials, readDemoClient, storeDemoClient } from "@/lib/sandbox/test-helpers/state";
import { demoScopes } from "@/lib/terms/demo-provider";
import { demoIssuer, salesUrl } from "./addresses";

const description = "The sandbox's sample marketplace. Sign in there as any of its sellers.";

/** The service as a client there, its OAuth server as a source here. A developer's registration stays. */
export async function registerDemoSource(realNow: RealTime): Promise<void> {
  const credentials = await readCredentials();
  if (!credentials) return;
  const tenant = tenantOf({ marketplaceId: credentials.marketplaceId, environment: "test" });
  await transaction(async () => {
    const known = await readDemoClient();
    const redirectUri = connectionCallbackUrl();
    const client = known ?? { clientId: "marketplace-financing", clientSecret: randomText(32) };
    if (known?.redirectUri !== redirectUri) await storeDemoClient({ ...client, redirectUri });
    const { clientId, clientSecret } = client;
    const there = await findDataSource(tenant);
    if (there && there.clientId !== clientId) return;
    const source = { issuer: demoIssuer(), dataUrl: salesUrl() };
    if (there?.issuer === source.issuer && there.dataUrl === source.dataUrl) return;
    const input = { ...source, clientId, clientSecret, scopes: [...demoScopes], description };
    await registerDataSource({ actor: { kind: "sandbox", tenant }, input, realNow });
  });
}
