import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { fundingRequests } from "@/db/schema/funding";
import type { Tenant } from "@/lib/kernel/actor";
import { hour, later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { onWakeUp } from "@/lib/kernel/wake-up";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { expectOrderedLocks } from "@/test/factories/locks";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { db } from "./client";
import { ownedBy } from "./tenancy";
import { wakeRequests } from "./wake-funding-requests";

useDatabase();
afterEach(() => onWakeUp(undefined));

const at = now();
const soon = later(at, hour);

async function request(tenant: Tenant, merchantId: string, status: "PENDING" | "REJECTED" = "PENDING") {
  const id = newId("fundingRequest");
  const wish = {
    amountRequested: kobo(100),
    tenorDays: 30,
    purpose: "Inventory purchase",
    financingTimeframeDays: 30,
  } as const;
  await db()
    .insert(fundingRequests)
    .values({ id, ...ownedBy(tenant), merchantId, ...wish, status, createdAt: at, dueAt: soon });
  return id;
}

const dueAt = async (id: string) =>
  (await db().select().from(fundingRequests).where(eq(fundingRequests.id, id)))[0]?.dueAt;

test("wakes the pending requests of the merchants named, each once, and nobody else's", async () => {
  const { test: tenant, live } = await createMarketplace();
  const [one, two, other] = [await anyMerchant(tenant), await anyMerchant(live), await anyMerchant(tenant)];
  const woken = [
    await request(tenant, one.merchantId),
    await request(tenant, one.merchantId),
    await request(live, two.merchantId),
  ];
  const left = [await request(tenant, one.merchantId, "REJECTED"), await request(tenant, other.merchantId)];
  const heard: string[] = [];
  onWakeUp((wakeUps) => heard.push(...wakeUps.map((hint) => hint.id)));
  const called = [
    { ...tenant, ...one },
    { ...live, ...two },
    { ...tenant, ...one },
    { ...live, ...other },
  ];
  await wakeRequests(called.map((merchant) => ({ ...merchant, now: at })));
  expect(await Promise.all(woken.map(dueAt))).toEqual([at, at, at]);
  expect(await Promise.all(left.map(dueAt))).toEqual([soon, soon]);
  expect(heard.sort()).toEqual(woken.sort());
});

test("takes the requests in one order, however the merchants are named", async () => {
  const { test: tenant } = await createMarketplace();
  const [one, two] = [await anyMerchant(tenant), await anyMerchant(tenant)];
  const ids = [await request(tenant, one.merchantId), await request(tenant, two.merchantId)];
  await expectOrderedLocks("funding_requests", ids, () =>
    wakeRequests([two, one].map((merchant) => ({ ...tenant, ...merchant, now: at }))),
  );
});
