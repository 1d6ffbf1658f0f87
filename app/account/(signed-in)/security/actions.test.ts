import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { accountMails } from "@/db/schema/users";
import { readSession } from "@/lib/edge/http/session";
import { checkPassword } from "@/lib/parties/people/password/check-password";
import { signIn } from "@/lib/parties/people/sign-in/sign-in";
import { shownCode } from "@/test/authenticator";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyUser } from "@/test/factories/oauth";
import { now } from "@/test/time";
import { beginOwnSecondFactor, changeOwnPassword, confirmOwnSecondFactor, removeOwnSecondFactor } from "./actions";

useDatabase();

let cookie = "";
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-socket-address": "192.0.2.1", cookie }),
  cookies: async () => ({
    set: (name: string, value: string) => {
      cookie = `${name}=${value}`;
    },
  }),
}));

const here = { address: "192.0.2.1", network: "192.0.2.1", userAgent: "", device: null };
const newPassword = "mango rain 88 lorry";

const signedIn = async (given = cookie) => (await readSession(new Headers({ cookie: given }), "merchant"))?.userId;

it("takes the present password and a good new one, ends every other session, and tells the owner", async () => {
  const ada = await anyUser();
  cookie = await sessionCookie(ada);
  const elsewhere = cookie;
  const { password, email } = ada;
  for (const [input, field, error] of [
    [{ password: "a guess", newPassword }, "password", "Not your present password"],
    [{ password, newPassword: "password123" }, "newPassword", "Too close to a password that many people use"],
    [{ password, newPassword: password }, "newPassword", "Must differ from the present one"],
    [{ password, newPassword: "short" }, "newPassword", "Must be at least 10 characters"],
  ] as const) {
    expect(await changeOwnPassword(input)).toMatchObject({ fields: [{ field, error }] });
  }
  expect(await signedIn(elsewhere)).toBe(ada.id);
  expect(await changeOwnPassword({ password, newPassword })).toBeUndefined();
  expect(await signedIn(elsewhere)).toBeUndefined();
  expect(await signedIn()).toBe(ada.id);
  expect(await checkPassword({ kind: "merchant", input: { email, password } })).toBeNull();
  expect(await checkPassword({ kind: "merchant", input: { email, password: newPassword } })).toMatchObject({
    sessionEpoch: 1,
  });
  const mails = await db().select().from(accountMails).where(eq(accountMails.recipient, email));
  expect(mails).toMatchObject([{ kind: "PASSWORD_CHANGED" }]);
  const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, ada.id));
  expect(audited).toMatchObject([{ action: "user.change-password", actor: ada.id, detail: { kind: "merchant" } }]);
});

it("is by a second factor too, once the owner has set one up", async () => {
  const ada = await anyUser();
  cookie = await sessionCookie(ada);
  const { password, email } = ada;
  const begun = await beginOwnSecondFactor({ password });
  if ("refused" in begun) throw new Error(begun.refused);
  const confirmed = await confirmOwnSecondFactor({ code: shownCode(begun.secret, now()) });
  if ("refused" in confirmed) throw new Error(confirmed.refused);
  expect(await signedIn()).toBe(ada.id);
  const [first = "", second = ""] = confirmed.recoveryCodes;
  const enter = (code?: string) =>
    signIn({ kind: "merchant", input: { email, password }, code, from: here, realNow: now() });
  await expect(enter()).rejects.toMatchObject({ code: "SECOND_FACTOR_REQUIRED" });
  expect(await enter(first)).toMatchObject({ id: ada.id });
  expect(await removeOwnSecondFactor({ password, code: second })).toBeUndefined();
  expect(await enter()).toMatchObject({ id: ada.id });
});
