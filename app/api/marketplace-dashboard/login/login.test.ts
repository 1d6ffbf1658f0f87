import { decodeJwt, decodeProtectedHeader } from "jose";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { users } from "@/db/schema/users";
import { newId } from "@/lib/kernel/ids";
import { hashPassword } from "@/lib/parties/people/password/password";
import { shownCode } from "@/test/authenticator";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyUser } from "@/test/factories/oauth";
import { addSecondFactor, anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { POST } from "./route";

useDatabase();

let marketplace: TestMarketplace;
let staff: Awaited<ReturnType<typeof anyStaff>>;
beforeAll(async () => {
  marketplace = await createMarketplace();
  staff = await anyStaff(marketplace.test, "DEVELOPER");
});

let network = 0;
/** Each from an address of its own, so that none uses up the attempts of another. */
function logIn(body: unknown, address = `192.0.2.${++network}`) {
  return call(POST, { body, headers: { "x-socket-address": address } });
}

test("answers a token of an hour and who it is for, and notes it", async () => {
  const { name, email, password, id } = staff;
  const answer = await logIn({ email: ` ${email.toUpperCase()}`, password });
  const { accessToken, ...rest } = answer.json;
  expect({ status: answer.status, rest }).toEqual({
    status: 200,
    rest: {
      tokenType: "Bearer",
      expiresIn: 3600,
      user: { id, name, email: email.toLowerCase(), role: "DEVELOPER", marketplaceId: marketplace.marketplaceId },
    },
  });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const token = String(accessToken);
  expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "JWT" });
  const claims = decodeJwt(token);
  expect(claims).toMatchObject({ aud: "service:dashboard", sub: id });
  expect(Object.keys(claims).sort()).toEqual(["aud", "epoch", "exp", "iat", "iss", "jti", "sub"]);
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
  const audited = (await db().select().from(auditLog)).filter(({ action }) => action === "dashboard.log-in");
  expect(audited).toMatchObject([{ actor: id, subjectId: id, marketplaceId: marketplace.marketplaceId }]);
});

test("asks for a code of the second factor, which it takes once, and tells it from no wrong password", async () => {
  const { id, email, password } = await anyStaff(marketplace.test);
  const secret = await addSecondFactor(id);
  const asked = { status: 401, json: { code: "SECOND_FACTOR_REQUIRED" } };
  for (const code of [undefined, null, "000000", "aaaaa-aaaaa"]) {
    const answer = await logIn({ email, password, code });
    expect(answer).toMatchObject(asked);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  }
  const code = shownCode(secret, now());
  expect(await logIn({ email, password: "a guess", code })).toMatchObject({ json: { code: "UNAUTHENTICATED" } });
  const entered = await logIn({ email, password, code });
  expect(entered).toMatchObject({ status: 200, json: { user: { id } } });
  expect(entered.text).not.toContain(secret);
  expect(await logIn({ email, password, code })).toMatchObject(asked);
  expect(await logIn({ email, password, code: "" })).toMatchObject({ status: 400 });
  expect(await logIn({ email, password, code: 123456 })).toMatchObject({ status: 400 });
});

test("does not tell a wrong password from an unknown address, nor from users of other kinds", async () => {
  const merchant = await anyUser();
  const operator = { email: "operator@service.example", password: "the operator's own" };
  const passwordHash = await hashPassword(operator.password);
  const { email } = operator;
  await db()
    .insert(users)
    .values({ id: newId("user"), kind: "operator", name: "Olu", email, passwordHash, createdAt: now() });
  // Of staff, but of nobody's.
  const stray = { email: "stray@service.example", password: "belongs to nobody" };
  await db()
    .insert(users)
    .values({
      id: newId("user"),
      kind: "marketplace",
      name: "Stray",
      email: stray.email,
      passwordHash: await hashPassword(stray.password),
      createdAt: now(),
    });
  const tries = [
    { email: staff.email, password: `${staff.password} ` },
    { email: staff.email, password: staff.password.toUpperCase() },
    { email: "nobody@marketplace.example", password: staff.password },
    { email: merchant.email, password: merchant.password },
    operator,
    stray,
  ];
  const answers = await Promise.all(tries.map((body) => logIn(body)));
  for (const { status, headers, json } of answers) {
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect({ ...json, requestId: "" }).toEqual({ ...answers[0]?.json, requestId: "" });
  }
  expect(answers[0]?.json).toMatchObject({
    code: "UNAUTHENTICATED",
    detail: "The e-mail address or password is wrong.",
  });
});

test.each([
  [{}, ["email", "password"]],
  [{ email: "not an address", password: "x" }, ["email"]],
  [{ email: "a@b.example", password: "" }, ["password"]],
  [{ email: "a@b.example", password: 12345678901 }, ["password"]],
  [{ email: ["a@b.example"], password: { $ne: "" } }, ["email", "password"]],
])("refuses %j", async (body, fields) => {
  const { status, json, text } = await logIn(body);
  expect(status).toBe(400);
  expect((json.errors as { field: string }[]).map(({ field }) => field)).toEqual(fields);
  expect(text).not.toContain("12345678901");
});

test("lets an address of the network try ten times a minute, whichever account it tries", async () => {
  const address = "198.51.100.9";
  const attempt = (i: number) => logIn({ email: `guess${i}@marketplace.example`, password: "a guess" }, address);
  const statuses: number[] = [];
  let last = await attempt(0);
  // A minute may turn in between: then ten more.
  for (let i = 1; i < 25 && last.status !== 429; i++) {
    statuses.push(last.status);
    last = await attempt(i);
  }
  expect(last).toMatchObject({ status: 429, json: { code: "RATE_LIMITED" } });
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(statuses.length).toBeGreaterThanOrEqual(10);
  expect(new Set(statuses)).toEqual(new Set([401]));
});
