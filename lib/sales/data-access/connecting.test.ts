import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { authorizationAttempts, dataAccesses } from "@/db/schema/data-access";
import { connections, merchants } from "@/db/schema/merchants";
import { submissions } from "@/db/schema/scoring";
import { later, minute } from "@/lib/kernel/calendar";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { connectMarketplace } from "@/lib/surfaces/account/connections/connect-marketplace";
import {
  listAccountConnections,
  readAccountConnection,
} from "@/lib/surfaces/account/connections/list-account-connections";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { marketplaceStandIn } from "@/test/marketplace-stand-in";
import { now } from "@/test/time";
import { claimMerchant } from "./claim-merchant";
import { finishAuthorization } from "./finish-authorization";

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

const holderOf = (account: { id: string }) => ({ kind: "accountHolder", userId: account.id, sessionId: null }) as const;
const choice = () => ({ marketplaceId: shop.marketplaceId, environment: "test" }) as const;
const browser = "b".repeat(32);

/** Ada's way to the marketplace. */
async function begin(account = ada, device: string | null = browser) {
  const begun = await connectMarketplace({ holder: holderOf(account), device, choice: choice(), realNow: now() });
  return begun.authorizationUrl;
}
const finish = (parameters: URLSearchParams, by: { account?: typeof ada; device?: string | null; at?: Date } = {}) => {
  const { account = ada, device = browser } = by;
  return finishAuthorization({
    holder: holderOf(account),
    device,
    parameters,
    realNow: by.at ? later(now(), 11 * minute) : now(),
  });
};
const accessesOf = (account = ada) => db().select().from(dataAccesses).where(eq(dataAccesses.userId, account.id));
const merchantsOf = (account = ada) => db().select().from(merchants).where(eq(merchants.userId, account.id));

/** The server says these things of itself instead. */
function sayOfItself(more: Record<string, unknown>) {
  const { issuer } = server.source;
  const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
  const metadata = { issuer, ...endpoints, ...more };
  server.instead.set("/.well-known/oauth-authorization-server", (_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(metadata)),
  );
}

