import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { demoWebhooks, sandboxState } from "@/db/schema/operations";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { later, second } from "@/lib/kernel/calendar";
import { receiverPath } from "@/lib/sandbox/test-helpers/receiver";
import { storeCredentials } from "@/lib/sandbox/test-helpers/state";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEndpoint } from "@/test/factories/webhook";
import { instant, now } from "@/test/time";
import { demoWebhookRetention, keepWebhook, listWebhooks, otherReceiver, purgeDemoWebhooks } from "./webhooks";

useDatabase();

let marketplace: Awaited<ReturnType<typeof createMarketplace>>;
const at = instant("2026-11-20T10:00:00Z");

function eventOf(seller: string | null, eventId: string) {
  return {
    event: "kyc.submitted",
    event_id: eventId,
    merchant: { service_id: "mer_1", marketplace_id: seller },
    more: 1,
  };
}

beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  const { marketplaceId, testKey } = marketplace;
  await storeCredentials({ marketplaceId, secretKey: testKey, webhookSecret: "whsec_x" });
});

test("before the sandbox has its marketplace there is nothing to keep and nothing to show", async () => {
  await db().delete(sandboxState);
  await keepWebhook({ body: eventOf("shop-early", "evt_early"), realNow: at });
  expect(await listWebhooks("shop-early", 0)).toEqual([]);
  expect(await otherReceiver()).toBeNull();
});

test("a webhook is kept once and shown to its seller alone, newest first, with its whole body", async () => {
  for (const [seller, id] of [
    ["shop-a", "evt_1"],
    ["shop-b", "evt_2"],
    ["shop-a", "evt_3"],
    ["shop-a", "evt_1"],
    [null, "evt_4"],
  ] as const) {
    await keepWebhook({ body: eventOf(seller, id), realNow: at });
  }
  const seen = await listWebhooks("shop-a", 0);
  expect(seen.map(({ eventId }) => eventId)).toEqual(["evt_3", "evt_1"]);
  expect(seen[0]).toMatchObject({ event: "kyc.submitted", receivedAt: at.toISOString() });
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual(eventOf("shop-a", "evt_3"));
  expect(await listWebhooks("shop-a", seen[1]?.number ?? 0)).toEqual(seen.slice(0, 1));
  expect(await listWebhooks("shop-a", seen[0]?.number ?? 0)).toEqual([]);
  expect(await listWebhooks("shop-c", 0)).toEqual([]);
});

test("what is no event is not kept", async () => {
  const before = await db().$count(demoWebhooks);
  for (const body of [null, [], "text", {}, { event: "kyc.submitted" }, { event: 1, event_id: "evt_9" }]) {
    await keepWebhook({ body, realNow: at });
  }
  expect(await db().$count(demoWebhooks)).toBe(before);
});

test("however many arrive at once, numbers rise in the order in which they can be read", async () => {
  const ids = Array.from({ length: 24 }, (_, i) => `evt_many_${i}`);
  let reading = true;
  const seen: string[] = [];
  const reader = (async () => {
    for (let after = 0, last = false; !last; ) {
      last = !reading;
      const more = await listWebhooks("shop-many", after);
      after = more[0]?.number ?? after;
      seen.push(...more.map(({ eventId }) => eventId));
    }
  })();
  await Promise.all(ids.map((id) => keepWebhook({ body: eventOf("shop-many", id), realNow: at })));
  reading = false;
  await reader;
  expect(seen.sort()).toEqual([...ids].sort());
});

test("says where webhooks go when they do not come here", async () => {
  await createEndpoint(marketplace.test, `http://127.0.0.1:3000${receiverPath}`);
  expect(await otherReceiver()).toBeNull();
  await db().update(webhookEndpoints).set({ status: "DISABLED" });
  expect(await otherReceiver()).toEqual({ url: `http://127.0.0.1:3000${receiverPath}`, disabled: true });
  await db().update(webhookEndpoints).set({ status: "ENABLED", url: "https://hooks.example/in" });
  expect(await otherReceiver()).toEqual({ url: "https://hooks.example/in", disabled: false });
});

test("the purge takes what is older than a week, so many at a time", async () => {
  await db().delete(demoWebhooks);
  const realNow = now();
  for (const [i, ago] of [
    demoWebhookRetention + second,
    demoWebhookRetention + second,
    demoWebhookRetention - second,
  ].entries()) {
    await keepWebhook({ body: eventOf("shop-old", `evt_old_${i}`), realNow: later(realNow, -ago) });
  }
  expect(await purgeDemoWebhooks({ realNow: realNow, limit: 1 })).toBe(1);
  expect(await purgeDemoWebhooks({ realNow: realNow, limit: 5 })).toBe(1);
  expect((await listWebhooks("shop-old", 0)).map(({ eventId }) => eventId)).toEqual(["evt_old_2"]);
});
