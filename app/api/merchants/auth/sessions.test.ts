import { AsyncLocalStorage } from "node:async_hooks";
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { beforeEach, expect, test, vi } from "vitest";
import { connection, db, transaction } from "@/db/client";
import { accountSessions, refreshTokens } from "@/db/schema/accounts";
import { auditLog } from "@/db/schema/operations";
import { day, later, second } from "@/lib/kernel/calendar";
import * as clock from "@/lib/kernel/clock";
import type { RealTime } from "@/lib/kernel/time";
import type { SessionTokens } from "@/lib/parties/people/account-schema";
import { changeAccountPassword } from "@/lib/parties/people/password/change-account-password";
import * as passwords from "@/lib/parties/people/password/password";
import { purgeAccounts } from "@/lib/parties/people/purge-accounts";
import { openSession } from "@/lib/parties/people/sessions/open-session";
import { refreshSession } from "@/lib/parties/people/sessions/refresh-session";
import { reissueSession } from "@/lib/parties/people/sessions/reissue-session";
import { mostSessions } from "@/lib/terms/accounts";
import { shownCode } from "@/test/authenticator";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyUser } from "@/test/factories/oauth";
import { addSecondFactor } from "@/test/factories/staff";
import { now } from "@/test/time";
import { POST as changePassword } from "./change-password/route";
import { POST as logIn } from "./login/route";
import { POST as logOut } from "./logout/route";
import { GET as me } from "./me/route";
import { POST as refresh } from "./refresh/route";
import { DELETE as revokeSession } from "./sessions/[sessionId]/route";
import { GET as listSessions } from "./sessions/route";

useDatabase();

const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36";
const newPassword = "mango rain 88 lorry";

let networks = 0;
/** Each from an address of its own, so that none uses up the attempts of another. */
const elsewhere = () => ({ "x-socket-address": `192.0.2.${++networks}`, "user-agent": phone });

let ada: Awaited<ReturnType<typeof anyUser>>;
beforeEach(async () => {
  // Hashing is not what these tests are about.
  vi.spyOn(passwords, "verifyPassword").mockImplementation(async (_, typed) => typed === ada.password);
  ada = await anyUser();
});

const from = () => ({ address: "192.0.2.1", network: `n${++networks}`, userAgent: phone, device: null });
const session = (at: RealTime = now()) =>
  openSession({ user: { id: ada.id, sessionEpoch: 0 }, from: from(), realNow: at });
const opens = async ({ accessToken }: SessionTokens) => (await call(me, { key: accessToken })).status === 200;
const again = (tokens: SessionTokens, at: RealTime = now()) =>
  refreshSession({ input: { refreshToken: tokens.refreshToken }, realNow: at });
const notGood = { code: "UNAUTHENTICATED" };
/** What leads a program to log in again, and not to refresh in vain. */
const over = { status: 401, json: { code: "SESSION_ENDED" } };

test("logging in begins a session: a token for 15 minutes, one for 30 days, and nothing of them is stored", async () => {
  const { email, password } = ada;
  const body = { email: ` ${email.toUpperCase()}`, password, code: null, pass: null, kind: "marketplace" };
  const { status, headers, json } = await call(logIn, { body, headers: elsewhere() });
  expect({ status, json }).toEqual({
    status: 200,
    json: {
      accessToken: expect.any(String),
      tokenType: "Bearer",
      expiresIn: 900,
      refreshToken: expect.stringMatching(/^mrt_[0-9A-Za-z]{39}$/),
      refreshExpiresIn: 30 * 24 * 60 * 60,
      sessionId: expect.stringMatching(/^ses_/),
    },
  });
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("set-cookie")).toBeNull();
  const claims = decodeJwt(String(json.accessToken));
  expect(claims).toMatchObject({ aud: "service:account", sub: ada.id, epoch: 0, session: json.sessionId });
  const stored = JSON.stringify([await db().select().from(accountSessions), await db().select().from(refreshTokens)]);
  for (const token of [json.accessToken, json.refreshToken]) expect(stored).not.toContain(token);
  expect(await db().select().from(auditLog).where(eq(auditLog.subjectId, ada.id))).toMatchObject([
    { action: "account.log-in", actor: ada.id, detail: { session: json.sessionId }, marketplaceId: null },
  ]);
});

test("a second factor is asked for, and staff are no merchants", async () => {
  const secret = await addSecondFactor(ada.id);
  const { email, password } = ada;
  const attempt = (body: object) => call(logIn, { body, headers: elsewhere() });
  expect(await attempt({ email, password })).toMatchObject({ status: 401, json: { code: "SECOND_FACTOR_REQUIRED" } });
  const code = shownCode(secret, now());
  expect(await attempt({ email, password, code })).toMatchObject({ status: 200 });
  expect(await attempt({ email, password, code })).toMatchObject({
    status: 401,
    json: { code: "SECOND_FACTOR_REQUIRED" },
  });
});

