import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { authorizationAttempts, dataAccesses } from "@/db/schema/data-access";
import { connections } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import { submissions } from "@/db/schema/scoring";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { connectMarketplace, renewConnection } from "@/lib/surfaces/account/connections/connect-marketplace";
import { disconnectConnection, refreshConnection } from "@/lib/surfaces/account/connections/disconnect-connection";
import { readAccountConnection } from "@/lib/surfaces/account/connections/list-account-connections";
import { disconnectMerchant } from "@/lib/surfaces/account/consents/disconnect-merchant";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { waitingRoom } from "@/test/factories/waiting-room";
import { marketplaceStandIn } from "@/test/marketplace-stand-in";
import { now } from "@/test/time";
import { finishAuthorization } from "./finish-authorization";
import { exchangeLease } from "./fresh-tokens";
import { pullSales } from "./pull-sales";
import { purgeAccesses } from "./purge-accesses";
import { registerDataSource } from "./register-data-source";

process.env.SANDBOX = "on";
useDatabase();

const metadata = "/.well-known/oauth-authorization-server";
const json = { "content-type": "application/json" };
const basic = { "www-authenticate": "Basic" };

let shop: TestMarketplace;
let server: Awaited<ReturnType<typeof marketplaceStandIn>>;
let userId = "";
let accessId = "";
let merchantId = "";

/** The permission of `seller`, given anew where there is a connection already. */
async function authorize(connectionId?: string, seller = "seller") {
  const holder = { kind: "accountHolder", userId, sessionId: null } as const;
  const choice = { marketplaceId: shop.marketplaceId, environment: "test" } as const;
  const call = { holder, device: null, realNow: now() };
  const begun = connectionId ? renewConnection({ ...call, connectionId }) : connectMarketplace({ ...call, choice });
  const parameters = server.allow((await begun).authorizationUrl, seller);
  const finished = await finishAuthorization({ holder, device: null, parameters, realNow: now() });
  if (finished.kind === "connected") accessId = finished.accessId;
  return finished;
}
const access = async (id = accessId) => {
  const [row] = await db().select().from(dataAccesses).where(eq(dataAccesses.id, id));
  if (!row) throw new Error("There is no access.");
  return row;
};
const stored = () => db().select().from(submissions).where(eq(submissions.merchantId, merchantId));
/** The job's work on it, so long from now. */
const pull = (after = day) => pullSales(accessId, later(now(), after), later(now(), after));

beforeEach(async () => {
  shop = await createMarketplace();
  server = await marketplaceStandIn(shop.test);
  userId = (await anyAccount()).id;
  await authorize();
  merchantId = (await access()).merchantId ?? "";
});

describe("tokens", () => {
  test("are exchanged shortly before they expire, and not before", async () => {
    await pull(58 * minute);
    expect(server.times("/token")).toBe(1);
    await pull(59 * minute + 1000);
    expect(server.times("/token")).toBe(2);
    expect(await access()).toMatchObject({ failure: null, tokenRevision: 1, exchangingUntil: null });
    expect(await stored()).toHaveLength(3);
  });

  test("are exchanged by one of two workers; the other comes back later", async () => {
    const room = waitingRoom();
    server.instead.set("/.well-known/oauth-authorization-server", async (_, response) => {
      server.instead.delete("/.well-known/oauth-authorization-server");
      await room.wait();
      response.writeHead(302, { location: server.origin }).end();
    });
    const first = pull();
    await expect.poll(async () => (await access()).exchangingUntil).not.toBeNull();
    const again = await pull();
    expect(again?.getTime()).toBeGreaterThan(later(now(), day).getTime() + exchangeLease - minute);
    room.open();
    await first;
    expect(server.times("/token")).toBe(1);
    await Promise.all([pull(day + hour), pull(day + hour), pull(day + hour)]);
    expect(server.times("/token")).toBe(2);
    expect((await access()).state).toBe("ACTIVE");
  });

  test("that a killed worker was exchanging are exchanged once its turn is over", async () => {
    await db()
      .update(dataAccesses)
      .set({ exchangingUntil: later(now(), 2 * day) })
      .where(eq(dataAccesses.id, accessId));
    await pull();
    expect(server.times("/token")).toBe(1);
    await pull(2 * day + minute);
    expect(server.times("/token")).toBe(2);
    expect(await access()).toMatchObject({ state: "ACTIVE", failure: null });
  });

  test("that the server takes no longer before their time are exchanged once", async () => {
    const grant = server.grants.get("seller");
    server.grants.set("seller", { seller: "seller", access: "other", refresh: grant?.refresh ?? "" });
    await pull(minute);
    expect(await access()).toMatchObject({ state: "ACTIVE", failure: null, tokenRevision: 1 });
  });
});

