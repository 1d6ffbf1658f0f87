import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { accountMails } from "@/db/schema/users";
import { day, hour, later } from "@/lib/kernel/calendar";
import { smtpSender } from "@/lib/platform/providers/mail";
import { type AccountMail, mailsToAccounts } from "@/lib/terms/mails/all-mails";
import { type UserKind, userKinds } from "@/lib/terms/users/constants";
import { useDatabase } from "@/test/database";
import { startMailServer } from "@/test/factories/mail-server";
import { instant, now } from "@/test/time";
import {
  aboutAccounts,
  invitationOfToken,
  invitationToken,
  placePass,
  resetOfToken,
  resetToken,
  signUpOfToken,
  signUpToken,
  userOfPass,
} from "./account-links";
import { findMail, listMails } from "./queries";
import { queueAccountMail } from "./queue-account-mail";
import { renderAccountMail } from "./render-mail";
import { retryDelays, sendAccountMail } from "./send-mail";

useDatabase();

const confirm: AccountMail = { kind: "CONFIRM_ADDRESS", signUpId: "sup_1", userKind: "merchant" };
const at = instant("2026-11-22T10:00:00Z");

async function queued(recipient: string): Promise<string> {
  await queueAccountMail({ recipient, mail: confirm, realNow: at });
  const [row] = await db().select().from(accountMails).where(eq(accountMails.recipient, recipient));
  return row?.id ?? "";
}

test("goes out once through the mail server, in two parts, and its link is stored nowhere", async () => {
  const server = await startMailServer();
  const id = await queued("ada@shop.example");
  const [stored] = await db().select().from(accountMails).where(eq(accountMails.id, id));
  expect(JSON.stringify(stored)).not.toContain(signUpToken("sup_1"));
  const sender = smtpSender({ url: server.url, from: "service@example.com" });
  expect(await sendAccountMail(id, at, sender)).toBeNull();
  expect(await sendAccountMail(id, at, sender)).toBeNull();
  expect(server.received).toHaveLength(1);
  const sent = server.received[0]?.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=") ?? "";
  expect(sent).toContain(`http://localhost:3000/account/verify#token=${signUpToken("sup_1")}`);
  expect(sent).toContain("text/html");
  expect(await findMail(id)).toBeUndefined();
});

test("is tried again while the server is down, and shown in the mailbox meanwhile", async () => {
  const id = await queued("ben@shop.example");
  const down = { send: () => Promise.reject(new Error("down")), verify: async () => {} };
  expect(await sendAccountMail(id, at, down)).toEqual(later(at, retryDelays[0]));
  expect(await sendAccountMail(id, at, null)).toBeNull();
  expect(await listMails("ben@shop.example")).toMatchObject([{ id, kind: "CONFIRM_ADDRESS", environment: null }]);
  expect(await findMail(id)).toMatchObject({ subject: "Confirm your e-mail address", html: expect.any(String) });
});

test("only tokens made here open anything, and a pass ends by itself", () => {
  expect(signUpOfToken(signUpToken("sup_1"))).toBe("sup_1");
  for (const wrong of ["", "sup_1", "sup_1.", `sup_2.${signUpToken("sup_1").split(".")[1]}`, placePass("sup_1", at)]) {
    expect(signUpOfToken(wrong)).toBeNull();
  }
  const pass = placePass("usr_1", at);
  expect(userOfPass(pass, later(at, 2 * day - 1))).toBe("usr_1");
  expect(userOfPass(pass, later(at, 2 * day))).toBeNull();
  expect(userOfPass(pass.replace(/\.\d+\./, ".9999999999999."), at)).toBeNull();
  expect(userOfPass(signUpToken("usr_1.9999999999999"), at)).toBeNull();
  const reset = resetToken("usr_1", "3", at);
  expect(resetOfToken(reset, later(at, hour - 1))).toEqual({ userId: "usr_1", epoch: 3 });
  expect(resetOfToken(reset, later(at, hour))).toBeNull();
  expect(resetOfToken(reset.replace(".3.", ".4."), at)).toBeNull();
  expect(resetOfToken(placePass("usr_1.3", at), at)).toBeNull();
  expect(invitationOfToken(invitationToken("inv_1"))).toBe("inv_1");
  expect(invitationOfToken(signUpToken("inv_1"))).toBeNull();
});

test("whoever has no page to change a password on is told who changes it", () => {
  const facts = { agent: "curl", address: "192.0.2.1", at: now().toISOString() };
  const textFor = (userKind: UserKind) => {
    const mail = { kind: "NEW_SIGN_IN", userKind, ...facts } as const;
    return renderAccountMail(mail, aboutAccounts(at)).text.replace(/\s+/g, " ");
  };
  expect(textFor("merchant")).toContain("http://localhost:3000/account/security");
  expect(textFor("merchant")).toContain("change your password at once");
  expect(textFor("marketplace")).toContain("http://localhost:3000/dashboard/forgot-password");
  expect(textFor("operator")).not.toContain("change your password");
  expect(textFor("operator")).toContain("We will replace your password and sign everyone out");
});

const hostile = { marketplace: "Demo <b>Market" };

const everyMail = Object.entries(mailsToAccounts).flatMap(([kind, { sample }]) => {
  const kinds = "userKind" in sample ? userKinds.map((userKind) => ({ userKind })) : [{}];
  return kinds.map((as) => ({ kind, ...sample, ...("marketplace" in sample ? hostile : {}), ...as }) as AccountMail);
});

test.each(everyMail)("$kind says the same twice, with links to this service only", (mail) => {
  const { text, html } = renderAccountMail(mail, aboutAccounts(at));
  expect(html).not.toContain("<b>");
  for (const [link] of `${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g)) {
    expect(link).toMatch(/^http:\/\/localhost:3000\//);
  }
  const words = text.split(/[\s:]+/).filter((word) => /^\w+$/.test(word));
  expect(words.filter((word) => !html.includes(word))).toEqual([]);
});
