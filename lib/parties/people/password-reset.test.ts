import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { accountMails } from "@/db/schema/users";
import { hour, later } from "@/lib/kernel/calendar";
import { resetToken } from "@/lib/platform/messages/mails/account-links";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyUser } from "@/test/factories/oauth";
import { anyStaff } from "@/test/factories/staff";
import { instant } from "@/test/time";
import { askPasswordReset } from "./password/ask-password-reset";
import { checkPassword } from "./password/check-password";
import { findReset, resetPassword } from "./password/reset-password";
import { revokeAllSessions } from "./sessions/revoke-all-sessions";

useDatabase();

const at = instant("2026-11-22T10:00:00Z");
const newPassword = "mango rain 88 lorry";
let networks = 0;
const elsewhere = () => ({ address: `192.0.2.${++networks}`, network: `n${networks}`, userAgent: "", device: null });

let ada: Awaited<ReturnType<typeof anyStaff>>;
beforeEach(async () => {
  ada = await anyStaff((await createMarketplace()).test);
});

const ask = (email: string, from = elsewhere(), realNow = at) =>
  askPasswordReset({ kind: "marketplace", input: { email }, from, realNow });
const mailsTo = (recipient: string) =>
  db().select().from(accountMails).where(eq(accountMails.recipient, recipient)).orderBy(accountMails.id);
const check = (password: string) => checkPassword({ kind: "marketplace", input: { email: ada.email, password } });

/** The token in the newest mail. */
async function token(): Promise<string> {
  const mail = (await mailsTo(ada.email)).at(-1);
  return resetToken(mail?.facts.userId ?? "", mail?.facts.epoch ?? "", mail?.createdAt ?? at);
}

const gone = { code: "LINK_NOT_VALID" };

it("a network that asks many times at once has three mails sent", async () => {
  const from = elsewhere();
  await Promise.all(Array.from({ length: 10 }, () => ask(ada.email, from)));
  expect(await mailsTo(ada.email)).toHaveLength(3);
});

it("a mail lets its reader choose another password, once, which ends every session", async () => {
  await ask(ada.email.toUpperCase());
  const mailed = await token();
  expect(await findReset("marketplace", mailed, at)).toMatchObject({ id: ada.id });
  await expect(
    resetPassword({ kind: "marketplace", input: { token: mailed, newPassword: "password123" }, realNow: at }),
  ).rejects.toMatchObject({ fields: [{ field: "newPassword" }] });
  await resetPassword({ kind: "marketplace", input: { token: mailed, newPassword }, realNow: at });
  expect(await check(ada.password)).toBeNull();
  expect(await check(newPassword)).toMatchObject({ id: ada.id, sessionEpoch: 1 });
  expect(await findReset("marketplace", mailed, at)).toBeUndefined();
  await expect(
    resetPassword({ kind: "marketplace", input: { token: mailed, newPassword }, realNow: at }),
  ).rejects.toMatchObject(gone);
  expect((await mailsTo(ada.email)).map(({ kind }) => kind)).toEqual(["PASSWORD_RESET", "PASSWORD_CHANGED"]);
  const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, ada.id));
  expect(audited.at(-1)).toMatchObject({ action: "user.reset-password", actor: ada.id });
});

it("a link is good for an hour, for one of two at the same moment, and until sessions end for another reason", async () => {
  await ask(ada.email);
  const mailed = await token();
  const reset = (realNow = at) =>
    resetPassword({ kind: "marketplace", input: { token: mailed, newPassword }, realNow });
  await expect(reset(later(at, hour))).rejects.toMatchObject(gone);
  const both = await Promise.allSettled([reset(), reset()]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await ask(ada.email);
  await revokeAllSessions(ada.id, 1);
  await expect(
    resetPassword({ kind: "marketplace", input: { token: await token(), newPassword }, realNow: at }),
  ).rejects.toMatchObject(gone);
});

it("an address without an account of staff is written to as well, and whoever asks learns nothing", async () => {
  const merchant = await anyUser();
  for (const email of ["nobody@market.example", merchant.email]) {
    expect(await ask(email)).toBe(await ask(ada.email));
    expect(await mailsTo(email)).toMatchObject([{ kind: "NO_ACCOUNT", facts: { userKind: "marketplace" } }]);
  }
});

it("one network has three mails an hour sent to an address, and is answered alike", async () => {
  const home = elsewhere();
  for (let i = 0; i < 5; i++) await ask(ada.email, home);
  expect(await mailsTo(ada.email)).toHaveLength(3);
  await ask(ada.email, elsewhere());
  await ask(ada.email, home, later(at, hour));
  expect(await mailsTo(ada.email)).toHaveLength(5);
});

it("a link replaces the password of the kind of account that it was asked for, and of no other", async () => {
  const { email, id } = await anyUser();
  await askPasswordReset({ kind: "merchant", input: { email }, from: elsewhere(), realNow: at });
  expect(await mailsTo(email)).toMatchObject([
    { kind: "PASSWORD_RESET", facts: { userId: id, epoch: "0", userKind: "merchant" } },
  ]);
  const theirs = resetToken(id, "0", at);
  await ask(ada.email);
  const swapped = [
    ["marketplace", theirs],
    ["merchant", await token()],
  ] as const;
  for (const [kind, mailed] of swapped) {
    expect(await findReset(kind, mailed, at)).toBeUndefined();
    await expect(resetPassword({ kind, input: { token: mailed, newPassword }, realNow: at })).rejects.toMatchObject(
      gone,
    );
  }
  await resetPassword({ kind: "merchant", input: { token: theirs, newPassword }, realNow: at });
  expect(await checkPassword({ kind: "merchant", input: { email, password: newPassword } })).toMatchObject({ id });
});
