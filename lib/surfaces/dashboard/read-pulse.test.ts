import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { loggedRequests } from "@/db/schema/requests";
import { breaks } from "@/db/schema/settlements";
import { deliveries } from "@/db/schema/webhooks";
import { ownedBy } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { hour, later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { pulseTopics } from "@/lib/terms/dashboard/pulse";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEvents } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { readPulse } from "./read-pulse";

useDatabase();

let tenant: Tenant;
let others: readonly Tenant[];
const viewer = (of: Tenant): Actor => ({ kind: "marketplaceUser", tenant: of, userId: "usr_1", role: "VIEWER" });
beforeAll(async () => {
  const shop = await createMarketplace();
  tenant = shop.test;
  others = [shop.live, (await createMarketplace()).test];
});

/** Which topics change by some work, of the tenant and of others. */
async function changedBy(work: () => Promise<unknown>) {
  const read = (of: Tenant) =>
    Promise.all(pulseTopics.map((topic) => readPulse({ actor: viewer(of), topics: [topic] })));
  const before = await read(tenant);
  const elsewhere = await Promise.all(others.map(read));
  await work();
  const after = await read(tenant);
  expect(await Promise.all(others.map(read))).toEqual(elsewhere);
  expect(await read(tenant)).toEqual(after);
  return pulseTopics.filter((_, i) => before[i] !== after[i]);
}

const setDelivery = (id: string, change: Partial<typeof deliveries.$inferInsert>) => () =>
  db().update(deliveries).set(change).where(eq(deliveries.id, id));

describe("the pulse of a topic changes", () => {
  test("with an event, with each attempt to deliver it and with the end of that", async () => {
    let id = "";
    const made = await changedBy(async () => {
      [{ deliveryId: id = "" } = {}] = await createEvents(tenant, 3);
    });
    expect(made).toEqual(["deliveries", "funnel"]);
    expect(await changedBy(setDelivery(id, { attempts: 1, dueAt: later(now(), hour) }))).toEqual(["deliveries"]);
    expect(await changedBy(setDelivery(id, { status: "FAILED", dueAt: null }))).toEqual(["deliveries"]);
    expect(await changedBy(setDelivery(id, { status: "PENDING", dueAt: now() }))).toEqual(["deliveries"]);
  });

  test("with a break, its answer and its end", async () => {
    const { merchantId } = await anyMerchant(tenant);
    const id = newId("break");
    const raise = () =>
      db()
        .insert(breaks)
        .values({
          id,
          ...ownedBy(tenant),
          merchantId,
          type: "AMOUNT",
          subject: id,
          evidence: {},
          detectedAt: now(),
          status: "OPEN",
        });
    expect(await changedBy(raise)).toEqual(["breaks"]);
    for (const status of ["ANSWERED", "RESOLVED"] as const) {
      const change = () => db().update(breaks).set({ status }).where(eq(breaks.id, id));
      expect(await changedBy(change)).toEqual(["breaks"]);
    }
  });

  test("with a request", async () => {
    const row = { requestId: "r", operation: "o", method: "GET", path: "/", status: 200, credential: "key" };
    const note = () =>
      db()
        .insert(loggedRequests)
        .values({ ...row, id: newId("event"), ...ownedBy(tenant), durationMs: 1, at: now() });
    expect(await changedBy(note)).toEqual(["requests"]);
  });
});

test("several topics have one pulse", async () => {
  const read = () => readPulse({ actor: viewer(tenant), topics: ["requests", "funnel"] });
  const before = await read();
  await createEvents(tenant, 1);
  expect(await read()).not.toBe(before);
});