describe("a permission that the marketplace takes back", () => {
  test("is told in words and by mail, once, and can be given again", async () => {
    server.forget("seller");
    expect(await pull()).toBeNull();
    expect(await access()).toMatchObject({ state: "REVOKED", failure: "ACCESS_REVOKED", tokens: null, dueAt: null });
    await pull(2 * day);
    const told = await db().select().from(mails).where(eq(mails.merchantId, merchantId));
    expect(told).toMatchObject([
      { kind: "ACCESS_LOST", subject: expect.stringContaining("no longer shares your sales figures") },
    ]);
    const connection = await readAccountConnection(userId, accessId, now());
    expect(connection).toMatchObject({
      status: "ACTIVE",
      connectable: true,
      access: { state: "REVOKED", nextPullAt: null, message: expect.stringContaining("Please give it again") },
    });
    const before = accessId;
    expect(await authorize(connection.connectionId)).toMatchObject({ kind: "connected" });
    expect(await access()).toMatchObject({ state: "ACTIVE", merchantId });
    expect(await access(before)).toMatchObject({ state: "ENDED", tokens: null });
  });

  test("cannot be given again for another shop, and what is in force stays", async () => {
    const { connectionId } = await readAccountConnection(userId, accessId, now());
    expect(await authorize(connectionId, "another")).toMatchObject({ kind: "refused" });
    expect(await pull(minute)).not.toBeNull();
    expect(await access()).toMatchObject({ state: "ACTIVE", merchantId });
  });

  test("without a refresh token ends with its access token", async () => {
    server.state.refreshTokens = false;
    await authorize();
    await pull(59 * minute);
    expect((await access()).state).toBe("ACTIVE");
    await pull(61 * minute);
    expect(await access()).toMatchObject({ state: "REVOKED", failure: "ACCESS_REVOKED" });
  });
});

