import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as readStatus } from "@/app/api/marketplace-connections/[connectionId]/status/route";
import { db } from "@/db/client";
import { authorizationAttempts } from "@/db/schema/data-access";
import * as limits from "@/lib/edge/http/rate-limit";
import { deviceCookie } from "@/lib/edge/http/session";
import { log } from "@/lib/kernel/log";
import { connectMarketplace } from "@/lib/surfaces/account/connections/connect-marketplace";
import { disconnectConnection } from "@/lib/surfaces/account/connections/disconnect-connection";
import { listAccountConnections } from "@/lib/surfaces/account/connections/list-account-connections";
import { call, sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { marketplaceStandIn } from "@/test/marketplace-stand-in";
import { now } from "@/test/time";
import { GET as callback } from "./route";

process.env.SANDBOX = "on";
useDatabase();

let shop: TestMarketplace;
let server: Awaited<ReturnType<typeof marketplaceStandIn>>;
let ada: Awaited<ReturnType<typeof anyAccount>>;
beforeAll(async () => {
  shop = await createMarketplace();
});
beforeEach(async () => {
  [ada, server] = await Promise.all([anyAccount(), marketplaceStandIn(shop.test)]);
});

const html = { accept: "text/html,application/xhtml+xml" };
const device = "d".repeat(32);
const adding = "/account/connections/add";

/** What the marketplace sends back to ada's browser, in which she began. */
async function answerHere(begunIn: string | null = device, seller = `seller-${ada.id}`) {
  const holder = { kind: "accountHolder", userId: ada.id, sessionId: null } as const;
  const choice = { marketplaceId: shop.marketplaceId, environment: "test" } as const;
  const { authorizationUrl } = await connectMarketplace({ holder, device: begunIn, choice, realNow: now() });
  return server.allow(authorizationUrl, seller);
}

/** Where ada's browser is sent on to. */
async function sentTo(query: URLSearchParams | string, headers: Record<string, string> = html) {
  const cookie = `${await sessionCookie(ada)}; ${deviceCookie().name}=${device}`;
  const answer = await call(callback, { path: `/?${query}`, headers: { ...headers, cookie } });
  expect(answer).toMatchObject({ status: 303, text: "" });
  expect(answer.headers.get("content-type")).toBeNull();
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  const { pathname, searchParams } = new URL(answer.headers.get("location") ?? "");
  return [pathname, searchParams.get("failed")];
}

test("a browser goes to sign in without a session, and on to a page that says why it came to nothing", async () => {
  const unknown = await call(callback, { path: "/?state=x&code=y", headers: html });
  expect(unknown.status).toBe(303);
  expect(unknown.headers.get("location")).toMatch(/\/account\/login\?to=%2Faccount%2Fconnections%2Fadd/);
  expect(await sentTo("state=x&code=y")).toEqual([adding, "ATTEMPT_NOT_VALID"]);
  expect(await sentTo("state=x&code=y", { "sec-fetch-mode": "navigate" })).toEqual([adding, "ATTEMPT_NOT_VALID"]);
  const unmarked = await call(callback, {
    path: `/?${await answerHere()}`,
    headers: { ...html, cookie: await sessionCookie(ada) },
  });
  expect(unmarked.headers.get("location"), "another browser").toContain("failed=ATTEMPT_NOT_VALID");
});

test("it is shown a page for an answer that is none", async () => {
  for (const query of [
    "",
    "code=y",
    "state=",
    `state=${"x".repeat(600)}`,
    `state=x&code=${"y".repeat(5_000)}`,
    `state=x&error=${"y".repeat(300)}`,
    `state=x&code=y&iss=${"z".repeat(3_000)}`,
  ]) {
    expect(await sentTo(query), query).toEqual([adding, "NOT_UNDERSTOOD"]);
  }
});

test("it is shown a page for an answer that says no, or something else, and nothing is connected", async () => {
  const cases: [object, string][] = [
    [{ state: "another" }, "NOT_UNDERSTOOD"],
    [{ code: "another" }, "NOT_UNDERSTOOD"],
    [{ error: "access_denied" }, "DENIED"],
    [{ error: "temporarily_unavailable" }, "SERVER_ERROR"],
    [{ error: "invalid_scope" }, "NOT_UNDERSTOOD"],
    [{ error: "<b>\u202e" }, "ACCESS_REVOKED"],
  ];
  for (const [added, failed] of cases) {
    const answer = await answerHere();
    if ("error" in added) answer.delete("code");
    for (const [name, value] of Object.entries(added)) answer.append(name, value);
    expect(await sentTo(answer), `${answer}`).toEqual([adding, failed]);
  }
  const neither = await answerHere();
  neither.delete("code");
  expect(await sentTo(neither)).toEqual([adding, "NOT_UNDERSTOOD"]);
  expect(server.grants.size).toBe(0);
});

test("it is shown a page for a fault of ours, too, and when it comes too often", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => {});
  const answer = await answerHere();
  await db().update(authorizationAttempts).set({ codeVerifier: "unreadable" });
  expect(await sentTo(answer)).toEqual([adding, "NOT_FINISHED"]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  const spent = { name: "write", limit: 1, remaining: 0, resetSeconds: 60, exceeded: true } as const;
  const limited = vi.spyOn(limits, "spendAllowance").mockResolvedValue(spent);
  expect(await sentTo("state=x&code=y")).toEqual([adding, "TOO_OFTEN"]);
  limited.mockRestore();
});

