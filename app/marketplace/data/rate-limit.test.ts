import { beforeAll, expect, it, vi } from "vitest";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { batchOf, recordOf } from "@/test/factories/batch";
import { createMarketplace } from "@/test/factories/marketplace";
import { GET as health } from "./health/route";
import { POST as submitBatch } from "./merchants/bulk/route";

// Before the first request: settings are read once.
vi.stubEnv("RATE_BULK", "3");
useDatabase();

beforeAll(() => {
  // All in one minute, however slow the machine: allowances are counted by the minute.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T12:00:10Z") });
});

it("an allowance belongs to the client, whichever of its tokens is used, and bulk has one of its own", async () => {
  const shop = await createMarketplace();
  const [one, two] = [await accessTokenOf(shop.test), await accessTokenOf(shop.test)];
  const send = (key: string) => call(submitBatch, { key, body: batchOf(shop.marketplaceId, [recordOf("shop-1")]) });
  const first = await send(one);
  expect(first.headers.get("ratelimit-policy")).toBe('"bulk";q=3;w=60');
  expect(first.headers.get("ratelimit")).toBe('"bulk";r=2;t=50');
  expect([await send(two), await send(one)]).toMatchObject([{ status: 200 }, { status: 200 }]);
  const refused = await send(two);
  expect(refused).toMatchObject({ status: 429, json: { code: "RATE_LIMITED" } });
  expect(refused.headers.get("retry-after")).toBe("50");
  expect(await call(health, { key: one, method: "GET" })).toMatchObject({ status: 200 });
  const other = await createMarketplace();
  const theirs = { key: await accessTokenOf(other.test), body: batchOf(other.marketplaceId, [recordOf("shop-1")]) };
  expect(await call(submitBatch, theirs)).toMatchObject({ status: 200 });
});
