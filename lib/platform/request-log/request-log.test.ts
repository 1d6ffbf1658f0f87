import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { GET as listEvents } from "@/app/api/v1/marketplace-api/events/route";
import { PUT as registerWebhook } from "@/app/api/v1/marketplace-api/webhook/route";
import { db } from "@/db/client";
import { formerRequestLog, loggedRequests, requestGaps } from "@/db/schema/requests";
import { ownedBy } from "@/db/tenancy";
import { day, later, minute, second } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import { burst, requestRetention, sustained } from "@/lib/terms/request-log";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { idMadeAt } from "@/test/id-made-at";
import { now } from "@/test/time";
import { keep, keepRequests, takeKept } from "./kept-requests";
import { purgeGaps, purgeRequests } from "./purge-requests";
import { countLeftOut, listRequests, listUsedOperations } from "./queries";
import { startRequestLog, writeRequests } from "./write-requests";

useDatabase();

let shop: TestMarketplace;
beforeEach(async () => {
  shop = await createMarketplace();
  takeKept();
});

const open = () => {
  keepRequests(true);
  onTestFinished(() => keepRequests(false));
};
const list = (query: Omit<Parameters<typeof listRequests>[1], "limit"> & { limit?: number } = {}) =>
  listRequests(shop.test, { limit: 20, ...query });

type Asked = { operation?: string; path?: string; status?: number; requestId?: string; at?: RealTime };

/** Writes requests, the oldest first; their ids. */
async function logged(...asked: Asked[]): Promise<string[]> {
  const ids = asked.map(
    ({ operation = "getLoan", path = "/loan", status = 200, requestId = newId("quote"), at = now() }) => {
      const id = newId("loggedRequest");
      const row = { id, tenant: shop.test, requestId, operation, method: "GET", path, status };
      keep({ ...row, code: status < 400 ? null : "NOT_FOUND", credential: "key_1", durationMs: 1.5, at });
      return id;
    },
  );
  await writeRequests(now());
  return ids;
}
test("an identity number or a key that somebody puts into an address is not kept", async () => {
  await logged({ path: "/merchants/22212345678" }, { path: `/merchants/${shop.testKey}`, requestId: "22212345678" });
  const { rows } = await list();
  expect(rows.map(({ path, requestId }) => [path, requestId.replace(/^quo_.+/, "its own")])).toEqual([
    ["/merchants/sk_test_[redacted]", "[redacted]"],
    ["/merchants/[redacted]", "its own"],
  ]);
});

const idsOf = async (listed: ReturnType<typeof list>) => (await listed).rows.map(({ id }) => id);

describe("a request with a key", () => {
  test("is found by its id, with what came of it and nothing of what was said", async () => {
    open();
    const url = "https://hooks.example.com/?token=hidden";
    await call(registerWebhook, { key: shop.testKey, method: "PUT", path: "/webhook?said=hidden", body: { url } });
    const refused = await call(listEvents, { key: shop.testKey, path: "/events?limit=hidden" });
    await writeRequests(now());
    const requestId = refused.headers.get("x-request-id") ?? "";
    const { rows } = await list({ requestId });
    expect(rows).toMatchObject([
      { requestId, operation: "listEvents", method: "GET", path: "/events", status: 400, code: "VALIDATION_FAILED" },
    ]);
    expect(rows[0]).toMatchObject({ credential: expect.stringMatching(/^key_/), durationMs: expect.any(Number) });
    const all = await list();
    expect(all.rows.map(({ operation, status }) => [operation, status])).toEqual([
      ["listEvents", 400],
      ["registerWebhook", 200],
    ]);
    expect(JSON.stringify(all)).not.toContain("hidden");
  });

  test("is logged for its own environment only; one without a credential, for nobody", async () => {
    open();
    await call(listEvents, { key: shop.testKey });
    await writeRequests(now());
    expect((await list()).rows).toHaveLength(1);
    expect((await listRequests(shop.live, { limit: 20 })).rows).toEqual([]);
    const everything = await db().$count(loggedRequests);
    await call(listEvents, { key: "sk_test_nobody" });
    await writeRequests(now());
    expect(await db().$count(loggedRequests)).toBe(everything);
  });

  test("is not kept while nobody writes", async () => {
    await call(listEvents, { key: shop.testKey });
    expect(takeKept()).toEqual({ requests: [], gaps: [] });
  });
});

