import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { editOrigins } from "./edit-origins";
import { mostOrigins } from "./origins-schema";
import { listFrameAncestors } from "./queries";
import { readOrigins } from "./read-origins";

useDatabase();

let shop: TestMarketplace;
beforeEach(async () => {
  shop = await createMarketplace();
});

const edit = (input: { add: string } | { remove: string }, tenant = shop.test) =>
  editOrigins({ actor: sandboxActor(tenant), input, realNow: now() });

test("one origin is added or taken away in its environment; the others stay", async () => {
  expect(await edit({ add: "http://LOCALHOST:3000" })).toEqual(["http://localhost:3000"]);
  expect(await edit({ add: "https://a.example:443" })).toEqual(["http://localhost:3000", "https://a.example"]);
  expect(await edit({ add: "https://a.example" }), "once").toEqual(["http://localhost:3000", "https://a.example"]);
  expect(await edit({ remove: "http://localhost:3000" })).toEqual(["https://a.example"]);
  expect(await edit({ remove: "http://localhost:3000" })).toEqual(["https://a.example"]);
  expect(await listFrameAncestors(shop.marketplaceId, "test")).toEqual(["https://a.example"]);
  await edit({ add: "https://live.example" }, shop.live);
  expect(await readOrigins(shop.test)).toMatchObject({ test: ["https://a.example"], live: ["https://live.example"] });
});

test("what is no origin of the environment is refused with the reason", async () => {
  const refused = { code: "VALIDATION_FAILED", fields: [{ field: "origin" }] };
  await expect(edit({ add: "https://a.example/path" })).rejects.toMatchObject(refused);
  await expect(edit({ add: "http://localhost:3000" }, shop.live)).rejects.toMatchObject(refused);
  expect(await listFrameAncestors(shop.marketplaceId, "live")).toEqual([]);
});

test("of many at once none is lost, and there are never too many", async () => {
  const added = Array.from({ length: mostOrigins + 3 }, (_, i) => edit({ add: `https://shop-${i}.example` }));
  const settled = await Promise.allSettled(added);
  expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(3);
  expect(await listFrameAncestors(shop.marketplaceId, "test")).toHaveLength(mostOrigins);
});