test("with a permission given anew it is shown its shop, also while the marketplace is down", async () => {
  expect((await sentTo(await answerHere()))[0]).toMatch(/^\/account\/connections\/con_/);
  server.instead.set("/sales", (_, response) => response.writeHead(503).end());
  const [shown] = await sentTo(await answerHere());
  expect(shown).toMatch(/^\/account\/connections\/con_/);
  const params = { connectionId: shown?.split("/").at(-1) ?? "" };
  expect((await call(readStatus, { key: ada.token, params })).json).toMatchObject({
    connectionStatus: "ACTIVE",
    access: {
      state: "WAITING",
      message: expect.stringMatching(/is having a problem.*we keep using your earlier permission\.$/),
      lastPulledAt: expect.any(String),
    },
  });
});

test("HEAD uses nothing up: the answer counts when it is brought", async () => {
  const answer = await answerHere();
  const cookie = `${await sessionCookie(ada)}; ${deviceCookie().name}=${device}`;
  for (const headers of [{ ...html, cookie }, { cookie }]) {
    const looked = await call(callback, { method: "HEAD", path: `/?${answer}`, headers });
    expect(looked).toMatchObject({ status: 200, text: "" });
  }
  expect(server.times("/token")).toBe(0);
  expect((await sentTo(answer))[0]).toMatch(/^\/account\/connections\/con_/);
});

test("it cannot bring what a program began", async () => {
  expect(await sentTo(await answerHere(null))).toEqual([adding, "ATTEMPT_NOT_VALID"]);
  expect(server.times("/token")).toBe(0);
});

test("with a permission as another shop it is shown which one, and a program is told in words", async () => {
  await sentTo(await answerHere());
  const [shown] = await sentTo(await answerHere(device, "another"));
  expect(shown).toMatch(/^\/account\/connections\/acs_/);
  const cookie = `${await sessionCookie(ada)}; ${deviceCookie().name}=${device}`;
  const headers = { accept: "application/json", cookie };
  const told = await call(callback, { path: `/?${await answerHere(device, "another")}`, headers });
  expect(told).toMatchObject({ status: 409, json: { code: "ACCESS_REFUSED" } });
  expect(told.json.detail).toMatch(
    /you signed in as Shop of another \(ID another\); your shop here is Shop of seller-/,
  );
});

test("a shop that is connected again shows the date of the permission in force, not that of the first", async () => {
  const shown = async () => (await listAccountConnections(ada.id, now()))[0];
  await sentTo(await answerHere());
  const first = await shown();
  expect(first?.connectedAt).toEqual(first?.access?.authorizedAt);
  await disconnectConnection({ userId: ada.id, connectionId: first?.connectionId ?? "", realNow: now() });
  await sentTo(await answerHere());
  const current = await shown();
  expect(current?.access?.authorizedAt).not.toEqual(first?.access?.authorizedAt);
  expect(current?.connectedAt).toEqual(current?.access?.authorizedAt);
});
