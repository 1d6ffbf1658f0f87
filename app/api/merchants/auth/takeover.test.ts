import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { POST as sendCode } from "@/app/api/merchants/kyc/otp/send/route";
import { POST as verifyCode } from "@/app/api/merchants/kyc/otp/verify/route";
import { db } from "@/db/client";
import { phoneCodes } from "@/db/schema/phones";
import { accountMails, signUps, users } from "@/db/schema/users";
import type { Route } from "@/lib/edge/http/route";
import { newDevice } from "@/lib/edge/http/session";
import { hour, later } from "@/lib/kernel/calendar";
import * as clock from "@/lib/kernel/clock";
import * as passwords from "@/lib/parties/people/password/password";
import { findVerifiedPhone } from "@/lib/parties/people/phone/phone-queries";
import { resetToken, signUpToken } from "@/lib/platform/messages/mails/account-links";
import { codeOf } from "@/lib/platform/messages/mails/phone-code-text";
import { findMail } from "@/lib/platform/messages/mails/queries";
import * as texts from "@/lib/platform/providers/sms";
import { call, sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyUser } from "@/test/factories/oauth";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { POST as changePassword } from "./change-password/route";
import { POST as forgotPassword } from "./forgot-password/route";
import { POST as logIn } from "./login/route";
import { GET as me } from "./me/route";
import { POST as register } from "./register/route";
import { POST as resendVerification } from "./resend-verification/route";
import { POST as resetPassword } from "./reset-password/route";
import { POST as verifyEmail } from "./verify-email/route";

useDatabase();

const newPassword = "mango rain 88 lorry";
let strangers = 0;
const nobody = () => `nobody${++strangers}@shop.example`;
/** Each from an address of its own, as with a botnet. */
const elsewhere = () => `198.51.${100 + Math.floor(strangers / 250)}.${++strangers % 250}`;
const post = (route: Route, body: unknown, more: { key?: string; address?: string; headers?: object } = {}) =>
  call(route, {
    ...(more.key ? { key: more.key } : {}),
    body,
    headers: { "x-socket-address": more.address ?? elsewhere(), ...more.headers },
  });
const opens = async (token: unknown) => (await call(me, { key: String(token) })).status === 200;

const mailsTo = (email: string) =>
  db().select().from(accountMails).where(eq(accountMails.recipient, email.toLowerCase())).orderBy(accountMails.id);
/** Somebody's sign-up, with the token of the newest mail. */
async function signedUp(email: string, password = newPassword): Promise<string> {
  expect(await post(register, { businessName: "Ada Foods", email, password })).toMatchObject({ status: 202 });
  const [row] = await db().select().from(signUps).where(eq(signUps.email, email)).orderBy(signUps.id);
  return signUpToken(row?.id ?? "");
}

let ada: Awaited<ReturnType<typeof anyUser>>;
beforeEach(async () => {
  vi.spyOn(texts, "textsArrive").mockReturnValue(true);
  ada = await anyUser();
});

test("an account is made once the mail's token comes with the password, which signs in, and not before", async () => {
  const email = nobody();
  const token = await signedUp(email);
  const logInNow = () => post(logIn, { email, password: newPassword });
  expect(await logInNow()).toMatchObject({ status: 401 });
  expect(await post(verifyEmail, { token, password: "a guess or so" })).toMatchObject({
    status: 400,
    json: { errors: [{ field: "password" }] },
  });
  const { status, json } = await post(verifyEmail, { token, password: newPassword });
  expect([status, await opens(json.accessToken)]).toEqual([200, true]);
  expect(await call(me, { key: String(json.accessToken) })).toMatchObject({
    json: { user: { name: "Ada Foods", email, phoneNumber: null }, merchants: [] },
  });
  expect(await post(verifyEmail, { token, password: newPassword })).toMatchObject({ json: { code: "LINK_NOT_VALID" } });
  expect(await logInNow()).toMatchObject({ status: 200 });
});

test("the mail of a sign-up is sent again, for the last one, with a link that works", async () => {
  const email = nobody();
  await signedUp(email);
  expect(await post(resendVerification, { email })).toMatchObject({ status: 202 });
  const mails = await mailsTo(email);
  expect(mails.map(({ kind }) => kind)).toEqual(["CONFIRM_ADDRESS", "CONFIRM_ADDRESS"]);
  expect(mails[1]?.facts).toEqual(mails[0]?.facts);
});