describe("a server", () => {
  const faults: [string, string, string, Parameters<typeof server.instead.set>[1]][] = [
    ["is down", "/sales", "UNREACHABLE", (asked) => asked.socket.destroy()],
    ["is at fault", "/sales", "SERVER_ERROR", (_, response) => response.writeHead(500).end()],
    ["has no record", "/sales", "NO_RECORD", (_, response) => response.writeHead(404).end()],
    ["answers no JSON", "/sales", "NOT_UNDERSTOOD", (_, response) => response.end("<html>")],
    ["answers no record", "/sales", "NOT_UNDERSTOOD", (_, response) => response.end('{"merchantIdentity":{}}')],
    ["answers without end", "/sales", "NOT_UNDERSTOOD", (_, response) => response.end(" ".repeat(3_000_000))],
    [
      "leads elsewhere",
      "/sales",
      "NOT_UNDERSTOOD",
      (_, response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
    ],
    ["gives no tokens", "/token", "NOT_UNDERSTOOD", (_, response) => response.end("{}")],
    ["does not know us", "/token", "CLIENT_REFUSED", (_, response) => response.writeHead(401, basic).end()],
    ["is another", metadata, "NOT_UNDERSTOOD", (_, response) => response.writeHead(200, json).end('{"issuer":"x:y"}')],
  ];

  test.each(faults)("that %s costs nothing that there is, and is told in words", async (...fault) => {
    const [, path, failure, behaviour] = fault;
    server.instead.set(path, behaviour);
    const at = later(now(), day);
    expect(await pullSales(accessId, at, at)).toEqual(later(at, minute));
    expect(await access()).toMatchObject({ state: "ACTIVE", failure, failures: 1, leasedUntil: null });
    const { access: view } = await readAccountConnection(userId, accessId, now());
    expect(view).toMatchObject({ state: "FAILING", failure, message: expect.stringMatching(/We will keep|every day/) });
    expect((await access()).failureDetail).not.toMatch(/access-\d|refresh-\d|secret-/);
    expect(await stored()).toHaveLength(1);
  });

  test("that fails is asked again later and later, and once it answers all is well", async () => {
    server.instead.set("/sales", (_, response) => response.writeHead(500).end());
    const at = later(now(), minute);
    for (const delay of [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, day, day]) {
      expect(await pullSales(accessId, at, at)).toEqual(later(at, delay));
    }
    expect((await access()).failures).toBe(7);
    server.instead.clear();
    expect(await pullSales(accessId, at, at)).toEqual(later(at, day));
    expect(await access()).toMatchObject({ state: "ACTIVE", failure: null, failureDetail: null, failures: 0 });
    expect(await stored()).toHaveLength(2);
  });

  test("that answers with another shop's record has it thrown away", async () => {
    const identity = { merchantId: "another", businessName: "Another", country: "NG" };
    server.state.record = { merchantIdentity: identity };
    await pull();
    expect(await access()).toMatchObject({ state: "ACTIVE", failure: "OTHER_MERCHANT" });
    expect(await stored()).toHaveLength(1);
  });

  test("that is another now is shown no token of the former one", async () => {
    const other = await marketplaceStandIn(shop.test);
    expect(await pull()).toBeNull();
    expect(await access()).toMatchObject({ state: "REVOKED", failure: "SOURCE_CHANGED", tokens: null });
    expect(other.asked).toEqual([]);
    await registerDataSource({ actor: sandboxActor(shop.test), input: server.source, realNow: now() });
  });
});

test("what has ended is forgotten after a month, and an attempt a day after it has expired", async () => {
  const count = async () => [
    (await db().select().from(authorizationAttempts)).filter((one) => one.userId === userId).length,
    (await db().select().from(dataAccesses)).filter((one) => one.userId === userId).length,
  ];
  const purgeIn = (days: number) => purgeAccesses({ realNow: later(now(), days * day), limit: 1000 });
  await purgeIn(0.9);
  expect(await count()).toEqual([1, 1]);
  await purgeIn(29);
  expect(await count()).toEqual([0, 1]);
  const { connectionId } = await readAccountConnection(userId, accessId, now());
  await disconnectConnection({ userId, connectionId, realNow: now() });
  await purgeIn(29);
  expect(await count()).toEqual([0, 1]);
  await purgeIn(31);
  expect(await count()).toEqual([0, 0]);
});

describe("disconnecting", () => {
  const statusOf = async () =>
    (await db().select().from(connections).where(eq(connections.merchantId, merchantId)))[0]?.status;

  test("gives the tokens back at the marketplace, later where it is down, and forgets them", async () => {
    const { connectionId } = await readAccountConnection(userId, accessId, now());
    server.instead.set("/revoke", (_, response) => response.writeHead(503).end());
    await disconnectConnection({ userId, connectionId, realNow: now() });
    expect(await statusOf()).toBe("DISCONNECTED");
    expect(await access()).toMatchObject({ state: "ENDED", tokens: expect.any(String), dueAt: expect.any(Date) });
    expect(await pull(minute)).toEqual(expect.any(Date));
    expect(server.grants.size).toBe(1);
    server.instead.clear();
    expect(await pull(hour)).toBeNull();
    expect(server.grants.size).toBe(0);
    expect(await access()).toMatchObject({ state: "ENDED", tokens: null, dueAt: null });
    await disconnectConnection({ userId, connectionId, realNow: now() });
    expect(await stored()).toHaveLength(1);
  });

  test("by the marketplace ends the permission too, and a week of silence forgets the tokens", async () => {
    await disconnectMerchant({
      actor: sandboxActor(shop.test),
      ref: merchantId,
      input: {},
      now: now(),
      realNow: now(),
    });
    expect((await access()).state).toBe("ENDED");
    server.instead.set("/revoke", (asked) => asked.socket.destroy());
    expect(await pull(6 * day)).not.toBeNull();
    expect(await pull(8 * day)).toBeNull();
    expect((await access()).tokens).toBeNull();
  });

  test("while the record comes keeps nothing of it", async () => {
    const room = waitingRoom();
    const record = { ...(await (await fetch(`${server.origin}/sales`, bearer())).json()) };
    server.instead.set("/sales", async (_, response) => {
      await room.wait();
      response.writeHead(200, json).end(JSON.stringify(record));
    });
    const pulled = pull(minute);
    await expect.poll(() => server.times("/sales")).toBe(3);
    await disconnectConnection({ userId, connectionId: accessId, realNow: now() });
    room.open();
    expect(await pulled).toBeNull();
    expect(await stored()).toHaveLength(1);
    expect(await statusOf()).toBe("DISCONNECTED");
  });

  test("is undone by giving the permission again", async () => {
    const { connectionId } = await readAccountConnection(userId, accessId, now());
    await disconnectConnection({ userId, connectionId, realNow: now() });
    await expect(refreshConnection({ userId, connectionId, realNow: now() })).rejects.toMatchObject({
      code: "ACCESS_REFUSED",
    });
    await authorize(connectionId);
    expect(await statusOf()).toBe("ACTIVE");
    expect(await access()).toMatchObject({ state: "ACTIVE", merchantId });
  });

  const bearer = () => ({ headers: { authorization: `Bearer ${server.grants.get("seller")?.access}` } });
});
