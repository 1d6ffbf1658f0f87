import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { SignJWT } from "jose";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { operations } from "@/app/openapi.json/operations";
import { db } from "@/db/client";
import { secondFactors, users } from "@/db/schema/users";
import { dashboardTokens, mintToken } from "@/lib/kernel/bearer-tokens";
import { hour, later, second } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { revokeAllSessions } from "@/lib/parties/people/sessions/revoke-all-sessions";
import { mintEmbedToken } from "@/lib/surfaces/journey/mint-token";
import { basic, call, sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyUser, oauthClient } from "@/test/factories/oauth";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";

// So many refusals from one address would be held back.
vi.stubEnv("RATE_FAILED_AUTH", "100000");
useDatabase();

type Headers = Record<string, string>;

let marketplace: TestMarketplace;
let staff: Awaited<ReturnType<typeof anyStaff>>;
/** Every credential there is but the one that is taken, by the words for it. */
const others = new Map<string, Headers>();
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

function soundClaims() {
  const issuedAt = Math.floor(now().getTime() / 1000);
  const aud = "service:dashboard";
  return { iss: env().baseUrl, aud, sub: staff.id, iat: issuedAt, exp: issuedAt + 600, jti: "once" };
}

/** A token as the login makes them, but for what a test says; null leaves a claim out. */
function forged(over: Record<string, unknown> = {}, alg = "HS256", key = env().tokenKey): Promise<string> {
  const claims = Object.entries({ ...soundClaims(), ...over }).filter(([, value]) => value !== null);
  return new SignJWT(Object.fromEntries(claims)).setProtectedHeader({ alg }).sign(key);
}

function unsigned(): string {
  const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
  return `${encoded({ alg: "none" })}.${encoded(soundClaims())}.`;
}

beforeAll(async () => {
  marketplace = await createMarketplace({ live: true });
  staff = await anyStaff(marketplace.test);
  const { merchantId: ref } = await anyMerchant(marketplace.test);
  const embed = await mintEmbedToken({ actor: sandboxActor(marketplace.test), ref, realNow: now() });
  const client = await oauthClient(marketplace.live);
  const merchant = await anyUser();
  const gone = await anyStaff(marketplace.test);
  await db().delete(users).where(eq(users.id, gone.id));
  const outsider = await anyStaff(marketplace.test);
  await db().update(users).set({ marketplaceId: null }).where(eq(users.id, outsider.id));
  const roleless = await anyStaff(marketplace.test);
  await db().update(users).set({ role: null }).where(eq(users.id, roleless.id));
  const entries: [string, Headers][] = [
    ["nothing", {}],
    ["an empty bearer", { authorization: "Bearer " }],
    ["something else", bearer("letmein")],
    ["the id of a user", bearer(staff.id)],
    ["an address and a password", { authorization: basic({ clientId: staff.email, clientSecret: staff.password }) }],
    ["a test key", bearer(marketplace.testKey)],
    ["a live key", bearer(marketplace.liveKey)],
    ["a key in its own header", { "x-service-secret-key": marketplace.testKey }],
    ["an access token", bearer(await accessTokenOf(marketplace.test))],
    ["the OAuth client's own credentials", { authorization: basic(client) }],
    ["an embed token", bearer(embed.token)],
    ["the session of a merchant", { cookie: await sessionCookie(merchant) }],
    ["the session of staff", { cookie: await sessionCookie(staff) }],
    ["a token in a cookie", { cookie: `token=${staff.token}` }],
    ["a token under another scheme", { authorization: `Token ${staff.token}` }],
    ["two tokens", { authorization: `Bearer ${staff.token} ${staff.token}` }],
    ["the token of a merchant", bearer(await mintToken(dashboardTokens, merchant.id, { epoch: 0 }, now()))],
    ["the token of a user who is gone", bearer(gone.token)],
    ["the token of a user of no marketplace", bearer(outsider.token)],
    ["the token of a user without a role", bearer(roleless.token)],
    ["a token of another audience", bearer(await forged({ aud: "service:embed" }))],
    ["a token of another issuer", bearer(await forged({ iss: "https://elsewhere.example" }))],
    ["a token for nobody", bearer(await forged({ sub: null }))],
    ["a token that never ends", bearer(await forged({ exp: null }))],
    ["a token without an id", bearer(await forged({ jti: null }))],
    [
      "a token by another algorithm",
      bearer(await forged({}, "HS512", Buffer.concat([env().tokenKey, env().tokenKey]))),
    ],
    ["a token by another key", bearer(await forged({}, "HS256", createHmac("sha256", "other").digest()))],
    ["an unsigned token", bearer(unsigned())],
    ["a token with its end cut off", bearer(staff.token.slice(0, -2))],
  ];
  for (const [name, headers] of entries) others.set(name, headers);
});

