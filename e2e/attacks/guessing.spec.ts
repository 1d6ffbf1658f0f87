import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "playwright/test";
import { anyAddress } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { readSandbox } from "@/e2e/pages/merchant";
import { addStaff } from "@/e2e/staff";

const login = "/api/marketplace-dashboard/login";

/** Somewhere nobody has been. */
const elsewhere = anyAddress;

const cookieName = "financing.session";
const cookiesOf = (setCookie = "") =>
  Object.fromEntries(
    [...setCookie.matchAll(/(financing\.[\w-]+)=([^;\n]*)/g)].map(([, name = "", value = ""]) => [name, value]),
  );
const header = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

/** The token that forms carry, with the cookie that belongs to it. */
async function formToken(request: APIRequestContext, planted: Record<string, string> = {}) {
  const csrf = await request.get("/api/auth/csrf", { headers: { cookie: header(planted) } });
  const cookies = { ...planted, ...cookiesOf(csrf.headers()["set-cookie"]) };
  return { csrfToken: String((await csrf.json()).csrfToken), cookies };
}

/** A browser's way of signing in or out, with cookies of our choosing; the cookies after it. */
async function post(request: APIRequestContext, action: string, given: Record<string, string>, planted = {}) {
  const { csrfToken, cookies } = await formToken(request, planted);
  const answer = await request.post(`/api/auth/${action}`, {
    headers: { ...elsewhere(), cookie: header(cookies) },
    form: { csrfToken, ...given },
  });
  return { answer, cookies: { ...cookies, ...cookiesOf(answer.headers()["set-cookie"]) } as Record<string, string> };
}

/** Whether a session cookie shows its user the account, instead of where one signs in to it. */
async function isSignedIn(request: APIRequestContext, session = ""): Promise<boolean> {
  const page = await request.get("/account", { headers: { cookie: `${cookieName}=${session}` }, maxRedirects: 0 });
  return page.status() === 200;
}

/** A merchant's account of its own, which no other test signs out. */
async function anyMerchant(sql: Parameters<typeof addStaff>[0]) {
  const user = await addStaff(sql, (await sql`select id from marketplaces limit 1`)[0]?.id);
  await sql`update users set kind = 'merchant', marketplace_id = null, role = null where email = ${user.email}`;
  return user;
}

test("guesses a password from a new address each time, and learns nothing by the wait about who has an account", async ({
  request,
  sql,
  marketplace,
}) => {
  const owner = await addStaff(sql, marketplace.marketplaceId);
  const home = elsewhere();
  const attempt = (email: string, password: string, headers = elsewhere()) =>
    request.post(login, { headers, data: { email, password } });
  expect((await attempt(owner.email, owner.password, home)).status()).toBe(200);
  for (const email of [owner.email, `${randomUUID()}@market.example`]) {
    const guesses = await Promise.all(Array.from({ length: 10 }, (_, i) => attempt(email, `guess number ${i}`)));
    expect(guesses.map((guess) => guess.status())).toEqual(Array(10).fill(401));
    const right = await attempt(email, owner.password);
    expect(right.status()).toBe(429);
    expect(Number(right.headers()["retry-after"])).toBeGreaterThan(0);
    expect(await right.json()).toMatchObject({ code: "RATE_LIMITED" });
  }
  const [mail, ...more] = await sql`select kind from account_mails where recipient = ${owner.email}`;
  expect([mail?.kind, more]).toEqual(["MANY_FAILURES", []]);
  // What keeps others out does not keep the owner out.
  expect((await attempt(owner.email, owner.password, home)).status()).toBe(200);
});

test("guesses a merchant's password through the page's sign-in, which says how long to wait", async ({
  request,
  sql,
}) => {
  const user = await anyMerchant(sql);
  const { cookies, csrfToken } = await formToken(request);
  const attempt = (password: string) =>
    request.post("/api/auth/callback/merchant", {
      headers: { ...elsewhere(), cookie: header(cookies) },
      form: { csrfToken, email: user.email, password },
    });
  await Promise.all(Array.from({ length: 10 }, (_, i) => attempt(`guess number ${i}`)));
  const right = await attempt(user.password);
  expect(right.status()).toBe(429);
  expect(right.headers()["set-cookie"] ?? "").not.toContain(cookieName);
  expect((await right.json()).detail).toMatch(/^Too many wrong attempts\. Wait \d+ seconds, then try again\./);
});

