import { expect, test } from "vitest";
import { db } from "@/db/client";
import { createMarketplace } from "@/db/factories/marketplace";
import { startReceiver } from "@/db/factories/receiver";
import { createEndpoint, createEvents } from "@/db/factories/webhook";
import { deliveries } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import { useDatabase } from "@/db/testing";
import type { Tenant } from "@/lib/actor";
import { now } from "@/lib/clock";
import { runDue } from "./run-due";

useDatabase();

const untried = async (tenant: Tenant) => {
  const rows = await db().select().from(deliveries).where(inTenant(deliveries, tenant));
  return rows.filter((row) => row.attempts === 0).length;
};

test("says so when its patience ended before everything had run", async () => {
  const { test: tenant } = await createMarketplace();
  const receiver = await startReceiver((_, response) => response.writeHead(500).end());
  // One that fails is tried a few at a time.
  await createEndpoint(tenant, receiver.url, { failingSince: now() });
  await createEvents(tenant, 9);
  expect(await runDue(tenant, 0)).toBe(false);
  expect(await untried(tenant)).toBeGreaterThan(0);
  expect(await runDue(tenant)).toBe(true);
  expect(await untried(tenant)).toBe(0);
});
