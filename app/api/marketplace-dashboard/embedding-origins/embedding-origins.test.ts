import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { listFrameAncestors } from "@/lib/surfaces/journey/queries";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { GET, PUT } from "./route";

useDatabase();

let marketplace: TestMarketplace;
let token = "";
beforeEach(async () => {
  marketplace = await createMarketplace();
  ({ token } = await anyStaff(marketplace.test));
});

const read = (key = token) => call(GET, { key });
const save = (body: unknown, key = token) => call(PUT, { method: "PUT", key, body });
const faults = ({ json }: { json: Record<string, unknown> }) =>
  Object.fromEntries((json.errors as { field: string; error: string }[]).map(({ field, error }) => [field, error]));

test("there are none at first", async () => {
  expect(await read()).toMatchObject({ status: 200, json: { live: [], test: [], updatedAt: null } });
});

test("are stored as browsers name them, each once, in order; and a later save replaces both lists", async () => {
  const body = {
    live: [
      "https://SHOP.example:443",
      "https://münchen.example",
      "https://shop.example",
      "https://a.shop.example:8443",
    ],
    test: ["http://localhost:3000", "https://shop.example", "http://LOCALHOST:3000"],
  };
  const stored = {
    live: ["https://shop.example", "https://xn--mnchen-3ya.example", "https://a.shop.example:8443"],
    test: ["http://localhost:3000", "https://shop.example"],
  };
  const before = now().toISOString();
  const answer = await save(body);
  expect(answer).toMatchObject({ status: 200, json: stored });
  expect(String(answer.json.updatedAt) >= before).toBe(true);
  expect((await read()).json).toEqual(answer.json);
  const { marketplaceId } = marketplace;
  for (const environment of ["test", "live"] as const) {
    expect(await listFrameAncestors(marketplaceId, environment)).toEqual(stored[environment]);
  }
  // What was answered can be sent back.
  expect((await save((await read()).json)).json).toMatchObject(stored);
  expect((await save({ live: [], test: ["https://b.example"] })).json).toMatchObject({
    live: [],
    test: ["https://b.example"],
  });
  expect(await listFrameAncestors(marketplaceId, "live")).toEqual([]);
});

test("each save is in the audit log of both environments, with who did it", async () => {
  const { id, token: key } = await anyStaff(marketplace.test, "ADMIN");
  await save({ live: [], test: [] }, key);
  const rows = await db().select().from(auditLog).where(eq(auditLog.actor, id));
  const saved = { action: "embedding-origins.save", subjectId: marketplace.marketplaceId };
  expect(rows).toMatchObject([
    { ...saved, environment: "test" },
    { ...saved, environment: "live" },
  ]);
});

test("every wrong one is named with its place and a reason, and nothing is stored then", async () => {
  await save({ live: ["https://shop.example"], test: [] });
  const before = await storedState();
  const answer = await save({
    live: ["https://shop.example", "http://shop.example", "https://shop.example/", "https://*.shop.example", 7, null],
    test: ["https://[::1]:3000", "http://localhost:3000", "http://my_shop.example", "https://x;script-src *", ["a"]],
  });
  expect(answer).toMatchObject({ status: 400, json: { code: "VALIDATION_FAILED" } });
  expect(faults(answer)).toEqual({
    "live.1": "Live origins must be https",
    "live.2": "Must end with the host or port: leave out the slash at the end",
    "live.3": expect.stringContaining("Wildcards are not allowed"),
    "live.4": "Must be a string",
    "live.5": "Must be a string",
    "test.0": expect.stringContaining("browsers do not honour IPv6 in frame-ancestors"),
    "test.2": expect.stringContaining("underscore"),
    "test.3": expect.stringContaining("spaces"),
    "test.4": "Must be a string",
  });
  expect(await storedState()).toEqual(before);
});

test("both lists are needed, as lists", async () => {
  expect(faults(await save({}))).toEqual({ live: "Is required", test: "Is required" });
  expect(faults(await save({ test: [] }))).toEqual({ live: "Is required" });
  expect(faults(await save({ live: null, test: "https://shop.example" }))).toEqual({
    live: "Must be a list of origins",
    test: "Must be a list of origins",
  });
  expect((await call(PUT, { method: "PUT", key: token, raw: "[" })).json).toMatchObject({ code: "MALFORMED_JSON" });
});

test("an environment has twenty at most, counted once each", async () => {
  const twenty = Array.from({ length: 20 }, (_, i) => `https://shop${i}.example`);
  expect((await save({ live: [...twenty, "https://SHOP0.example"], test: twenty })).status).toBe(200);
  const answer = await save({ live: twenty, test: [...twenty, "https://one-more.example"] });
  expect(faults(answer)).toEqual({ test: "Must be at most 20 origins" });
});

test("are each marketplace's own", async () => {
  const other = await createMarketplace();
  const { token: key } = await anyStaff(other.test);
  await save({ live: [], test: ["https://shop.example"] });
  expect((await read(key)).json).toEqual({ live: [], test: [], updatedAt: null });
  await save({ live: [], test: ["https://other.example"] }, key);
  expect((await read()).json).toMatchObject({ test: ["https://shop.example"] });
});

test("of simultaneous saves exactly one wins, whole", async () => {
  const lists = Array.from({ length: 8 }, (_, i) => ({
    live: [`https://l${i}.example`],
    test: [`https://t${i}.example`],
  }));
  const answers = await Promise.all(lists.map((body) => save(body)));
  expect(answers.map(({ status }) => status)).toEqual(lists.map(() => 200));
  const { live, test } = (await read()).json;
  expect(lists).toContainEqual({ live, test });
});