test("goes on with a stolen session cookie after its owner has signed out", async ({ request, sql }) => {
  const user = await anyMerchant(sql);
  const { cookies } = await post(request, "callback/merchant", user);
  expect(await isSignedIn(request, cookies[cookieName])).toBe(true);
  await post(request, "signout", {}, cookies);
  expect(await isSignedIn(request, cookies[cookieName])).toBe(false);
});

test("is still in elsewhere after its owner has signed out in one browser, until the owner ends that one, too", async ({
  request,
  sql,
}) => {
  const user = await anyMerchant(sql);
  const [here, there] = [
    await post(request, "callback/merchant", user),
    await post(request, "callback/merchant", user),
  ];
  expect(here.cookies[cookieName]).not.toBe(there.cookies[cookieName]);
  await post(request, "signout", {}, here.cookies);
  expect(await isSignedIn(request, here.cookies[cookieName])).toBe(false);
  expect(await isSignedIn(request, there.cookies[cookieName])).toBe(true);
  const auth = "/api/merchants/auth";
  const login = await request.post(`${auth}/login`, { headers: elsewhere(), data: user });
  const headers = { authorization: `Bearer ${(await login.json()).accessToken}` };
  const { data } = await (await request.get(`${auth}/sessions`, { headers })).json();
  expect(data).toHaveLength(2);
  const [stolen] = data.filter(({ current }: { current: boolean }) => !current);
  expect((await request.delete(`${auth}/sessions/${stolen.sessionId}`, { headers })).status()).toBe(204);
  expect(await isSignedIn(request, there.cookies[cookieName])).toBe(false);
});

test("signs somebody out with a stolen cookie of a session that has ended", async ({ request, sql }) => {
  const user = await anyMerchant(sql);
  const old = (await post(request, "callback/merchant", user)).cookies;
  await post(request, "signout", {}, old);
  const { cookies } = await post(request, "callback/merchant", user);
  await post(request, "signout", {}, old);
  expect(await isSignedIn(request, cookies[cookieName])).toBe(true);
});

test("plants a session cookie before its victim signs in", async ({ request, sql }) => {
  const [attacker, victim] = [await anyMerchant(sql), await anyMerchant(sql)];
  const planted = (await post(request, "callback/merchant", attacker)).cookies;
  const { cookies } = await post(request, "callback/merchant", victim, planted);
  expect(cookies[cookieName]).not.toBe(planted[cookieName]);
  const page = await request.get("/account", { headers: { cookie: header(cookies) } });
  expect(await page.text()).toContain(victim.email);
});

test("signs a victim in to the attacker's account, or out, from another site: without the form's token", async ({
  request,
  baseURL,
}) => {
  const { merchant } = await readSandbox(baseURL);
  for (const csrfToken of ["", "made up", `${"a".repeat(64)}`]) {
    const given = { ...merchant, csrfToken };
    const { answer, cookies } = await post(request, "callback/merchant", given);
    expect((await answer.json()).url).toContain("csrf=true");
    expect(cookies).not.toHaveProperty([cookieName]);
    expect((await (await post(request, "signout", { csrfToken })).answer.json()).url).toContain("csrf=true");
  }
});

test("opens a mail's link with a token of its own making, or asks for another host in it", async ({ request }) => {
  for (const token of ["sup_1", `sup_1.${"0".repeat(64)}`, "%00", "a".repeat(5_000)]) {
    const page = await request.get(`/account/verify?token=${token}`, {
      headers: { "x-forwarded-host": "evil.example" },
    });
    expect(page.status()).toBe(200);
    const text = await page.text();
    expect(text).toContain("This link does not work");
    expect(text).not.toContain("evil.example");
  }
});