test.each([
  ["register", register, (email: string) => ({ businessName: "Ada Foods", email, password: newPassword })],
  ["resend-verification", resendVerification, (email: string) => ({ email })],
  ["forgot-password", forgotPassword, (email: string) => ({ email })],
  ["login", logIn, (email: string) => ({ email, password: "a guess or so" })],
] as const)("enumeration: %s answers and works alike whether or not there is an account", async (_, route, bodyFor) => {
  const hash = vi.spyOn(passwords, "hashPassword");
  const verify = vi.spyOn(passwords, "verifyPassword");
  const seen: unknown[] = [];
  for (const email of [ada.email, nobody(), ada.email.toUpperCase()]) {
    hash.mockClear();
    verify.mockClear();
    const before = (await mailsTo(email)).length;
    const { status, headers, json } = await post(route, bodyFor(email));
    headers.delete("x-request-id");
    const work = [hash.mock.calls.length, verify.mock.calls.length, (await mailsTo(email)).length - before];
    seen.push({ status, json: { ...json, requestId: "" }, headers: [...headers.keys()], work });
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

test("enumeration: only the owner of the address reads which it is", async () => {
  const stranger = nobody();
  for (const [route, known, unknown] of [
    [resendVerification, "ACCOUNT_EXISTS", "NO_ACCOUNT"],
    [forgotPassword, "PASSWORD_RESET", "NO_ACCOUNT"],
  ] as const) {
    await post(route, { email: ada.email });
    await post(route, { email: stranger });
    expect((await mailsTo(ada.email)).at(-1)).toMatchObject({ kind: known });
    expect((await mailsTo(stranger)).at(-1)).toMatchObject({ kind: unknown, facts: { userKind: "merchant" } });
  }
});

test("reset token: works once, for an hour, until sessions end for another reason; every failure is a 400", async () => {
  const reset = (token: unknown, password: unknown = newPassword) =>
    post(resetPassword, { token, newPassword: password });
  const { email, password } = ada;
  const { json } = await post(logIn, { email, password });
  await post(forgotPassword, { email });
  const [mail] = await mailsTo(email);
  const token = resetToken(mail?.facts.userId ?? "", mail?.facts.epoch ?? "", mail?.createdAt ?? now());

  const gone = {
    status: 400,
    json: { code: "VALIDATION_FAILED", errors: [{ field: "token", error: expect.any(String) }] },
  };
  const staff = await anyStaff((await createMarketplace()).test);
  const forged = [
    "",
    "nonsense",
    null,
    7,
    token.replace(ada.id, staff.id),
    resetToken(staff.id, "0", now()),
    resetToken(ada.id, "1", now()),
    resetToken(ada.id, "0", later(now(), -hour)),
  ];
  for (const wrong of forged) expect(await reset(wrong)).toMatchObject(gone);
  const passed = vi.spyOn(clock, "now").mockReturnValue(later(mail?.createdAt ?? now(), hour));
  expect(await reset(token)).toMatchObject(gone);
  passed.mockRestore();
  for (const weak of ["short", "password123", null, "x".repeat(129)]) {
    expect(await reset(token, weak)).toMatchObject({ status: 400, json: { errors: [{ field: "newPassword" }] } });
  }
  expect(await opens(json.accessToken)).toBe(true);

  const done = await reset(token);
  expect([done.status, done.json]).toEqual([200, { success: true, message: expect.any(String) }]);
  expect(await opens(json.accessToken)).toBe(false);
  expect(await post(logIn, { email, password })).toMatchObject({ status: 401 });
  expect(await post(logIn, { email, password: newPassword })).toMatchObject({ status: 200 });
  expect(await reset(token)).toMatchObject(gone);

  const next = resetToken(ada.id, "1", now());
  await db().update(users).set({ sessionEpoch: 2 }).where(eq(users.id, ada.id));
  expect(await reset(next)).toMatchObject(gone);
});

test("host header: the links of mails lead to the service, whatever a request calls its host", async () => {
  const headers = {
    host: "evil.example",
    origin: "https://evil.example",
    referer: "https://evil.example/",
    forwarded: "host=evil.example;proto=https",
    "x-forwarded-host": "evil.example",
    "x-forwarded-server": "evil.example",
    "x-original-host": "evil.example",
  };
  const email = nobody();
  await post(register, { businessName: "Ada Foods", email, password: newPassword }, { headers });
  await post(resendVerification, { email }, { headers });
  await post(resendVerification, { email: ada.email }, { headers });
  await post(forgotPassword, { email: ada.email }, { headers });
  await post(forgotPassword, { email: nobody() }, { headers });
  const rows = await db().select().from(accountMails);
  expect(rows.length).toBeGreaterThanOrEqual(5);
  for (const { id } of rows) {
    const { body, html } = (await findMail(id)) ?? { body: "", html: "" };
    const links = [...`${body} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);
    expect(links.filter((link) => !link.startsWith("http://localhost:3000/"))).toEqual([]);
    expect(`${body} ${html}`).not.toContain("evil.example");
  }
  const [reset] = (await mailsTo(ada.email)).filter(({ kind }) => kind === "PASSWORD_RESET");
  expect((await findMail(reset?.id ?? ""))?.body).toContain("http://localhost:3000/account/reset-password#token=");
});

test("session fixation: logging in makes a session of its own, whatever came with it", async () => {
  const mallory = await anyUser();
  const planted = (await post(logIn, { email: mallory.email, password: mallory.password })).json;
  const { email, password } = ada;
  const headers = { cookie: await sessionCookie(mallory) };
  const body = { email, password, sessionId: planted.sessionId, refreshToken: planted.refreshToken };
  const { json } = await post(logIn, body, { key: String(planted.accessToken), headers });
  expect(json.sessionId).not.toBe(planted.sessionId);
  const holder = async (token: unknown) => (await call(me, { key: String(token) })).json;
  expect(await holder(json.accessToken)).toMatchObject({ user: { id: ada.id } });
  expect(await holder(planted.accessToken)).toMatchObject({ user: { id: mallory.id } });
});

test("login CSRF: another site's form logs nobody in, and no browser is given anything to send along", async () => {
  const { email, password } = ada;
  const address = elsewhere();
  const answers = [
    await call(logIn, { form: { email, password }, headers: { "x-socket-address": address } }),
    await call(logIn, {
      raw: JSON.stringify({ email, password }),
      headers: { "x-socket-address": address, "content-type": "text/plain" },
    }),
  ];
  for (const { status, json } of answers) expect([status, json.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  const right = await post(logIn, { email, password }, { headers: { origin: "https://evil.example" } });
  expect(right.status).toBe(200);
  for (const name of ["set-cookie", "access-control-allow-origin"]) expect(right.headers.get(name)).toBeNull();
  // Nor does the cookie of the pages open what takes a bearer.
  const cookie = await sessionCookie(ada);
  expect((await call(me, { headers: { cookie } })).status).toBe(401);
  const change = { password, newPassword };
  expect((await post(changePassword, change, { headers: { cookie } })).status).toBe(401);
});

test("brute force: ten wrong passwords from many addresses, then the right one has to wait, known account or not", async () => {
  vi.spyOn(passwords, "verifyPassword").mockImplementation(
    async (hash, typed) => hash !== null && typed === ada.password,
  );
  const home = { "x-socket-address": elsewhere(), cookie: `financing.device=${newDevice()}` };
  const attempt = (email: string, password: string, headers = {}) => post(logIn, { email, password }, { headers });
  expect((await attempt(ada.email, ada.password, home)).status).toBe(200);
  for (const email of [ada.email, nobody()]) {
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => attempt(email, `guess number ${i}`)));
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429]);
    const right = await attempt(email, ada.password);
    expect(right).toMatchObject({ status: 429, json: { code: "RATE_LIMITED" } });
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await mailsTo(ada.email)).map(({ kind }) => kind)).toEqual(["MANY_FAILURES"]);
  // Strangers cannot lock the owner out of where the account has been used before.
  expect((await attempt(ada.email, ada.password, home)).status).toBe(200);
});

test("brute force: a code for a phone is guessed five times, from however many addresses", async () => {
  const { id, token: key } = await anyAccount();
  const phoneNumber = "+2348055512345";
  expect(await post(sendCode, { phoneNumber }, { key })).toMatchObject({ status: 202, json: { expiresIn: 300 } });
  const [row] = await db().select().from(phoneCodes).where(eq(phoneCodes.userId, id));
  const right = codeOf(row?.id ?? "");
  const wrong = (i: number) => String((Number(right) + i) % 1_000_000).padStart(6, "0");
  const attempt = (code: string) => post(verifyCode, { phoneNumber, code }, { key });
  for (let i = 1; i <= 5; i++)
    expect(await attempt(wrong(i))).toMatchObject({ status: 400, json: { errors: [{ field: "code" }] } });
  expect(await attempt(right)).toMatchObject({ status: 400 });
  // Ten a minute of an account.
  const more = await Promise.all(Array.from({ length: 30 }, (_, i) => attempt(wrong(i + 6))));
  expect(more.at(-1)).toMatchObject({ status: 429 });
  expect(await findVerifiedPhone(id)).toBeNull();
});
