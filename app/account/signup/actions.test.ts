import { and, eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { confirmAccount } from "@/app/account/verify/actions";
import { db } from "@/db/client";
import { accountMails, signUps, users } from "@/db/schema/users";
import { newDevice } from "@/lib/edge/http/session";
import { day, later } from "@/lib/kernel/calendar";
import { confirmMerchant } from "@/lib/parties/people/confirm-merchant";
import { checkPassword } from "@/lib/parties/people/password/check-password";
import * as passwords from "@/lib/parties/people/password/password";
import { purgeAccounts } from "@/lib/parties/people/purge-accounts";
import { signUpToken } from "@/lib/platform/messages/mails/account-links";
import { useDatabase } from "@/test/database";
import { anyUser } from "@/test/factories/oauth";
import { now } from "@/test/time";
import { createAccount } from "./actions";

useDatabase();

// The browser that asks: what the actions read and set.
let address = "192.0.2.1";
let cookie = "";
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-socket-address": address, cookie }),
  cookies: async () => ({
    set: (name: string, value: string) => {
      cookie = `${name}=${value}`;
    },
  }),
}));

let networks = 0;
beforeEach(() => {
  address = `198.51.100.${++networks}`;
  cookie = "";
});

const password = "  as it was typed  ";
let people = 0;
const somebody = () => ({ businessName: "Ada Foods", email: `Ada${++people}@shop.example`, password });
const query = "response_type=code&client_id=cli_1&state=a";

async function mailsTo(email: string) {
  const recipient = email.toLowerCase();
  return db().select().from(accountMails).where(eq(accountMails.recipient, recipient)).orderBy(accountMails.id);
}

/** The token in the newest mail to an address. */
async function tokenTo(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1);
  return signUpToken(mail?.facts.signUpId ?? "");
}

const check = (email: string, typed = password) =>
  checkPassword({ kind: "merchant", input: { email, password: typed } });

it("makes an account once the mail's token comes with the password, and not before", async () => {
  const ada = somebody();
  expect(await createAccount({ ...ada, kind: "operator", id: "usr_1" }, query)).toBeNull();
  expect(await check(ada.email)).toBeNull();
  const token = await tokenTo(ada.email);
  const confirmed = await confirmAccount({ token, password });
  expect(confirmed).toEqual({ email: ada.email.toLowerCase(), next: `/oauth/authorize?${query}` });
  expect(await check(ada.email)).toMatchObject({ kind: "merchant", name: "Ada Foods" });
  expect(await confirmAccount({ token, password })).toMatchObject({
    refused: expect.stringContaining("has been used"),
  });
});

it("in another browser than the one that asked, the authorization request does not go on", async () => {
  const ada = somebody();
  await createAccount(ada, query);
  for (const other of ["", `financing.device=${newDevice()}`]) {
    cookie = other;
    const token = await tokenTo(ada.email);
    expect(await confirmAccount({ token, password })).toMatchObject(
      other === "" ? { next: null } : { refused: expect.any(String) },
    );
  }
});

it("answers a stranger alike whether an address has an account; its owner is told by mail", async () => {
  const ben = await anyUser();
  const ada = somebody();
  expect(await createAccount({ ...ada, email: ben.email.toUpperCase() }, "")).toEqual(await createAccount(ada, ""));
  expect(await mailsTo(ben.email)).toMatchObject([{ kind: "ACCOUNT_EXISTS", facts: {} }]);
  expect(await check(ben.email)).toBeNull();
  expect(await check(ben.email, ben.password)).toMatchObject({ id: ben.id });
});

it("gives nothing to whoever signs up with another's address and waits for its owner to open the link", async () => {
  const owner = somebody();
  await createAccount({ ...owner, password: "chosen by somebody bad" }, query);
  const trap = await tokenTo(owner.email);
  address = "203.0.113.1";
  await createAccount(owner, query);
  expect(await confirmAccount({ token: trap, password })).toMatchObject({
    fields: [{ field: "password", error: "Not the password you chose when you signed up" }],
  });
  expect(await confirmAccount({ token: await tokenTo(owner.email), password })).toMatchObject({
    next: expect.any(String),
  });
  expect(await confirmAccount({ token: trap, password: "chosen by somebody bad" })).toMatchObject({ fields: [] });
  expect(await check(owner.email, "chosen by somebody bad")).toBeNull();
  expect(await check(owner.email)).toMatchObject({ name: "Ada Foods" });
});

it("writes to an address three times an hour from one network, and goes on answering alike", async () => {
  const ada = somebody();
  for (let i = 0; i < 5; i++) expect(await createAccount(ada, "")).toBeNull();
  expect(await mailsTo(ada.email)).toHaveLength(3);
  address = "203.0.113.2";
  expect(await createAccount(ada, "")).toBeNull();
  expect(await mailsTo(ada.email)).toHaveLength(4);
});

it("takes back what could not be judged, and points whoever guesses to no mail that was never sent", async () => {
  const ada = somebody();
  await createAccount(ada, query);
  const token = await tokenTo(ada.email);
  const confirm = (typed: string) =>
    confirmMerchant({ input: { token, password: typed }, device: null, realNow: now() });
  const busy = vi.spyOn(passwords, "verifyPassword").mockRejectedValue(new Error("busy"));
  for (let i = 0; i < 12; i++) await expect(confirm(password)).rejects.toThrow("busy");
  busy.mockResolvedValue(false);
  for (let i = 0; i < 10; i++) await expect(confirm("a guess")).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  busy.mockRestore();
  await expect(confirm(password)).rejects.toThrow(/^Too many wrong attempts\. Wait \d+ seconds, then try again\.$/);
});

it("forgets what nobody confirmed within a day", async () => {
  const ada = somebody();
  await createAccount(ada, "");
  const token = await tokenTo(ada.email);
  const asked = and(eq(signUps.email, ada.email.toLowerCase()));
  await db().update(signUps).set({ expiresAt: now() }).where(asked);
  expect(await confirmAccount({ token, password })).toMatchObject({ refused: expect.stringContaining("expired") });
  await purgeAccounts({ realNow: later(now(), day), limit: 500 });
  expect(await db().select().from(signUps).where(asked)).toEqual([]);
});

it("says which fields are wrong, whatever it is given", async () => {
  const fields = async (typed: unknown) => (await createAccount(typed, ""))?.fields.map(({ field }) => field);
  const ada = somebody();
  expect(await fields({ ...ada, businessName: "", password: "short" })).toEqual(["businessName", "password"]);
  expect(await fields({ ...ada, password: `${password}\u0000` })).toEqual(["password"]);
  expect(await fields({ ...ada, password: "Password123!" })).toEqual(["password"]);
  expect(await fields(null)).toEqual(["form"]);
  expect((await createAccount(ada, { a: 1 }))?.fields).toHaveLength(1);
  expect(await confirmAccount({ token: 1, password: {} })).toMatchObject({ refused: expect.any(String) });
  expect(await db().select().from(users).where(eq(users.email, ada.email.toLowerCase()))).toEqual([]);
});

it("takes ten attempts a minute of an address", async () => {
  const attempts: (string | undefined)[] = [];
  // A minute may turn in between: then ten more.
  for (let i = 0; i < 21 && !attempts.at(-1)?.startsWith("Too many"); i++) {
    attempts.push((await createAccount({}, ""))?.refused);
  }
  expect(attempts.at(-1)).toMatch(/^Too many attempts\. Wait /);
  expect(attempts.length).toBeGreaterThan(10);
});
