import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { accountMails } from "@/db/schema/users";
import { readSession } from "@/lib/http/session";
import { checkPassword } from "@/lib/users/check-password";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyUser } from "@/test/factories/oauth";
import { savePassword } from "./actions";

useDatabase();

let cookie = "";
vi.mock("next/headers", () => ({ headers: async () => new Headers({ "x-socket-address": "192.0.2.1", cookie }) }));

const newPassword = "mango rain 88 lorry";

it("takes the present password and a good new one, ends every session, and tells the owner", async () => {
  const ada = await anyUser();
  cookie = await sessionCookie(ada);
  const wrong = async (input: unknown) => (await savePassword(input)) as { fields: unknown };
  expect((await wrong({ password: "a guess", newPassword })).fields).toEqual([
    { field: "password", error: "Not your present password" },
  ]);
  const { password, email } = ada;
  for (const [bad, error] of [
    ["password123", "Too close to a password that many people use"],
    [password, "Must differ from the present one"],
    ["short", "Must be at least 10 characters"],
  ] as const) {
    expect((await wrong({ password, newPassword: bad })).fields).toEqual([{ field: "newPassword", error }]);
  }
  expect(await readSession(new Headers({ cookie }), "merchant")).toMatchObject({ userId: ada.id });
  expect(await savePassword({ password, newPassword })).toEqual({ email });
  expect(await readSession(new Headers({ cookie }), "merchant")).toBeNull();
  expect(await checkPassword({ kind: "merchant", input: { email, password } })).toBeNull();
  expect(await checkPassword({ kind: "merchant", input: { email, password: newPassword } })).toMatchObject({
    sessionEpoch: 1,
  });
  const mails = await db().select().from(accountMails).where(eq(accountMails.recipient, email));
  expect(mails).toMatchObject([{ kind: "PASSWORD_CHANGED" }]);
  const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, ada.id));
  expect(audited).toMatchObject([{ action: "user.change-password", actor: ada.id, detail: { kind: "merchant" } }]);
  expect(await savePassword({ password: newPassword, newPassword: password })).toMatchObject({
    refused: "You are not signed in any more. Sign in, then try again.",
  });
});