const dashboard = operations.filter(({ route }) => route.declaration.auth.scheme === "dashboardToken");

/** What reads, or replaces, the embedding origins: there from the start, and `{}` is no body for it. */
function originsBy(method: "get" | "put") {
  const found = dashboard.find((one) => one.method === method && one.path.endsWith("/embedding-origins"));
  if (!found) throw new Error("There is none.");
  return found;
}

/** What takes more than changing: who else is let in. */
const managed = new Set(["inviteStaff", "saveMarketplaceSettings"]);

/** Calls an operation; whatever it needs beyond a credential is there, and nonsense. */
function use({ method, route, path }: (typeof operations)[number], headers: Headers, query = "") {
  const [, ...names] = path.split("{").map((part) => part.split("}")[0] ?? "");
  return call(route, {
    method: method.toUpperCase(),
    path: path + query,
    params: Object.fromEntries(names.map((name) => [name, "x"])),
    headers,
    ...(method === "get" ? {} : { raw: "{}" }),
  });
}

describe("the dashboard's operations", () => {
  test("are there", () => {
    const paths = dashboard.map(({ method, path }) => `${method} ${path}`);
    expect(paths).toContain("get /api/marketplace-dashboard/embedding-origins");
    expect(paths).toContain("put /api/marketplace-dashboard/embedding-origins");
  });

  test("refuse every other credential alike", async () => {
    expect(others.size).toBeGreaterThan(20);
    for (const [name, headers] of others) {
      for (const operation of dashboard) {
        const answer = await use(operation, headers);
        const what = `${operation.path} with ${name}`;
        expect(answer, what).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
        expect(answer.headers.get("www-authenticate"), what).toMatch(/^Bearer/);
        const [, token] = headers.authorization?.split(" ") ?? [];
        if (token) expect(answer.text).not.toContain(token);
      }
    }
  });

  test("do not look at a token in the address or in the body", async () => {
    for (const operation of dashboard) {
      const answer = await use(operation, {}, `?access_token=${staff.token}&token=${staff.token}`);
      expect(answer.status, operation.path).toBe(401);
    }
  });

  test("take the login's token from whoever may, and never a change from a viewer", async () => {
    const viewer = await anyStaff(marketplace.test, "VIEWER");
    for (const operation of dashboard) {
      const looks = operation.method === "get";
      // Before the body is looked at, and before anything is looked for.
      const answer = await use(operation, bearer(viewer.token));
      const what = `${operation.method} ${operation.path}`;
      if (looks) expect([200, 404], what).toContain(answer.status);
      else expect(answer, what).toMatchObject({ status: 403, json: { code: "INSUFFICIENT_ROLE" } });
      const manages = managed.has(operation.route.declaration.operationId);
      for (const role of ["OWNER", "ADMIN", ...(manages ? [] : ["DEVELOPER" as const])] as const) {
        const { token } = await anyStaff(marketplace.test, role);
        const allowed = await use(operation, bearer(token));
        expect([200, 201, 204, 400, 404, 409], `${what} as ${role}: ${allowed.text}`).toContain(allowed.status);
      }
    }
  });

  test("go by the role of this moment", async () => {
    const { id, token } = await anyStaff(marketplace.test);
    const change = originsBy("put");
    expect((await use(change, bearer(token))).status).toBe(400);
    await db().update(users).set({ role: "VIEWER" }).where(eq(users.id, id));
    expect((await use(change, bearer(token))).status).toBe(403);
    await db().delete(users).where(eq(users.id, id));
    expect((await use(change, bearer(token))).status).toBe(401);
  });

  test("do nothing for an owner of a live marketplace who has no second factor yet, as they do for the others", async () => {
    const { id, token } = await anyStaff(marketplace.test);
    const administrator = await anyStaff(marketplace.test, "ADMIN");
    await db().delete(secondFactors).where(eq(secondFactors.userId, id));
    for (const operation of dashboard) {
      const missing = { status: 403, json: { code: "SECOND_FACTOR_MISSING" } };
      expect(await use(operation, bearer(token)), operation.path).toMatchObject(missing);
      expect((await use(operation, bearer(administrator.token))).status).not.toBe(403);
    }
    await db().insert(secondFactors).values({ userId: id, pendingSecret: "begun" });
    for (const operation of dashboard) expect((await use(operation, bearer(token))).status).toBe(403);
  });

  test("tell a token that has ended from one that never was, to the second", async () => {
    const operation = originsBy("get");
    const ended = await mintToken(dashboardTokens, staff.id, { epoch: 0 }, later(now(), -hour));
    const answer = await use(operation, bearer(ended));
    expect(answer).toMatchObject({ status: 401, json: { code: "TOKEN_EXPIRED" } });
    const ending = await mintToken(dashboardTokens, staff.id, { epoch: 0 }, later(now(), -hour + 60 * second));
    expect((await use(operation, bearer(ending))).status).toBe(200);
    expect((await use(operation, bearer(await forged()))).status, "what the forged ones differ from").toBe(200);
    const foreign = await forged({ aud: "service:embed", exp: soundClaims().iat - 60 });
    expect((await use(operation, bearer(foreign))).json).toMatchObject({ code: "UNAUTHENTICATED" });
  });

  test("take no token from before the user's sessions were ended", async () => {
    const operation = originsBy("get");
    const { id, token } = await anyStaff((await createMarketplace()).test);
    await revokeAllSessions(id, 0);
    expect((await use(operation, bearer(token))).json).toMatchObject({ status: 401, code: "SESSION_ENDED" });
    const next = await mintToken(dashboardTokens, id, { epoch: 1 }, now());
    expect((await use(operation, bearer(next))).status).toBe(200);
  });

  test("are open before the marketplace is live", async () => {
    const { token } = await anyStaff((await createMarketplace()).test);
    for (const operation of dashboard.filter(({ method }) => method === "get")) {
      for (const query of operation.route.declaration.auth.environment ? ["", "?environment=live"] : [""]) {
        const { status } = await use(operation, bearer(token), query);
        expect([200, 404], operation.path).toContain(status);
      }
    }
  });
});

test("every other operation that asks for a credential refuses the dashboard's token", async () => {
  const guarded = operations.filter(({ route }) => !["none", "dashboardToken"].includes(route.declaration.auth.scheme));
  const schemes = new Set(guarded.map(({ route }) => route.declaration.auth.scheme));
  const ours = ["accountToken", "embedToken", "operatorToken", "railSignature"];
  expect([...schemes].sort()).toEqual(["accessToken", ...ours, "secretKey", "webhookSignature"]);
  for (const operation of guarded) {
    const answer = await use(operation, bearer(staff.token));
    expect(answer, operation.path).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
    expect((await use(operation, { "x-service-secret-key": staff.token })).status, operation.path).toBe(401);
  }
});
