import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { oauthClients, oauthGrants } from "@/db/schema/oauth";
import { users } from "@/db/schema/users";
import { newId } from "@/lib/kernel/ids";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyUser, authorizationOf, oauthClient, type TestClient } from "@/test/factories/oauth";
import { now } from "@/test/time";
import { decide } from "./actions";

useDatabase();

// The browser that asks: what the action reads of its request.
let cookie = "";
vi.mock("next/headers", () => ({ headers: async () => new Headers({ cookie }) }));

let client: TestClient;
let ada: Awaited<ReturnType<typeof anyUser>>;
let query: string;
beforeAll(async () => {
  client = await oauthClient((await createMarketplace()).test);
  query = authorizationOf(client).toString();
});
beforeEach(async () => {
  ada = await anyUser();
  cookie = await sessionCookie(ada);
});

async function answer(input: Record<string, unknown> = {}): Promise<URL | string> {
  const outcome = await decide({ userId: ada.id, query, decision: "allow", ...input });
  return "address" in outcome ? new URL(outcome.address, "http://localhost:3000") : outcome.refused;
}

async function expectBack(input: Record<string, unknown>, parameters: Record<string, unknown>) {
  const address = await answer(input);
  if (!(address instanceof URL)) throw new Error(address);
  expect(address.href.startsWith(`${client.redirectUri}?`)).toBe(true);
  expect(Object.fromEntries(address.searchParams)).toMatchObject(parameters);
}

const grants = (userId = ada.id) => db().select().from(oauthGrants).where(eq(oauthGrants.userId, userId));

describe("decide", () => {
  it("allows: a grant of this merchant, and back with a code", async () => {
    await expectBack({}, { code: expect.stringMatching(/^oac_/), state: "a state & more" });
    expect(await grants()).toMatchObject([{ clientId: client.clientId, userId: ada.id }]);
  });

  it("cancels: no grant, and back with access_denied", async () => {
    await expectBack({ decision: "deny" }, { error: "access_denied", state: "a state & more" });
    expect(await grants()).toEqual([]);
  });

  it("takes no answer of another session than the one that was asked", async () => {
    const ben = await anyUser();
    cookie = await sessionCookie(ben);
    for (const decision of ["allow", "deny"]) {
      expect(await answer({ decision })).toMatch(
        `Somebody else has signed in here meanwhile: ${ben.name}, ${ben.email}.`,
      );
    }
    expect([...(await grants()), ...(await grants(ben.id))]).toEqual([]);
  });

  it("starts again without a session, with one of no merchant, and with one of a deleted user", async () => {
    const operator = {
      ...ada,
      id: newId("user"),
      kind: "operator" as const,
      passwordHash: "x",
      createdAt: now(),
    };
    await db().insert(users).values(operator);
    const gone = await sessionCookie({ id: newId("user"), kind: "merchant" });
    for (const other of ["", "financing.session=x", await sessionCookie(operator), gone]) {
      cookie = other;
      const address = await answer();
      expect(address instanceof URL && address.pathname).toBe("/oauth/authorize");
      expect(address instanceof URL && address.search).toBe(`?${new URLSearchParams(query)}`.replaceAll("%20", "+"));
    }
    expect(await grants()).toEqual([]);
  });

  it("checks the request again: what the page sends back is not trusted", async () => {
    const changed = (over: Record<string, string | null>) => ({ query: authorizationOf(client, over).toString() });
    await expectBack(changed({ scope: "data.read.score everything" }), { error: "invalid_scope" });
    await expectBack(changed({ code_challenge_method: "plain" }), { error: "invalid_request" });
    await expectBack({ query: `${query}&scope=data.read.score` }, { error: "invalid_request" });
    for (const [name, value] of [
      ["redirect_uri", "https://evil.example/"],
      ["client_id", newId("oauthClient")],
    ] as const) {
      const address = await answer(changed({ [name]: value }));
      expect(address instanceof URL && [address.host, address.pathname]).toEqual([
        "localhost:3000",
        "/oauth/authorize",
      ]);
    }
    expect(await grants()).toEqual([]);
  });

  it("takes no text longer than an address may be apart, and looks at no name it does not know", async () => {
    const names = Array.from({ length: 1_500 }, (_, i) => `n${i}=`).join("&");
    expect(await answer({ query: `${names}&${query}` })).toBeInstanceOf(URL);
    expect(await answer({ query: `${query}&x=${"x".repeat(16_384)}` })).not.toBeInstanceOf(URL);
    expect(await grants()).toHaveLength(1);
  });

  it("notices that the client has changed its redirect addresses meanwhile", async () => {
    const changed = await oauthClient((await createMarketplace()).test);
    const asked = authorizationOf(changed).toString();
    const redirectUris = ["https://shop.example/moved"];
    await db().update(oauthClients).set({ redirectUris }).where(eq(oauthClients.id, changed.clientId));
    const address = await answer({ query: asked });
    expect(address instanceof URL && address.pathname).toBe("/oauth/authorize");
    expect(await grants()).toEqual([]);
  });

  it.each([
    [null],
    ["allow"],
    [{}],
    [{ userId: 7, query: "", decision: "allow" }],
    [{ userId: "usr_1", query: ["a"], decision: "allow" }],
    [{ userId: "usr_1", query: "", decision: "maybe" }],
  ])("refuses %j", async (given) => {
    expect(await decide(given)).toMatchObject({ refused: expect.stringContaining("not valid") });
  });
});
