import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  DELETE as deleteSource,
  GET as readSource,
  PUT as saveSource,
} from "@/app/api/marketplace-dashboard/merchant-connections/route";
import { accountTokens, mintToken } from "@/lib/kernel/bearer-tokens";
import { log } from "@/lib/kernel/log";
import { registerDataSource } from "@/lib/sales/data-access/register-data-source";
import { call, sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { marketplaceStandIn } from "@/test/marketplace-stand-in";
import { now } from "@/test/time";
import { PUT as renew } from "./[connectionId]/credentials/route";
import { DELETE as disconnect } from "./[connectionId]/route";
import { GET as readStatus } from "./[connectionId]/status/route";
import { GET as listAvailable } from "./available/route";
import { GET as readEntry } from "./catalog/[marketplaceId]/route";
import { GET as listCatalog } from "./catalog/route";
import { GET as callback } from "./oauth/callback/route";
import { POST as initiate, GET as list } from "./route";

process.env.SANDBOX = "on";
useDatabase();

type Account = Awaited<ReturnType<typeof anyAccount>>;
let shop: TestMarketplace;
let server: Awaited<ReturnType<typeof marketplaceStandIn>>;
let ada: Account;
let ben: Account;

// Each test has its accounts, so that none uses up another's attempts, and a marketplace's server that ends with it.
beforeAll(async () => {
  shop = await createMarketplace();
});
beforeEach(async () => {
  [ada, ben, server] = await Promise.all([anyAccount(), anyAccount(), marketplaceStandIn(shop.test)]);
});

const environment = "test";
const start = ({ token }: Account, body: unknown = { marketplaceId: shop.marketplaceId, environment }) =>
  call(initiate, { key: token, body });
const bring = (query: URLSearchParams | string, options: Parameters<typeof call>[1] = {}) =>
  call(callback, { path: `/?${query}`, ...options });
const idOf = (connectionId: unknown) => ({ connectionId: String(connectionId) });
/** What the marketplace sends back to whoever began. */
const answerFor = async (account: Account, seller: string) =>
  server.allow(String((await start(account)).json.authorizationUrl), seller);

describe("an app with its access token", () => {
  test("finds the marketplace, connects, sees how it stands, gives the permission again and disconnects", async () => {
    const entry = { marketplace: { marketplaceId: shop.marketplaceId }, environment, connectionId: null };
    const listed = await call(listAvailable, { key: ada.token, path: "/?environment=test" });
    expect(listed.json).toMatchObject({ data: [entry], hasMore: false });
    expect((await call(listCatalog, { key: ada.token, path: "/?environment=live" })).json.data).toEqual([]);

    const begun = await start(ada);
    expect(begun.json).toMatchObject({ authorizationUrl: expect.stringContaining(`${server.origin}/authorize?`) });
    const brought = await bring(server.allow(String(begun.json.authorizationUrl), "seller"), { key: ada.token });
    expect(brought).toMatchObject({ status: 200, json: { connectionStatus: "ACTIVE", access: { state: "WORKING" } } });
    expect(brought.text).not.toMatch(/access-\d|refresh-\d/);
    const connectionId = String(brought.json.connectionId);
    const status = await call(readStatus, { key: ada.token, params: idOf(connectionId) });
    expect(status.json).toEqual(brought.json);
    expect((await call(listAvailable, { key: ada.token, path: "/?environment=test" })).json.data).toEqual([]);
    const params = { marketplaceId: shop.marketplaceId };
    const details = await call(readEntry, { key: ada.token, params, path: "/?environment=test" });
    expect(details.json).toMatchObject({ connectionId, connectionStatus: "ACTIVE", scopes: ["sales"] });

    expect((await call(list, { key: ada.token })).json).toEqual({ data: [status.json] });

    const again = await call(renew, { key: ada.token, method: "PUT", params: idOf(connectionId) });
    expect(again.status).toBe(200);
    const renewed = await bring(server.allow(String(again.json.authorizationUrl), "seller"), { key: ada.token });
    expect(renewed).toMatchObject({ status: 200, json: { connectionId } });
    for (let i = 0; i < 2; i++) {
      const ended = await call(disconnect, { key: ada.token, method: "DELETE", params: idOf(connectionId) });
      expect(ended.status).toBe(204);
    }
    const after = await call(readStatus, { key: ada.token, params: idOf(connectionId) });
    expect(after.json).toMatchObject({ connectionStatus: "DISCONNECTED", disconnectedBy: "MERCHANT", access: null });
    expect((await call(list, { key: ada.token })).json).toEqual({ data: [after.json] });
    expect((await call(list, { key: (await anyAccount(shop.test)).token })).text).not.toContain(connectionId);
  });

  test("finds what is available in full pages, however much of the catalogue it is connected with already", async () => {
    const others = await Promise.all([1, 2, 3].map(() => createMarketplace()));
    const servers = await Promise.all(others.map((one) => marketplaceStandIn(one.test)));
    const connect = async (i: number) => {
      const body = { marketplaceId: others[i]?.marketplaceId, environment };
      const begun = await start(ada, body);
      await bring(servers[i]?.allow(String(begun.json.authorizationUrl), "seller") ?? "", { key: ada.token });
    };
    // The newest, of which the first pages would be made.
    for (const i of [1, 2]) await connect(i);
    const page = async (more = "") =>
      (await call(listAvailable, { key: ada.token, path: `/?environment=test&limit=1${more}` })).json;
    const first = await page();
    expect(first).toMatchObject({
      data: [{ marketplace: { marketplaceId: others[0]?.marketplaceId } }],
      hasMore: true,
    });
    const second = await page(`&startingAfter=${others[0]?.marketplaceId}/test`);
    expect(second).toMatchObject({ data: [{ marketplace: { marketplaceId: shop.marketplaceId } }], hasMore: false });
    const [{ entryId }] = (await call(listCatalog, { key: ada.token, path: "/?environment=test&limit=1" })).json
      .data as [{ entryId: string }];
    expect(await page(`&startingAfter=${entryId}`)).toMatchObject({ data: [{}], hasMore: true });
    for (const source of others)
      await call(deleteSource, { key: (await anyStaff(source.test, "DEVELOPER")).token, method: "DELETE" });
  });

  test("finds nothing of another account's, and cannot bring its answer", async () => {
    const { json: connected } = await bring(await answerFor(ada, "taken"), { key: ada.token });
    const params = idOf(connected.connectionId);
    const asked = [
      call(readStatus, { key: ben.token, params }),
      call(renew, { key: ben.token, method: "PUT", params }),
      call(disconnect, { key: ben.token, method: "DELETE", params }),
    ];
    const unknown = await call(readStatus, { key: ben.token, params: idOf("con_nothing") });
    for (const { status, json } of await Promise.all(asked)) {
      expect({ status, detail: json.detail }).toEqual({ status: 404, detail: unknown.json.detail });
    }
    const stolen = await answerFor(ada, "seller");
    expect(await bring(stolen, { key: ben.token })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "state", error: "Is of no attempt" }] },
    });
    const other = await mintToken(accountTokens, ada.id, { epoch: 0, session: "ses_other" }, now());
    expect((await bring(stolen, { key: other })).status).toBe(401);
  });

  test("is told what is wrong with what it sends", async () => {
    for (const body of [{}, { marketplaceId: 7 }, { marketplaceId: "" }, { marketplaceId: "m", environment: "x" }]) {
      expect((await start(ada, body)).status).toBe(400);
    }
    for (const body of [{ marketplaceId: "mkt_nothing" }, { ...shop, environment: "live" }]) {
      expect(await start(ada, body), "live is for live marketplaces").toMatchObject({ status: 404 });
    }
    const key = ada.token;
    for (const query of ["", "state=", `state=${"x".repeat(600)}`, "state=x&code="]) {
      expect((await bring(query, { key })).status).toBe(400);
    }
    expect((await call(listCatalog, { key, path: "/?limit=0" })).status).toBe(400);
    expect((await call(readEntry, { key, params: { marketplaceId: "x" } })).status).toBe(404);
    const denied = await answerFor(ada, "seller");
    denied.delete("code");
    denied.set("error", "access_denied");
    expect(await bring(denied, { key })).toMatchObject({ status: 409, json: { code: "ACCESS_REFUSED" } });
    const unnamed = await answerFor(ada, "seller");
    unnamed.delete("iss");
    expect(await bring(unnamed, { key })).toMatchObject({ status: 409, json: { code: "ACCESS_REFUSED" } });
    const down = await answerFor(ada, "seller");
    server.instead.set("/token", (_, response) => response.writeHead(503).end());
    const told = await bring(down, { key });
    expect(told).toMatchObject({ status: 409, json: { code: "ACCESS_REFUSED" } });
    expect(told.json.detail).toMatch(/is not answering at the moment, so nothing was connected\. Try again/);
    expect(told.headers.get("retry-after")).toBeNull();
    expect((await bring(down, { key })).status, "used up").toBe(400);
    server.instead.set("/.well-known/oauth-authorization-server", (_, response) => response.writeHead(503).end());
    const [warned, failed] = [vi.spyOn(log, "warn"), vi.spyOn(log, "error")];
    expect(await start(ada)).toMatchObject({ status: 503, json: { code: "SERVICE_UNAVAILABLE" } });
    expect(failed, "nobody here has to mend it").not.toHaveBeenCalled();
    const reason = expect.stringMatching(/^GET http.*\.well-known\/oauth-authorization-server: 503$/);
    const code = "SERVICE_UNAVAILABLE";
    expect(warned.mock.calls).toEqual([["request failed outside", { requestId: expect.any(String), code, reason }]]);
    vi.restoreAllMocks();
  });

  test("need not say which environment where there is one, and must where there are both", async () => {
    const both = await createMarketplace({ live: true });
    const address = { issuer: "https://shop.example", dataUrl: "https://shop.example/sales" };
    for (const tenant of [both.test, both.live]) {
      const input = { ...server.source, ...address };
      await registerDataSource({ actor: sandboxActor(tenant), input, realNow: now() });
    }
    const key = ada.token;
    const { marketplaceId } = both;
    const listed = async (query: string) => {
      const { json } = await call(listCatalog, { key, path: `/?${query}` });
      return [(json.data as { entryId: string }[]).map(({ entryId }) => entryId), json.hasMore];
    };
    expect(await listed("limit=2")).toEqual([[`${marketplaceId}/test`, `${marketplaceId}/live`], true]);
    expect(await listed("limit=1")).toEqual([[`${marketplaceId}/test`], true]);
    const [after] = await listed(`limit=1&startingAfter=${marketplaceId}/test`);
    expect(after).toEqual([`${marketplaceId}/live`]);
    expect((await listed("environment=live"))[0]).toEqual([`${marketplaceId}/live`]);

    const wanted = {
      status: 400,
      json: { errors: [{ field: "environment", error: expect.stringContaining("both") }] },
    };
    expect(await call(readEntry, { key, params: { marketplaceId } })).toMatchObject(wanted);
    expect(await start(ada, { marketplaceId, environment: null })).toMatchObject(wanted);
    const one = await call(readEntry, { key, params: { marketplaceId: shop.marketplaceId } });
    expect(one.json).toMatchObject({
      environment,
      shares: expect.not.arrayContaining([expect.stringMatching(/^No /)]),
      neverShared: expect.arrayContaining(["Passwords"]),
    });
    expect((await start(ada, { marketplaceId: shop.marketplaceId })).status).toBe(200);
  });

  test("without a token gets nowhere", async () => {
    const params = idOf("con_any");
    const asked = await Promise.all([
      call(initiate, { body: {} }),
      call(listAvailable),
      call(listCatalog),
      call(readEntry, { params: { marketplaceId: "x" } }),
      call(readStatus, { params }),
      call(renew, { method: "PUT", params }),
      call(disconnect, { method: "DELETE", params }),
      bring("state=x&code=y"),
      bring("state=x&code=y", { headers: { accept: "application/json", cookie: await sessionCookie(ada) } }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 401));
  });
});