test("each refresh token is exchanged once, for the next, which lives as long; the session goes on", async () => {
  const first = await session();
  const { status, json } = await call(refresh, { body: { refreshToken: first.refreshToken } });
  expect(status).toBe(200);
  const next = json as SessionTokens;
  expect(next.sessionId).toBe(first.sessionId);
  expect(next.refreshToken).not.toBe(first.refreshToken);
  expect(await opens(next)).toBe(true);
  const month = later(now(), 30 * day - second);
  const third = await again(next, month);
  const [row] = await db().select().from(accountSessions).where(eq(accountSessions.id, first.sessionId));
  expect(row).toMatchObject({ agent: "Chrome on Android", lastUsedAt: month, expiresAt: later(month, 30 * day) });
  await expect(again(third, later(month, 30 * day))).rejects.toMatchObject(notGood);
});

test("of many exchanges at the same moment one succeeds, and the double click ends nothing", async () => {
  const first = await session();
  const both = await Promise.allSettled(Array.from({ length: 8 }, () => again(first)));
  const won = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(won).toHaveLength(1);
  for (const one of won) expect(await opens(await again(one))).toBe(true);
});

test("a refresh token that is used again later than ten seconds afterwards ends the session for whoever has it", async () => {
  const at = now();
  const first = await session(at);
  const next = await again(first, at);
  await expect(again(first, later(at, 10 * second))).rejects.toMatchObject(notGood);
  expect(await opens(next)).toBe(true);
  await expect(again(first, later(at, 10 * second + 1))).rejects.toMatchObject(notGood);
  expect(await opens(next)).toBe(false);
  await expect(again(next, later(at, 11 * second))).rejects.toMatchObject(notGood);
  const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, ada.id));
  expect(audited.map(({ action }) => action)).toEqual(["account.log-in", "account.end-reused-session"]);
});

test("whatever is wrong with a refresh token, the answer is the same", async () => {
  const used = await session();
  await again(used);
  const ended = await session();
  await call(logOut, { key: ended.accessToken, method: "POST" });
  const good = await session();
  const texts = [
    "nonsense",
    `${good.refreshToken}x`,
    good.accessToken.slice(0, 90),
    used.refreshToken,
    ended.refreshToken,
  ];
  const answers = await Promise.all(texts.map((refreshToken) => call(refresh, { body: { refreshToken } })));
  for (const { status, headers, json } of answers) {
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toContain("Bearer");
    expect({ ...json, requestId: "" }).toEqual({ ...answers[0]?.json, requestId: "" });
  }
  for (const refreshToken of [undefined, null, 1, "", "a\u0000", "x".repeat(101)]) {
    const { status, json } = await call(refresh, { body: { refreshToken } });
    expect([status, json.errors]).toEqual([400, [{ field: "refreshToken", error: expect.any(String) }]]);
  }
});

test("logging out ends the session at once, its access tokens too, and no other", async () => {
  const [here, there] = [await session(), await session()];
  const next = await again(here);
  expect((await call(logOut, { key: next.accessToken, method: "POST" })).status).toBe(204);
  for (const tokens of [here, next]) {
    expect(await call(me, { key: tokens.accessToken })).toMatchObject(over);
    await expect(again(tokens)).rejects.toMatchObject(notGood);
  }
  expect(await call(logOut, { key: next.accessToken, method: "POST" })).toMatchObject(over);
  expect(await opens(there)).toBe(true);
});

test("sessions are listed, the newest first, and ended one by one; another account's do not exist", async () => {
  const [first, second] = [await session(), await session()];
  const list = async (tokens: SessionTokens, query = "") =>
    (await call(listSessions, { key: tokens.accessToken, path: `/sessions${query}` })).json;
  expect(await list(second)).toEqual({
    data: [
      expect.objectContaining({ sessionId: second.sessionId, agent: "Chrome on Android", current: true }),
      expect.objectContaining({ sessionId: first.sessionId, current: false }),
    ],
    hasMore: false,
  });
  expect(await list(second, `?limit=1&startingAfter=${second.sessionId}`)).toMatchObject({
    data: [{ sessionId: first.sessionId }],
  });
  const end = (tokens: SessionTokens, sessionId: string) =>
    call(revokeSession, { key: tokens.accessToken, method: "DELETE", params: { sessionId } });
  const mallory = await anyUser();
  const theirs = await openSession({ user: { id: mallory.id, sessionEpoch: 0 }, from: from(), realNow: now() });
  for (const sessionId of [first.sessionId, "ses_nothing", "'", "x".repeat(300)]) {
    expect(await end(theirs, sessionId)).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
  }
  expect((await end(second, first.sessionId)).status).toBe(204);
  expect(await opens(first)).toBe(false);
  expect((await end(second, first.sessionId)).status).toBe(404);
  expect(await list(second)).toMatchObject({ data: [{ sessionId: second.sessionId }] });
});

