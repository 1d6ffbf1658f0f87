import { beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/kernel/actor";
import { tenantOf } from "@/lib/kernel/actor";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { mostOrigins } from "@/lib/surfaces/journey/origins-schema";
import { readOrigins } from "@/lib/surfaces/journey/read-origins";
import { saveOrigins } from "@/lib/surfaces/journey/save-origins";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { allowThisDashboard, dashboardOrigin } from "./allow-this-dashboard";
import { readProgress } from "./queries";
import { openJourneyInput } from "./schema";
import { startFirstMerchant } from "./start-first-merchant";

useDatabase();

let owner: Extract<Actor, { kind: "marketplaceUser" }>;
beforeAll(async () => {
  const { test: tenant } = await createMarketplace();
  owner = { kind: "marketplaceUser", tenant, userId: "usr_1", role: "OWNER" };
});

test("a first merchant is scored and all but ready to apply; the marketplace's progress says so, nobody else's", async () => {
  const other = await createMarketplace();
  expect(await readProgress(owner.tenant)).toMatchObject({ merchants: false, ref: null, funded: false });
  const { ref } = await startFirstMerchant({ actor: owner, now: now() });
  expect(openJourneyInput.parse({ ref })).toEqual({ ref });
  const status = await readMerchantStatus(everyMerchantOf(owner.tenant), ref);
  expect(status).toMatchObject({ kyc: { status: "PENDING", overallProgress: 50 }, creditScore: { riskTier: "A" } });
  const { merchantId } = status;
  expect(await readProgress(owner.tenant)).toMatchObject({ merchants: true, ref, merchantId, kyc: "PENDING" });
  expect(await readProgress(other.test)).toMatchObject({ merchants: false, ref: null });
});

test("the dashboard joins the origins that are there, once, while there is room; live is left alone", async () => {
  const realNow = now();
  const shop = "https://shop.example";
  await saveOrigins({ actor: owner, input: { live: [shop], test: [shop] }, realNow });
  for (let times = 0; times < 2; times++) await allowThisDashboard({ actor: owner, realNow });
  expect(await readOrigins(owner.tenant)).toMatchObject({ live: [shop], test: [shop, dashboardOrigin()] });
  expect((await readProgress(owner.tenant)).origins).toContain(dashboardOrigin());
  const many = Array.from({ length: mostOrigins }, (_, i) => `https://shop-${i}.example`);
  await saveOrigins({ actor: owner, input: { live: [], test: many }, realNow });
  await expect(allowThisDashboard({ actor: owner, realNow })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
});

test("neither is for viewers, and made-up merchants are not for live", async () => {
  const viewer = { ...owner, role: "VIEWER" } as const;
  const refused = { code: "INSUFFICIENT_ROLE" };
  await expect(startFirstMerchant({ actor: viewer, now: now() })).rejects.toMatchObject(refused);
  await expect(allowThisDashboard({ actor: viewer, realNow: now() })).rejects.toMatchObject(refused);
  const live = { ...owner, tenant: tenantOf({ ...owner.tenant, environment: "live" }) };
  await expect(startFirstMerchant({ actor: live, now: now() })).rejects.toMatchObject({ code: "TEST_KEY_REQUIRED" });
  expect(openJourneyInput.safeParse({ ref: "somebody-else" }).success).toBe(false);
});