describe("a server's word on itself", () => {
  test("is taken as far as it can be stored", async () => {
    const methods = ["client_secret_basic", "\u0000", { a: "\u0000" }];
    sayOfItself({
      authorization_endpoint: `${server.source.issuer}/a\u0000\ud800`,
      token_endpoint_auth_methods_supported: methods,
    });
    expect(new URL(await begin()).pathname).toBe("/a%00%EF%BF%BD");
    const [attempt] = await db().select().from(authorizationAttempts).where(eq(authorizationAttempts.userId, ada.id));
    expect(attempt?.server.token_endpoint_auth_methods_supported).toEqual(["client_secret_basic"]);
  });

  test("is not taken where it names no address, or one with a password", async () => {
    for (const address of ["nowhere", 7, server.source.issuer.replace("//", "//user:word@")]) {
      sayOfItself({ authorization_endpoint: address });
      await expect(begin()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    }
  });
});

describe("connecting", () => {
  test("makes the merchant that the record names, stores the record and has it scored", async () => {
    const url = await begin();
    const asked = new URL(url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: "code",
      client_id: "service",
      scope: "sales",
      code_challenge_method: "S256",
      redirect_uri: expect.stringMatching(/\/api\/marketplace-connections\/oauth\/callback$/),
    });
    expect(await finish(server.allow(url, "seller-1"))).toMatchObject({ kind: "connected" });
    const [access] = await accessesOf();
    expect(access).toMatchObject({ state: "ACTIVE", failure: null, failures: 0, leasedUntil: null });
    expect(access?.dueAt?.getTime()).toBeGreaterThan(now().getTime() + 23 * 60 * minute);
    expect(JSON.stringify(access)).not.toContain("access-");
    const [merchant] = await merchantsOf();
    expect(merchant).toMatchObject({
      thirdPartyCustomerId: "seller-1",
      businessName: "Shop of seller-1",
      email: ada.email,
    });
    const [connection] = await db()
      .select()
      .from(connections)
      .where(eq(connections.merchantId, merchant?.id ?? ""));
    expect(connection?.status).toBe("ACTIVE");
    const stored = await db()
      .select()
      .from(submissions)
      .where(eq(submissions.merchantId, merchant?.id ?? ""));
    expect(stored).toMatchObject([{ status: "QUEUED" }]);
  });

  test("takes over a merchant that the marketplace's API has made", async () => {
    const input = { thirdPartyCustomerId: "seller-2", businessName: "By API" };
    const made = await createMerchant({ actor: sandboxActor(shop.test), input, now: now() });
    expect(await finish(server.allow(await begin(), "seller-2"))).toMatchObject({ kind: "connected" });
    expect(await merchantsOf()).toMatchObject([{ id: made.merchantId, businessName: "By API" }]);
  });

  test("gives an id to the merchant that the account already has there", async () => {
    const bea = await anyAccount(shop.test);
    expect(await finish(server.allow(await begin(bea), "seller-3"), { account: bea })).toMatchObject({
      kind: "connected",
    });
    expect(await merchantsOf(bea)).toMatchObject([{ id: bea.merchantIds[0], thirdPartyCustomerId: "seller-3" }]);
  });

  test("refuses the shop of another account, and a second shop, and gives the tokens back", async () => {
    await finish(server.allow(await begin(), "seller-4"));
    const bea = await anyAccount();
    const taken = await finish(server.allow(await begin(bea), "seller-4"), { account: bea });
    expect(taken).toEqual({ kind: "refused", accessId: (await accessesOf(bea))[0]?.id, choice: choice() });
    expect(await merchantsOf(bea)).toEqual([]);
    const second = await finish(server.allow(await begin(), "seller-5"));
    expect(second).toMatchObject({ kind: "refused", choice: choice() });
    expect(await merchantsOf()).toMatchObject([{ thirdPartyCustomerId: "seller-4" }]);
    expect((await accessesOf()).map(({ state, failure }) => [state, failure]).sort()).toEqual([
      ["ACTIVE", null],
      ["REFUSED", "HOLDS_ANOTHER"],
    ]);
    expect((await accessesOf(bea))[0]).toMatchObject({ state: "REFUSED", dueAt: expect.any(Date) });
    const told = await listAccountConnections(bea.id, now());
    expect(told).toMatchObject([
      {
        status: "REFUSED",
        access: { state: "REFUSED", message: expect.stringContaining("Shop of seller-4 (ID seller-4) at") },
        refused: { shop: { businessName: "Shop of seller-4", thirdPartyCustomerId: "seller-4" }, meant: null },
      },
    ]);
  });

  test("what was refused is listed after the shops of an account", async () => {
    await finish(server.allow(await begin(), "seller-14"));
    const bea = await anyAccount((await createMarketplace()).test);
    await finish(server.allow(await begin(bea), "seller-14"), { account: bea });
    const [first, second, ...more] = await listAccountConnections(bea.id, now());
    expect(first).toMatchObject({ merchantId: bea.merchantIds[0] });
    expect(second).toMatchObject({ merchantId: null, status: "REFUSED" });
    expect(more).toEqual([]);
  });

  test("as another shop than the account's tells which is which, and has the next try sign in anew there", async () => {
    await finish(server.allow(await begin(), "seller-9"));
    const [own] = await listAccountConnections(ada.id, now());
    expect(new URL(await begin()).searchParams.get("prompt")).toBeNull();
    const finished = await finish(server.allow(await begin(), "seller-10"));
    if (finished.kind !== "refused") throw new Error(`It was ${finished.kind}.`);
    const { connectionId } = own ?? {};
    expect(await readAccountConnection(ada.id, finished.accessId, now())).toMatchObject({
      refused: {
        shop: { businessName: "Shop of seller-10", thirdPartyCustomerId: "seller-10" },
        meant: { connectionId, businessName: "Shop of seller-9", thirdPartyCustomerId: "seller-9" },
      },
    });
    expect(await listAccountConnections(ada.id, now()), "it is no shop of the account's").toEqual([own]);
    const again = await begin();
    expect(new URL(again).searchParams.get("prompt")).toBe("login");
    expect(await finish(server.allow(again, "seller-9"))).toMatchObject({ kind: "connected" });
    expect(new URL(await begin()).searchParams.get("prompt")).toBeNull();
  });

  test("of accounts that bring the same new shop at once, one gets it, and the others are told", async () => {
    const accounts = [ada, ...(await Promise.all([1, 2, 3].map(() => anyAccount())))];
    const identity = { merchantId: "seller-6", businessName: "Contested", country: "NG" };
    const claims = await Promise.all(
      accounts.map(({ id: userId }) => {
        const actor = { kind: "merchant", tenant: shop.test, userId } as const;
        return transaction(() => claimMerchant({ actor, identity, now: now() }));
      }),
    );
    expect((await Promise.all(accounts.map(merchantsOf))).flat()).toHaveLength(1);
    const outcomes = claims.map((claim) => ("refused" in claim ? claim.refused : "claimed"));
    expect(outcomes.sort()).toEqual([...Array(3).fill("HELD_BY_ANOTHER"), "claimed"]);
  });

  test("with a server that is down, waits for the first record and loses nothing", async () => {
    server.instead.set("/sales", (_, response) => response.writeHead(503).end());
    expect(await finish(server.allow(await begin(), "seller-7"))).toMatchObject({ kind: "connected" });
    expect(await accessesOf()).toMatchObject([
      { state: "WAITING", failure: "SERVER_ERROR", failures: 1, merchantId: null },
    ]);
    expect(await merchantsOf()).toEqual([]);
  });
});

