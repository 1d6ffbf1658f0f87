import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { mails } from "@/db/schema/operations";
import { phoneCodes } from "@/db/schema/phones";
import { accountMails } from "@/db/schema/users";
import { textKinds } from "@/lib/terms/notifications";
import { phoneCodeText } from "./phone-code-text";
import { writtenMail } from "./send-mail";

const { id, kind, environment, recipient, subject, createdAt, body, html } = mails;
const summary = { id, kind, environment, recipient, subject, createdAt };

const mostListed = 100;

/** The latest mails and text messages that were not sent, newest first; to one address or number, if it is given. */
export async function listMails(to?: string) {
  const kept = and(isNull(mails.sentAt), to === undefined ? undefined : eq(recipient, to));
  const listed = await db().select(summary).from(mails).where(kept).orderBy(desc(id)).limit(mostListed);
  const own = and(isNull(accountMails.sentAt), to === undefined ? undefined : eq(accountMails.recipient, to));
  const ofAccounts = await db().select().from(accountMails).where(own).orderBy(desc(accountMails.id)).limit(mostListed);
  const texts = and(isNull(phoneCodes.sentAt), to === undefined ? undefined : eq(phoneCodes.phoneNumber, to));
  const codes = await db().select().from(phoneCodes).where(texts).orderBy(desc(phoneCodes.id)).limit(mostListed);
  // Ids sort by time behind the prefix, whatever the table.
  const madeAt = ({ id: made }: { id: string }) => made.slice(made.indexOf("_"));
  return [...listed, ...ofAccounts.map(openedAccountMail), ...codes.map(openedCode)]
    .sort((one, other) => (madeAt(one) < madeAt(other) ? 1 : -1))
    .slice(0, mostListed);
}

export async function findMail(mailId: string) {
  const [found] = await db()
    .select({ ...summary, body, html })
    .from(mails)
    .where(and(isNull(mails.sentAt), eq(id, mailId)));
  if (found) return found;
  const own = and(isNull(accountMails.sentAt), eq(accountMails.id, mailId));
  const [ofAccount] = await db().select().from(accountMails).where(own);
  if (ofAccount) return openedAccountMail(ofAccount);
  const text = and(isNull(phoneCodes.sentAt), eq(phoneCodes.id, mailId));
  const [code] = await db().select().from(phoneCodes).where(text);
  return code && openedCode(code);
}

function openedAccountMail(row: typeof accountMails.$inferSelect) {
  const { subject, text, html: page } = writtenMail(row);
  const { id: mailId, kind: what, recipient: to, createdAt: at } = row;
  return { id: mailId, kind: what, environment: null, recipient: to, createdAt: at, subject, body: text, html: page };
}

function openedCode({ id: codeId, phoneNumber: to, createdAt: at }: typeof phoneCodes.$inferSelect) {
  const shown = { id: codeId, kind: textKinds[0], environment: null, recipient: to, createdAt: at };
  return { ...shown, subject: "A code for a phone number", body: phoneCodeText(codeId), html: null };
}
