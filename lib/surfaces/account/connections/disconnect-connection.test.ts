import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { dataAccesses } from "@/db/schema/data-access";
import { merchants } from "@/db/schema/merchants";
import { later, minute } from "@/lib/kernel/calendar";
import { finishAuthorization } from "@/lib/sales/data-access/finish-authorization";
import { pullSales } from "@/lib/sales/data-access/pull-sales";
import { withdrawConsent } from "@/lib/surfaces/account/consents/withdraw-consent";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { waitingRoom } from "@/test/factories/waiting-room";
import { marketplaceStandIn } from "@/test/marketplace-stand-in";
import { now } from "@/test/time";
import { connectMarketplace } from "./connect-marketplace";
import { disconnectConnection } from "./disconnect-connection";
import { listAccountConnections } from "./list-account-connections";

process.env.SANDBOX = "on";
useDatabase();

let shop: TestMarketplace;
let server: Awaited<ReturnType<typeof marketplaceStandIn>>;
let ada: Awaited<ReturnType<typeof anyAccount>>;
beforeEach(async () => {
  shop = await createMarketplace();
  server = await marketplaceStandIn(shop.test);
  ada = await anyAccount();
});

const holderOf = ({ id }: { id: string }) => ({ kind: "accountHolder", userId: id, sessionId: null }) as const;

/** The way of an account to the marketplace. */
async function begin(account = ada) {
  const choice = { marketplaceId: shop.marketplaceId, environment: "test" } as const;
  const begun = await connectMarketplace({ holder: holderOf(account), device: null, choice, realNow: now() });
  return begun.authorizationUrl;
}
const finish = (parameters: URLSearchParams, account = ada) =>
  finishAuthorization({ holder: holderOf(account), device: null, parameters, realNow: now() });
const accesses = () => db().select().from(dataAccesses).where(eq(dataAccesses.userId, ada.id));
const own = async () => (await listAccountConnections(ada.id, now()))[0];
async function disconnect() {
  const connectionId = (await own())?.connectionId ?? "";
  await disconnectConnection({ userId: ada.id, connectionId, realNow: now() });
}

test("disconnecting ends a permission that waits for its first record, too: nothing more is fetched with it", async () => {
  await finish(server.allow(await begin(), "seller-8"));
  server.instead.set("/sales", (_, response) => response.writeHead(503).end());
  await finish(server.allow(await begin(), "seller-8"));
  const given = await accesses();
  expect(given.map(({ state }) => state).sort()).toEqual(["ACTIVE", "WAITING"]);
  await disconnect();
  expect((await accesses()).map(({ state }) => state)).toEqual(["ENDED", "ENDED"]);
  server.instead.clear();
  const asked = server.times("/sales");
  for (const { id } of given) expect(await pullSales(id, later(now(), minute), later(now(), minute))).toBeNull();
  expect(server.times("/sales")).toBe(asked);
  expect(server.grants.size, "given back there").toBe(0);
});

test("disconnecting again ends a permission that was given since and waits, and the next record connects nothing", async () => {
  await finish(server.allow(await begin(), "seller-11"));
  await disconnect();
  server.instead.set("/sales", (_, response) => response.writeHead(503).end());
  await finish(server.allow(await begin(), "seller-11"));
  expect(await own()).toMatchObject({ status: "DISCONNECTED", access: { state: "WAITING" } });
  await disconnect();
  expect(await own()).toMatchObject({ status: "DISCONNECTED", access: null });
  server.instead.clear();
  for (const { id } of await accesses()) await pullSales(id, later(now(), minute), later(now(), minute));
  expect(await own()).toMatchObject({ status: "DISCONNECTED", access: null });
  expect(server.grants.size, "given back there").toBe(0);
});

test("an answer to what was begun before disconnecting comes too late, and what is begun afterwards connects again", async () => {
  await finish(server.allow(await begin(), "seller-12"));
  const late = server.allow(await begin(), "seller-12");
  const bea = await anyAccount();
  const hers = server.allow(await begin(bea), "seller-13");
  await disconnect();
  const asked = server.times("/token");
  expect(await finish(late)).toEqual({ kind: "failed", failure: "ATTEMPT_NOT_VALID", choice: null });
  expect(server.times("/token")).toBe(asked);
  expect(await own()).toMatchObject({ status: "DISCONNECTED", access: null });
  expect(await finish(hers, bea)).toMatchObject({ kind: "connected" });
  expect(await finish(server.allow(await begin(), "seller-12"))).toMatchObject({ kind: "connected" });
  expect(await own()).toMatchObject({ status: "ACTIVE" });
});

test.each([
  ["a shop that is connected", false],
  ["one that was disconnected before", true],
])(
  "disconnecting %s while a code is exchanged: what comes of it is given back, and reopens nothing",
  async (_, before) => {
    await finish(server.allow(await begin(), "seller-14"));
    if (before) await disconnect();
    const room = waitingRoom();
    server.instead.set("/token", async (_asked, response) => {
      await room.wait();
      server.grants.set("seller-14", { seller: "seller-14", access: "late", refresh: "later" });
      const issued = { access_token: "late", refresh_token: "later", token_type: "Bearer", expires_in: 3600 };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(issued));
    });
    const finished = finish(server.allow(await begin(), "seller-14"));
    await expect.poll(() => room.inside()).toBe(1);
    const [merchant] = await db().select({ id: merchants.id }).from(merchants).where(eq(merchants.userId, ada.id));
    await withdrawConsent({ userId: ada.id, merchantId: merchant?.id ?? "", realNow: now() });
    room.open();
    expect(await finished).toMatchObject({ kind: "failed", failure: "ATTEMPT_NOT_VALID" });
    expect(await own()).toMatchObject({ status: "DISCONNECTED", access: null });
    expect(server.grants.size, "given back there").toBe(0);
  },
);