describe("an answer counts", () => {
  const refused = { kind: "failed", failure: "ATTEMPT_NOT_VALID", choice: null };

  test("once", async () => {
    const answer = server.allow(await begin(), "s");
    const both = await Promise.all([finish(answer), finish(answer)]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(["connected", "failed"]);
    expect(await finish(answer)).toEqual(refused);
    expect(server.times("/token")).toBe(1);
  });

  test("for ten minutes, for the same account, in the same browser", async () => {
    const answer = server.allow(await begin(), "s");
    expect(await finish(answer, { account: await anyAccount() })).toEqual(refused);
    expect(await finish(answer, { device: "c".repeat(32) })).toEqual(refused);
    expect(await finish(answer, { device: null })).toEqual(refused);
    expect(await finish(answer, { at: now() })).toEqual(refused);
    expect(await finish(new URLSearchParams({ ...Object.fromEntries(answer), state: "another" }))).toEqual(refused);
    expect(server.times("/token")).toBe(0);
    expect(await finish(answer)).toMatchObject({ kind: "connected" });
  });

  test("by the session of the program that began alone", async () => {
    const sessionId = "ses_one";
    const holder = { kind: "accountHolder", userId: ada.id, sessionId } as const;
    const { authorizationUrl } = await connectMarketplace({ holder, device: null, choice: choice(), realNow: now() });
    const parameters = server.allow(authorizationUrl, "s");
    expect(await finish(parameters, { device: null })).toEqual(refused);
    expect(await finishAuthorization({ holder, device: null, parameters, realNow: now() })).toMatchObject({
      kind: "connected",
    });
  });

  test("from the issuer alone that was asked: mixed up with another's, or without its name, no code is shown to anybody", async () => {
    for (const iss of ["https://honest.example", null]) {
      const answer = server.allow(await begin(), "s");
      if (iss) answer.set("iss", iss);
      else answer.delete("iss");
      expect(await finish(answer)).toMatchObject({ failure: "NOT_UNDERSTOOD", choice: choice() });
    }
    const twice = server.allow(await begin(), "s");
    twice.append("iss", "https://honest.example");
    expect(await finish(twice)).toMatchObject({ kind: "failed" });
    expect(server.times("/token")).toBe(0);
    expect(await accessesOf()).toEqual([]);
  });

  test("with the code of this attempt: another's is not taken, and nobody is connected", async () => {
    const bea = await anyAccount();
    const stolen = server.allow(await begin(bea), "victim");
    const own = server.allow(await begin(), "attacker");
    own.set("code", stolen.get("code") ?? "");
    expect(await finish(own)).toMatchObject({ failure: "ACCESS_REVOKED" });
    expect(await merchantsOf()).toEqual([]);
    expect(await accessesOf()).toEqual([]);
  });

  test("not when the merchant said no, or the server refuses", async () => {
    const state = new URL(await begin()).searchParams.get("state") ?? "";
    const denied = new URLSearchParams({ error: "access_denied", state, iss: server.origin });
    expect(await finish(denied)).toMatchObject({ failure: "DENIED" });
    for (const iss of [[], ["https://honest.example"], [server.origin, "https://honest.example"]]) {
      const unsaid = new URL(await begin()).searchParams.get("state") ?? "";
      const forged = new URLSearchParams({ error: "access_denied", state: unsaid });
      for (const one of iss) forged.append("iss", one);
      expect(await finish(forged), `${iss}`).toMatchObject({ failure: "NOT_UNDERSTOOD" });
    }
    const url = await begin();
    server.instead.set("/token", (_, response) => response.writeHead(503).end());
    expect(await finish(server.allow(url, "s"))).toMatchObject({ failure: "SERVER_ERROR" });
    expect(await accessesOf()).toEqual([]);
  });

  test("and what an attempt keeps is encrypted or a digest", async () => {
    const url = await begin();
    const [attempt] = await db().select().from(authorizationAttempts).where(eq(authorizationAttempts.userId, ada.id));
    const state = new URL(url).searchParams.get("state") ?? "";
    expect(state.length).toBeGreaterThan(20);
    expect(JSON.stringify(attempt)).not.toContain(state);
    expect(JSON.stringify(attempt)).not.toContain(browser);
  });
});
