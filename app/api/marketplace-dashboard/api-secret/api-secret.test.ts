import { beforeEach, expect, test } from "vitest";
import { POST as settlement } from "@/app/api/v1/webhooks/marketplace/settlement/route";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { signedWebhook } from "@/test/factories/inbound";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { POST } from "./rotate/route";
import { GET } from "./route";

useDatabase();

let shop: TestMarketplace;
let token = "";
beforeEach(async () => {
  shop = await createMarketplace({ live: true });
  ({ token } = await anyStaff(shop.test, "DEVELOPER"));
});

const read = (path = "/") => call(GET, { key: token, path });
const rotate = async (body: unknown = {}, path = "/") =>
  (await call(POST, { method: "POST", key: token, body, path })).json;

/** Whether a webhook signed with this secret is taken for the marketplace's; an empty one is then malformed. */
async function verifies({ apiSecret }: Record<string, unknown>): Promise<boolean> {
  const signed = signedWebhook({ secret: String(apiSecret), marketplaceId: shop.marketplaceId, body: {} });
  const { status } = await call(settlement, { method: "POST", headers: signed.headers, raw: signed.raw });
  expect([400, 401]).toContain(status);
  return status === 400;
}

test("a replaced API secret verifies beside the new one, and is seen to be in use", async () => {
  expect(await read()).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
  const one = await rotate();
  expect(one).toEqual({ apiSecret: expect.stringMatching(/^apisec_test_/), previousValidUntil: null });
  expect(await verifies(one)).toBe(true);
  await expect.poll(async () => (await read()).json.lastUsedAt).toEqual(expect.any(String));

  const two = await rotate();
  expect((await read()).json).toMatchObject({ lastUsedAt: null, previousValidUntil: two.previousValidUntil });
  const before = (await read()).json.previousLastUsedAt;
  expect([await verifies(one), await verifies(two)]).toEqual([true, true]);
  await expect.poll(async () => (await read()).json.lastUsedAt).toEqual(expect.any(String));
  await expect.poll(async () => (await read()).json.previousLastUsedAt).not.toBe(before);

  const three = await rotate({ immediate: true });
  expect([await verifies(one), await verifies(two), await verifies(three)]).toEqual([false, false, true]);
  expect((await read()).json).toMatchObject({ previousValidUntil: null, previousLastUsedAt: null });
  expect((await read()).text).not.toContain(String(three.apiSecret));
});

test("each environment has its own", async () => {
  expect((await rotate({}, "/?environment=live")).apiSecret).toMatch(/^apisec_live_/);
  expect((await read()).status).toBe(404);
  expect((await read("/?environment=live")).status).toBe(200);
});
