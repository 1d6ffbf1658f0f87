import { db, wakeWorkers } from "@/db/client";
import { accountMails } from "@/db/schema/users";
import { newId } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import type { AccountMail } from "@/lib/terms/mails/all-mails";

type NewAccountMail = {
  recipient: string;
  mail: AccountMail;
  /** Keyed digest of the network of a stranger who asked for it. */
  askedFrom?: string;
  realNow: RealTime;
};

/** Writes to the owner of an account, or of an address, once the current transaction has committed. */
export async function queueAccountMail({ recipient, mail, askedFrom, realNow }: NewAccountMail): Promise<void> {
  const id = newId("mail");
  const { kind, ...facts } = mail;
  await db().insert(accountMails).values({ id, kind, recipient, facts, askedFrom, createdAt: realNow, dueAt: realNow });
  wakeWorkers(accountMails, id, null);
}
