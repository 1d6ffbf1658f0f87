import { inArray } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { type Actor, type MarketplaceRole, tenantOf } from "@/lib/kernel/actor";
import { randomText } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { createMarketplace } from "@/lib/parties/marketplaces/create-marketplace";
import { issueSecretKey } from "@/lib/parties/marketplaces/issue-secret-key";
import { rotateApiSecret } from "@/lib/parties/marketplaces/rotate-api-secret";
import { createStaff } from "@/lib/parties/people/create-staff";
import { getEndpoint } from "@/lib/platform/messages/webhooks/queries";
import { registerEndpoint } from "@/lib/platform/messages/webhooks/register-endpoint";
import { receiverPath } from "@/lib/sandbox/test-helpers/receiver";
import { readCredentials, readShowcase, type Showcase, storeShowcase } from "@/lib/sandbox/test-helpers/state";

const staff: readonly { key: keyof Showcase["staff"]; name: string; role: MarketplaceRole }[] = [
  { key: "owner", name: "Funke Adeleke", role: "OWNER" },
  { key: "developer", name: "Emeka Nwosu", role: "DEVELOPER" },
  { key: "viewer", name: "Halima Danjuma", role: "VIEWER" },
];

/** Once per data directory; merchants come later (`tell-showcase.ts`). Later starts only move its receiver. */
export async function openShowcase(realNow: RealTime): Promise<void> {
  const known = await readShowcase();
  if (known) {
    await meetTheDemo(known, realNow);
    return followBaseAddress(known, realNow);
  }
  await transaction(async () => {
    const contactEmail = "developers@kasuwa.example";
    const marketplaceId = await createMarketplace({ name: "Kasuwa", contactEmail, realNow });
    const actor = actorOf({ marketplaceId });
    await rotateApiSecret({ actor, input: {}, realNow });
    const signIns = staff.map(async ({ key, name, role }) => {
      const signIn = { email: `${key}@kasuwa.example`, password: randomText(16) };
      await createStaff({ actor, input: { ...signIn, name, role }, realNow });
      return [key, signIn] as const;
    });
    const people = Object.fromEntries(await Promise.all(signIns)) as Showcase["staff"];
    await meetTheDemo({ marketplaceId, staff: people }, realNow);
  });
}

/** Their tester has a key for it (docs/sandbox.md#showcase). Once; a showcase made before that has it made up for. */
async function meetTheDemo(showcase: Showcase, realNow: RealTime): Promise<void> {
  if (showcase.secretKey) return;
  const { marketplaceId } = showcase;
  await transaction(async () => {
    const secretKey = await issueSecretKey({ marketplaceId, environment: "test", realNow });
    const demo = await readCredentials();
    const both = demo ? [marketplaceId, demo.marketplaceId] : [marketplaceId];
    await db().update(marketplaces).set({ testedTogether: marketplaceId }).where(inArray(marketplaces.id, both));
    await storeShowcase({ ...showcase, secretKey });
  });
}

/** Has the showcase's events sent from now on, unless they are already. In the caller's transaction. */
export async function registerReceiver(now: BusinessTime): Promise<void> {
  const showcase = await readShowcase();
  if (!showcase || showcase.webhookSecret) return;
  const input = { url: receiverUrl(), events: null };
  const { secret } = await registerEndpoint({ actor: actorOf(showcase), input, now });
  if (secret) await storeShowcase({ ...showcase, webhookSecret: secret });
}

/** The sandbox, at work on the showcase's test data. */
export function actorOf({ marketplaceId }: Pick<Showcase, "marketplaceId">): Actor {
  return { kind: "sandbox", tenant: tenantOf({ marketplaceId, environment: "test" }) };
}

async function followBaseAddress(showcase: Showcase, realNow: RealTime): Promise<void> {
  if (env().jobs === "off" || !showcase.webhookSecret) return;
  const actor = actorOf(showcase);
  const endpoint = await getEndpoint(actor.tenant);
  if (!endpoint.url.endsWith(receiverPath) || endpoint.url === receiverUrl()) return;
  const input = { url: receiverUrl(), events: endpoint.events };
  await registerEndpoint({ actor, input, now: businessTime(realNow, 0) });
}

function receiverUrl(): string {
  return `http://127.0.0.1:${env().port}${receiverPath}`;
}
