import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { secretKeys } from "@/db/schema/marketplaces";
import { oauthClients } from "@/db/schema/oauth";
import { loggedRequests } from "@/db/schema/requests";
import { ownedBy } from "@/db/tenancy";
import { newId } from "@/lib/kernel/ids";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { listRequestsForStaff } from "./requests-list";

useDatabase();

/** The ids of a marketplace's test key, a person of its staff and its OAuth client. */
async function credentialsOf({ test: tenant, testKey }: TestMarketplace) {
  const [key] = await db()
    .select()
    .from(secretKeys)
    .where(eq(secretKeys.lastFour, testKey.slice(-4)));
  const client = newId("oauthClient");
  const made = { secretDigest: client, redirectUris: [], createdAt: now() };
  await db()
    .insert(oauthClients)
    .values({ id: client, ...ownedBy(tenant), ...made });
  return [key?.id ?? "", (await anyStaff(tenant)).id, client];
}

test("who asked is called what the marketplace calls them, and what it does not have by its id alone", async () => {
  const [shop, other] = [await createMarketplace(), await createMarketplace()];
  const [own, theirs] = [await credentialsOf(shop), await credentialsOf(other)];
  const { id: named } = await db()
    .insert(secretKeys)
    .values({
      ...{ id: newId("secretKey"), marketplaceId: shop.marketplaceId, environment: "test", name: "Shop backend" },
      ...{ digest: newId("quote"), lastFour: "abcd", createdAt: now() },
    })
    .returning()
    .then(([row]) => row ?? { id: "" });
  const gone = newId("user");
  const credentials = [...own, named, "webhook", ...theirs, gone];
  const asked = {
    requestId: "r",
    operation: "getLoan",
    method: "GET",
    path: "/",
    status: 200,
    durationMs: 1,
    at: now(),
  };
  await db()
    .insert(loggedRequests)
    .values(
      credentials.map((credential) => ({ ...ownedBy(shop.test), id: newId("loggedRequest"), credential, ...asked })),
    );
  const { rows } = await listRequestsForStaff(everyMerchantOf(shop.test), { limit: 50 });
  expect(rows.reverse().map(({ askedBy }) => askedBy)).toEqual([
    `Key ending in ${shop.testKey.slice(-4)}`,
    expect.stringMatching(/^Staff \d+$/),
    "The OAuth client",
    "Key “Shop backend”",
    "A signed webhook",
    ...[null, null, null, null],
  ]);
});
