import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { accountMails, users } from "@/db/schema/users";
import { shownCode } from "@/test/authenticator";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyUser } from "@/test/factories/oauth";
import { addSecondFactor, anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { POST } from "./route";

useDatabase();

let operator: Awaited<ReturnType<typeof anyOperator>>;
beforeAll(async () => {
  operator = await anyOperator("REVIEWER");
});

let network = 0;
/** Each from an address of its own, so that none uses up the attempts of another. */
function logIn(body: unknown, address = `192.0.2.${++network}`) {
  return call(POST, { body, headers: { "x-socket-address": address } });
}

test("answers a token of an hour and who it is for, and notes it", async () => {
  const { userId: id, name, email, password } = operator;
  const answer = await logIn({ email: ` ${email.toUpperCase()}`, password });
  const { accessToken, ...rest } = answer.json;
  expect({ status: answer.status, rest }).toEqual({
    status: 200,
    rest: { tokenType: "Bearer", expiresIn: 3600, user: { id, name, email: email.toLowerCase(), role: "REVIEWER" } },
  });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(decodeJwt(String(accessToken))).toMatchObject({ aud: "service:ops", sub: id, epoch: 0 });
  const audited = await db().select().from(auditLog).where(eq(auditLog.action, "operator.log-in"));
  expect(audited).toMatchObject([{ actor: id, subjectId: id, marketplaceId: null, detail: { role: "REVIEWER" } }]);
});

test("a sign-in from a new place is told by mail, without a link: operators have no pages", async () => {
  const { email, password } = await anyOperator();
  await logIn({ email, password });
  await logIn({ email, password }, "203.0.113.7");
  const mails = await db().select().from(accountMails).where(eq(accountMails.recipient, email.toLowerCase()));
  expect(mails).toMatchObject([{ kind: "NEW_SIGN_IN", facts: { userKind: "operator", address: "203.0.113.7" } }]);
});

test("asks for a code of the second factor where there is one, and takes each once", async () => {
  const { userId, email, password } = await anyOperator();
  const secret = await addSecondFactor(userId);
  const asked = { status: 401, json: { code: "SECOND_FACTOR_REQUIRED" } };
  for (const code of [undefined, null, "000000"]) expect(await logIn({ email, password, code })).toMatchObject(asked);
  const code = shownCode(secret, now());
  expect(await logIn({ email, password, code })).toMatchObject({ status: 200 });
  expect(await logIn({ email, password, code })).toMatchObject(asked);
});

test("tells a wrong password from nothing: no other kind of user, and no operator without a role", async () => {
  const { test: tenant } = await createMarketplace();
  const { email: staff, password: ofStaff } = await anyStaff(tenant);
  const merchant = await anyUser();
  const former = await anyOperator();
  await db().update(users).set({ operatorRole: null }).where(eq(users.id, former.userId));
  const tries = [
    { email: operator.email, password: `${operator.password} ` },
    { email: "nobody@financing.example", password: operator.password },
    { email: staff, password: ofStaff },
    { email: merchant.email, password: merchant.password },
    { email: former.email, password: former.password },
  ];
  const answers = await Promise.all(tries.map((body) => logIn(body)));
  for (const { status, headers, json } of answers) {
    expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
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
  [{ email: "a@b.example", password: 12345678901, code: 123456 }, ["password", "code"]],
  [{ email: "a@b.example", password: "x", code: "" }, ["code"]],
])("refuses %j", async (body, fields) => {
  const { status, json, text } = await logIn(body);
  expect(status).toBe(400);
  expect((json.errors as { field: string }[]).map(({ field }) => field)).toEqual(fields);
  expect(text).not.toContain("12345678901");
});