describe("a marketplace's staff", () => {
  const body = (over: object = {}) => ({ ...server.source, ...over });
  const save = (key: string, given: unknown, path = "/") => call(saveSource, { method: "PUT", key, body: given, path });

  test("registers where records are fetched, keeps the secret to itself, and stops it", async () => {
    const mine = await createMarketplace();
    const { token: key } = await anyStaff(mine.test, "DEVELOPER");
    expect((await call(readSource, { key })).status).toBe(404);
    expect((await call(deleteSource, { key, method: "DELETE" })).status).toBe(404);
    const saved = await save(key, body({ description: "Where Lagos sells" }));
    expect(saved).toMatchObject({
      status: 200,
      json: { clientId: "service", redirectUri: expect.stringMatching(/\/oauth\/callback$/), accesses: { working: 0 } },
    });
    expect(saved.text).not.toContain(server.source.clientSecret);
    expect((await call(readSource, { key })).json).toEqual(saved.json);
    expect((await call(readSource, { key, path: "/?environment=live" })).status).toBe(404);
    expect((await save(key, body({ clientSecret: undefined }))).status).toBe(200);
    for (const elsewhere of [
      { issuer: "https://elsewhere.example" },
      { dataUrl: "https://elsewhere.example/record" },
    ]) {
      const moved = await save(key, body({ clientSecret: null, ...elsewhere }));
      expect(moved.json.errors).toMatchObject([{ field: "clientSecret" }]);
    }
    expect((await call(deleteSource, { key, method: "DELETE" })).status).toBe(204);
    const { token: viewer } = await anyStaff(mine.test, "VIEWER");
    expect((await save(viewer, body())).status).toBe(403);
    expect((await call(deleteSource, { key: viewer, method: "DELETE" })).status).toBe(403);
  });

  test.each([
    ["issuer", "x"],
    ["issuer", "http://shop.example", "/?environment=live"],
    ["issuer", "https://shop.example?a=b"],
    ["issuer", "https://10.0.0.1"],
    ["issuer", "https://me:you@shop.example"],
    ["dataUrl", "ftp://shop.example"],
    ["dataUrl", "https://169.254.169.254/latest"],
    ["dataUrl", "http://127.0.0.1/data", "/?environment=live"],
    ["scopes", ["a b"]],
    ["scopes", "a"],
    ["clientId", ""],
  ])("cannot register %s %j", async (field, value, path = "/") => {
    const { token: key } = await anyStaff(shop.test, "ADMIN");
    const sound = { issuer: "https://shop.example", dataUrl: "https://shop.example/data" };
    const { status, json } = await save(key, { clientId: "c", clientSecret: "s", ...sound, [field]: value }, path);
    expect(status).toBe(400);
    expect(JSON.stringify(json.errors)).toContain(`"field":"${field}`);
  });
});
