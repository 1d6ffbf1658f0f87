import { beforeAll, describe, expect, it } from "vitest";
import { call } from "@/test/call-route";
import { expectRefusal, holdsContract } from "@/test/contract/suite";
import { boolean, optional } from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { POST as rotateApiSecret } from "./api-secret/rotate/route";
import { GET as listRefusedWebhooks } from "./refused-webhooks/route";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
});

holdsContract({
  operation: "POST /api-secret/rotate",
  route: rotateApiSecret,
  key: () => shop.testKey,
  body: () => ({ immediate: true }),
  fields: [optional("immediate", boolean)],
});

describe("GET /refused-webhooks refuses", () => {
  it.each([
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "ten"],
    ["startingAfter", "evt_01"],
    ["startingAfter", ""],
    ["startingAfter", "rfs_%00"],
    ["startingAfter", `rfs_${"x".repeat(256)}`],
    ["endingBefore", "01"],
    ["endingBefore", "rfs_1&startingAfter=rfs_2"],
  ])("%s = %.30s", async (name, given) => {
    const path = `/refused-webhooks?${name}=${given}`;
    expectRefusal(await call(listRefusedWebhooks, { key: shop.testKey, path }), name);
  });

  it.each(["limit=1", "limit=100", "unknown=1"])("but takes %s", async (query) => {
    const answer = await call(listRefusedWebhooks, { key: shop.testKey, path: `/refused-webhooks?${query}` });
    expect([answer.status, answer.json]).toEqual([200, { data: [], hasMore: false }]);
  });
});
