import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { deleteOlder } from "@/db/delete-older";
import { keepRequestDays, purgeOtherDays } from "@/db/request-days";
import { chores, idempotentAnswers, rateWindows, workReminders, workTraces } from "@/db/schema/operations";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import type { RealTime } from "@/lib/kernel/time";
import { purgeMandateLinks } from "@/lib/lending/transfers/mandates/mandate-link";
import { purgeLooseBytes } from "@/lib/merchants/documents/purge-loose-bytes";
import { purgeUploads } from "@/lib/merchants/documents/purge-uploads";
import { purgeDrafts } from "@/lib/merchants/kyc/drafts/purge-drafts";
import { purgeLookups } from "@/lib/merchants/registers/purge-lookups";
import { purgeTriedRails } from "@/lib/parties/lenders/rails/purge-tried";
import { purgeAccounts } from "@/lib/parties/people/purge-accounts";
import { purgeRefusals } from "@/lib/platform/inbound/purge-refusals";
import { purgeAccountMails, purgeMails } from "@/lib/platform/messages/mails/purge-mails";
import { purgeDeliveries } from "@/lib/platform/messages/webhooks/purge-deliveries";
import { purgeGaps, purgeRequests } from "@/lib/platform/request-log/purge-requests";
import { purgeAccesses } from "@/lib/sales/data-access/purge-accesses";
import { purgeOAuth } from "@/lib/sales/oauth/purge-oauth";
import { purgeDemoGrants } from "@/lib/sandbox/demo/provider/access";
import { purgeDemoWebhooks } from "@/lib/sandbox/demo/webhooks";

/** The row that says when the next purge is due; the first migration puts it there. */
const chore = "purge";

const every = hour;

/** Rows deleted in one transaction. */
const batchSize = 500;

/** The same of rows that are a few bytes each, and looked for through all of their table. */
const windowBatch = 10_000;

/** How long answers to idempotent requests are kept: a day, with an hour to spare. */
const answerRetention = day + hour;

/** How long it is known that operators were written about something: what waits on after that is told again. */
const reminderRetention = 90 * day;

/** Returns when the next purge is due. */
export async function purge(realNow: RealTime): Promise<RealTime> {
  const batch = { realNow, limit: batchSize };
  const deliveries = await purgeDeliveries(realNow, batchSize);
  const grants = await drain(() => purgeOAuth(batch));
  const refusals = await drain(() => purgeRefusals(batch));
  const drafts = await drain(() => purgeDrafts(batch));
  const demoWebhooks = await drain(() => purgeDemoWebhooks(batch));
  await drain(() => purgeDemoGrants(batch));
  const mails = await drain(() => purgeMails(batch));
  const accountMails = await drain(() => purgeAccountMails(batch));
  const requests = await drain(() => purgeRequests(batch));
  const requestDays = await keepRequestDays(realNow);
  await drain(() => purgeOtherDays(realNow, batchSize));
  await drain(() => purgeGaps(batch));
  await drain(() => purgeAccounts(batch));
  await drain(() => purgeLookups(batch));
  await drain(() => purgeAccesses(batch));
  await drain(() => purgeMandateLinks(batch));
  await purgeTriedRails(realNow);
  await drain(() => deleteOlder(idempotentAnswers.createdAt, later(realNow, -answerRetention), batchSize));
  await drain(() => deleteOlder(workReminders.mailedAt, later(realNow, -reminderRetention), batchSize));
  await drain(() => deleteOlder(workTraces.notedAt, later(realNow, -day), batchSize));
  const passed = later(realNow, -10 * minute);
  await drain(() => deleteOlder(rateWindows.windowStart, passed, windowBatch), windowBatch);
  // Last, as the storage may be away: all else goes on without it.
  const uploads = await unlessAway(() => purgeUploads(batch));
  const looseBytes = await unlessAway(() => purgeLooseBytes(batch));
  const dueAt = later(realNow, every);
  await db().update(chores).set({ dueAt, leasedUntil: null }).where(eq(chores.id, chore));
  log.info("purged", {
    deliveries,
    uploads,
    looseBytes,
    grants,
    refusals,
    drafts,
    mails,
    accountMails,
    demoWebhooks,
    requests,
    requestDays,
  });
  return dueAt;
}

/** Null where it did not come to its end: the next purge goes on. */
async function unlessAway(batch: () => Promise<number>): Promise<number | null> {
  try {
    return await drain(batch);
  } catch (error) {
    log.error("documents that nobody needs any more could not be removed", error);
    return null;
  }
}

async function drain(batch: () => Promise<number>, size = batchSize): Promise<number> {
  let total = 0;
  while (true) {
    const deleted = await batch();
    total += deleted;
    if (deleted < size) return total;
  }
}