test("a program names its session as it logs in, and anew as it refreshes; a name that is none is refused", async () => {
  const named = async ({ accessToken: key }: SessionTokens) => {
    const { json } = await call(listSessions, { key });
    return (json.data as { agent: string }[]).map(({ agent }) => agent);
  };
  const ask = (route: typeof logIn, body: object) => call(route, { body, headers: elsewhere() });
  const { email, password } = ada;
  const { json } = await ask(logIn, { email, password, deviceName: " Ada's till " });
  const tokens = json as SessionTokens;
  expect(await named(tokens)).toEqual(["Ada's till"]);
  for (const deviceName of ["", 7, "x".repeat(61), "see evil.example/now", "two\nlines", "a\u202eb"]) {
    const refused = await ask(logIn, { email, password, deviceName });
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ field: "deviceName" }] } });
  }
  const next = (await ask(refresh, { refreshToken: tokens.refreshToken, deviceName: "Shop phone" }))
    .json as SessionTokens;
  expect(await named(next)).toEqual(["Shop phone"]);
  await ask(refresh, { refreshToken: next.refreshToken, deviceName: null });
  expect(await named(next)).toEqual(["Shop phone"]);
});

test("a changed password ends every other session, with refresh tokens that were copied of this one", async () => {
  const [here, there] = [await session(), await session()];
  const body = { password: ada.password, newPassword };
  const change = (given: object) =>
    call(changePassword, { key: here.accessToken, body: { ...body, ...given }, headers: elsewhere() });
  expect(await change({ password: "a guess" })).toMatchObject({
    status: 400,
    json: { errors: [{ field: "password", error: "Not your present password" }] },
  });
  expect(await change({ newPassword: "password123" })).toMatchObject({ json: { errors: [{ field: "newPassword" }] } });
  const changed = await change({ code: null });
  expect(changed).toMatchObject({ status: 200, json: { sessionId: here.sessionId } });
  const next = changed.json as SessionTokens;
  for (const tokens of [here, there]) await expect(again(tokens)).rejects.toMatchObject(notGood);
  expect(await call(me, { key: there.accessToken })).toMatchObject(over);
  const former = await call(me, { key: here.accessToken });
  expect(former, "its session goes on, with newer tokens").toMatchObject({ json: { code: "TOKEN_EXPIRED" } });
  expect(await opens(next)).toBe(true);
  expect(await opens(await again(next))).toBe(true);
});

test("somebody who refreshes a copied token while the password is changed is out as well", async () => {
  const here = await session();
  const holder = { kind: "accountHolder", userId: ada.id, sessionId: here.sessionId } as const;
  const input = { password: ada.password, newPassword };
  const [next, ...copies] = await Promise.allSettled([
    changeAccountPassword({ holder, input, from: from(), realNow: now() }),
    again(here),
    again(here),
  ]);
  expect(next.status).toBe("fulfilled");
  if (next.status === "fulfilled") expect(await opens(next.value)).toBe(true);
  for (const copy of copies) {
    if (copy.status === "rejected") continue;
    expect(await opens(copy.value)).toBe(false);
    await expect(again(copy.value)).rejects.toMatchObject(notGood);
  }
});

test("whoever refreshes while the password is changed waits for it, and neither holds up the other", async () => {
  const here = await session();
  const { sessionId } = here;
  const outside = AsyncLocalStorage.snapshot();
  const refreshed = await transaction(async () => {
    await db().select().from(accountSessions).where(eq(accountSessions.id, sessionId)).for("update");
    const asked = outside(() => Promise.allSettled([again(here)]));
    const waiting = () =>
      connection()`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    expect(await reissueSession({ userId: ada.id, sessionId, epoch: 1 })).toMatchObject({ epoch: 1 });
    return [asked];
  });
  expect(await refreshed[0]).toMatchObject([{ status: "rejected", reason: notGood }]);
});

test("a program that signs in for every call keeps the sessions it used last", async () => {
  const at = now();
  const first = await session(at);
  const rest: SessionTokens[] = [];
  for (let i = 1; i <= mostSessions; i++) rest.push(await session(later(at, i * second)));
  expect(await opens(first)).toBe(false);
  for (const tokens of [rest[0], rest.at(-1)]) expect(tokens && (await opens(tokens))).toBe(true);
});

test("what has expired is forgotten a day later, with its tokens", async () => {
  const at = now();
  const { sessionId } = await session(at);
  const left = () => db().select().from(accountSessions).where(eq(accountSessions.id, sessionId));
  await purgeAccounts({ realNow: later(at, 31 * day), limit: 500 });
  expect(await left()).toHaveLength(1);
  await purgeAccounts({ realNow: later(at, 31 * day + second), limit: 500 });
  expect(await left()).toEqual([]);
  expect(await db().select().from(refreshTokens).where(eq(refreshTokens.sessionId, sessionId))).toEqual([]);
});

test("an access token is good for 15 minutes of real time", async () => {
  const tokens = await session();
  const passed = vi.spyOn(clock, "now").mockReturnValue(later(now(), 900 * second));
  expect(await call(me, { key: tokens.accessToken })).toMatchObject({ status: 401, json: { code: "TOKEN_EXPIRED" } });
  passed.mockRestore();
  expect(await opens(tokens)).toBe(true);
});