describe("the list", () => {
  test("goes through pages both ways, newest first, also of one operation or outcome", async () => {
    const ids = (
      await logged({ status: 200 }, { status: 404 }, { status: 500 }, { status: 201 }, { status: 409 })
    ).reverse();
    await logged({ operation: "other" });
    for (const query of [{ operation: "getLoan" }]) {
      expect(await idsOf(list({ ...query, limit: 2 }))).toEqual(ids.slice(0, 2));
      expect(await idsOf(list({ ...query, limit: 2, startingAfter: ids[1] }))).toEqual(ids.slice(2, 4));
      expect(await idsOf(list({ ...query, limit: 2, endingBefore: ids[3] }))).toEqual(ids.slice(1, 3));
    }
    expect((await list({ limit: 5 })).hasMore).toBe(true);
    expect(await list({ operation: "getLoan", limit: 5 })).toMatchObject({ hasMore: false, rows: { length: 5 } });
    expect(await idsOf(list({ outcome: "refused" }))).toEqual([ids[0], ids[3]]);
    expect(await idsOf(list({ outcome: "failed" }))).toEqual([ids[2]]);
    expect(await idsOf(list({ outcome: "succeeded", operation: "getLoan" }))).toEqual([ids[1], ids[4]]);
    expect(await listUsedOperations(shop.test)).toEqual(["getLoan", "other"]);
    expect(await listUsedOperations(shop.live)).toEqual([]);
  });

  test("is cut at moments", async () => {
    const [id] = await logged({});
    const { at } = (await list()).rows[0] ?? {};
    if (!at) throw new Error("Nothing was logged.");
    expect(await idsOf(list({ from: at, to: later(at, minute) }))).toEqual([id]);
    expect(await idsOf(list({ from: later(at, minute) }))).toEqual([]);
    expect(await idsOf(list({ to: later(at, -minute) }))).toEqual([]);
  });
});

test("what is left out is counted by second", async () => {
  const at = now();
  for (const _ of [1, 2]) {
    await logged(...Array.from({ length: burst + 1 }, () => ({})));
  }
  const counted = await countLeftOut(shop.test, later(at, -second), later(now(), second));
  expect(counted).toBe(1 + (burst + 1 - sustained));
  expect(await countLeftOut(shop.live, later(at, -second), later(now(), second))).toBe(0);
  expect(await countLeftOut(shop.test, later(at, minute), later(at, 2 * minute))).toBe(0);
});

/** Writes requests as a release did that knew no days; their ids. */
async function loggedBefore(...moments: RealTime[]): Promise<string[]> {
  const ids = moments.map((at) => idMadeAt("loggedRequest", at));
  const asked = { requestId: "r", operation: "former", method: "GET", path: "/", status: 200, credential: "key_1" };
  const own = { ...ownedBy(shop.test), ...asked, durationMs: 1 };
  await db()
    .insert(formerRequestLog)
    .values(ids.map((id, i) => ({ ...own, id, at: moments[i] ?? now() })));
  return ids;
}

test("what was logged before there were days is listed with what was since", async () => {
  const before = await loggedBefore(later(now(), -2 * minute), later(now(), -minute));
  const [since] = await logged({});
  const all = [since, ...before.toReversed()];
  expect(await idsOf(list())).toEqual(all);
  const first = await list({ limit: 2 });
  expect(first).toMatchObject({ hasMore: true, rows: all.slice(0, 2).map((id) => ({ id })) });
  expect(await idsOf(list({ limit: 2, startingAfter: all[1] }))).toEqual(all.slice(2));
  expect(await idsOf(list({ limit: 1, endingBefore: all[2] }))).toEqual([all[1]]);
  expect(await idsOf(list({ operation: "former", outcome: "succeeded" }))).toEqual(all.slice(1));
  expect(await listUsedOperations(shop.test)).toEqual(["former", "getLoan"]);
});

test("two weeks of it are kept, as of what was left out", async () => {
  const edge = later(now(), -requestRetention);
  const [, kept] = await loggedBefore(later(edge, -day), later(edge, minute));
  const gap = { marketplaceId: shop.marketplaceId, environment: "test", leftOut: 1 } as const;
  await db()
    .insert(requestGaps)
    .values([later(edge, -day), later(edge, minute)].map((at) => ({ ...gap, at })));
  for (const purge of [purgeRequests, purgeGaps]) expect(await purge({ realNow: now(), limit: 10 })).toBe(1);
  expect(await idsOf(list())).toEqual([kept]);
  expect(await countLeftOut(shop.test, later(edge, -2 * day), now())).toBe(1);
});

test("what is kept when the process ends is written", async () => {
  const stop = startRequestLog(minute);
  await call(listEvents, { key: shop.testKey });
  await stop();
  expect((await list()).rows).toHaveLength(1);
  await call(listEvents, { key: shop.testKey });
  expect(takeKept().requests).toEqual([]);
});
