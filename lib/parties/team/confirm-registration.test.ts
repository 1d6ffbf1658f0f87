import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { auditLog } from "@/db/schema/operations";
import { accountMails, signUps, users } from "@/db/schema/users";
import { day, later } from "@/lib/kernel/calendar";
import { confirmMerchant } from "@/lib/parties/people/confirm-merchant";
import { findStaff } from "@/lib/parties/people/queries";
import { findSignUp } from "@/lib/parties/people/sign-in/confirm-sign-up";
import { signUp } from "@/lib/parties/people/sign-in/sign-up";
import { signUpToken } from "@/lib/platform/messages/mails/account-links";
import { useDatabase } from "@/test/database";
import { anyUser } from "@/test/factories/oauth";
import { instant } from "@/test/time";
import { confirmRegistration } from "./confirm-registration";

useDatabase();

const at = instant("2026-11-22T10:00:00Z");
const password = "mango rain 88 lorry";
let people = 0;
const from = () => ({ address: "192.0.2.1", network: `n${++people}`, userAgent: "", device: "d".repeat(32) });
const somebody = () => ({
  name: "Ngozi Eze",
  marketplaceName: "Lagos Traders",
  email: `ngozi${++people}@traders.example`,
});
type Somebody = ReturnType<typeof somebody>;

const register = (who: Somebody, typed = password) =>
  signUp({ asked: { kind: "marketplace", ...who, password: typed }, query: "", from: from(), realNow: at });

async function tokenTo({ email }: Somebody): Promise<string> {
  const mails = await db()
    .select()
    .from(accountMails)
    .where(eq(accountMails.recipient, email))
    .orderBy(accountMails.id);
  return signUpToken(mails.at(-1)?.facts.signUpId ?? "");
}
const confirm = (token: string, typed = password) =>
  confirmRegistration({ input: { token, password: typed }, realNow: at });

it("makes a marketplace that is not live, with its owner, once the mail's link comes with the password", async () => {
  const ngozi = somebody();
  await register(ngozi);
  const named = eq(marketplaces.contactEmail, ngozi.email);
  expect(await db().select().from(marketplaces).where(named)).toEqual([]);
  const token = await tokenTo(ngozi);
  await expect(confirm(token, "another password")).rejects.toMatchObject({ fields: [{ field: "password" }] });
  const user = await confirm(token);
  const [made] = await db().select().from(marketplaces).where(named);
  expect(made).toMatchObject({ name: "Lagos Traders", liveAt: null });
  expect(await findStaff(user.id)).toMatchObject({ role: "OWNER", marketplaceId: made?.id, email: ngozi.email });
  const audited = await db()
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, made?.id ?? ""));
  expect(audited).toMatchObject([{ action: "marketplace.register", actor: user.id, environment: "test" }]);
  await expect(confirm(token)).rejects.toMatchObject({ code: "LINK_NOT_VALID" });
  expect(await db().select().from(marketplaces).where(named)).toHaveLength(1);
});

it("makes one marketplace for two confirmations at the same moment", async () => {
  const ngozi = somebody();
  await register(ngozi);
  const token = await tokenTo(ngozi);
  const both = await Promise.allSettled([confirm(token), confirm(token)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const named = eq(marketplaces.contactEmail, ngozi.email);
  expect(await db().select().from(marketplaces).where(named)).toHaveLength(1);
});

it("is no merchant's sign-up, nor is a merchant's one of these, although an address may have both", async () => {
  const ngozi = somebody();
  const merchant = await anyUser({ email: ngozi.email });
  await register(ngozi);
  const token = await tokenTo(ngozi);
  expect(await findSignUp("merchant", token, at)).toBeUndefined();
  const asMerchant = confirmMerchant({ input: { token, password }, device: null, realNow: at });
  await expect(asMerchant).rejects.toMatchObject({ code: "LINK_NOT_VALID" });
  await confirm(token);
  const kinds = await db().select({ kind: users.kind }).from(users).where(eq(users.email, merchant.email));
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(["marketplace", "merchant"]);
});

it("tells nobody but the reader of the mail that an address has an account, and takes no common password", async () => {
  const ngozi = somebody();
  await register(ngozi);
  await confirm(await tokenTo(ngozi));
  await register({ ...ngozi, email: ngozi.email.toUpperCase(), marketplaceName: "Taken Over" });
  const mails = await db().select().from(accountMails).where(eq(accountMails.recipient, ngozi.email));
  expect(mails.map(({ kind }) => kind).sort()).toEqual(["ACCOUNT_EXISTS", "CONFIRM_ADDRESS"]);
  expect(mails.map(({ facts }) => facts.userKind)).toEqual(["marketplace", "marketplace"]);
  expect(await db().select().from(signUps).where(eq(signUps.email, ngozi.email))).toEqual([]);
  const weak = { ...somebody(), marketplaceName: "Lagos Traders" };
  await expect(register(weak, "lagostraders1")).rejects.toMatchObject({ fields: [{ field: "password" }] });
});

it("ends after a day", async () => {
  const ngozi = somebody();
  await register(ngozi);
  expect(await findSignUp("marketplace", await tokenTo(ngozi), later(at, day - 1))).toBeDefined();
  expect(await findSignUp("marketplace", await tokenTo(ngozi), later(at, day))).toBeUndefined();
});
