import { beforeAll, expect, test, vi } from "vitest";
import { tenantOf } from "@/lib/kernel/actor";
import * as settings from "@/lib/kernel/env";
import { findDataSource } from "@/lib/sales/data-access/read-data-source";
import { registerDataSource } from "@/lib/sales/data-access/register-data-source";
import { readDemoClient, storeCredentials } from "@/lib/sandbox/test-helpers/state";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { now } from "@/test/time";
import { registerDemoSource } from "./register-demo-source";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
});

const sourceOf = () => findDataSource(tenantOf({ marketplaceId: shop.marketplaceId, environment: "test" }));

test("before there is a demo marketplace nothing is registered", async () => {
  await registerDemoSource(now());
  expect(await readDemoClient()).toBeNull();
});

test("the first start registers both with one another; a later one changes nothing, another address is followed", async () => {
  await storeCredentials({ marketplaceId: shop.marketplaceId, secretKey: shop.testKey, webhookSecret: "whsec_x" });
  await registerDemoSource(now());
  const client = await readDemoClient();
  expect(client).toMatchObject({ redirectUri: "http://localhost:3000/api/marketplace-connections/oauth/callback" });
  expect(await sourceOf()).toMatchObject({ issuer: "http://127.0.0.1:3000/demo", clientId: client?.clientId });
  const stored = await storedState();
  await registerDemoSource(now());
  expect(await storedState()).toEqual(stored);

  const moved = vi.spyOn(settings, "env").mockReturnValue({ ...settings.env(), baseUrl: "http://localhost:3100" });
  await registerDemoSource(now());
  moved.mockRestore();
  expect(await sourceOf()).toMatchObject({ issuer: "http://127.0.0.1:3100/demo" });
  expect(await readDemoClient()).toMatchObject({
    clientSecret: client?.clientSecret,
    redirectUri: "http://localhost:3100/api/marketplace-connections/oauth/callback",
  });
});

test("a source that a developer registered stays", async () => {
  const own = {
    issuer: "https://own.example",
    clientId: "own",
    clientSecret: "x",
    dataUrl: "https://own.example/data",
  };
  await registerDataSource({ actor: { kind: "sandbox", tenant: shop.test }, input: own, realNow: now() });
  await registerDemoSource(now());
  expect(await sourceOf()).toMatchObject({ issuer: own.issuer });
});
