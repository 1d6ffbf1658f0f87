import { notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { findNotification, listNotifications } from "./list-notifications";
import { markRead } from "./mark-read";
import type { NotificationAnswer, NotificationFilters, NotificationList } from "./schema";

/** A page of what was written to an account's merchants, as the API answers it. */
export async function answerNotifications(
  userId: string,
  { unread, ...page }: NotificationFilters & { limit: number },
): Promise<NotificationList> {
  const { rows, hasMore } = await listNotifications(userId, { ...page, unread: unread === "true" });
  return { data: rows.map(entryOf), hasMore };
}

export async function answerNotification(userId: string, mailId: string): Promise<NotificationAnswer> {
  const found = await findNotification(userId, mailId);
  if (!found) throw notFound("notification");
  return { ...entryOf(found), text: found.body, loanId: found.loanId };
}
answerNotification.errors = ["NOT_FOUND"] as const;

/** `markRead` of one that has to be the account's. */
export async function readNotification(call: { userId: string; mailId: string; realNow: RealTime }): Promise<void> {
  if (!(await findNotification(call.userId, call.mailId))) throw notFound("notification");
  await markRead(call);
}
readNotification.errors = ["NOT_FOUND"] as const;

type Row = Awaited<ReturnType<typeof listNotifications>>["rows"][number];

function entryOf(row: Row): NotificationList["data"][number] {
  const { id, subject, merchantId, businessName, marketplaceId, marketplace, environment, createdAt, readAt } = row;
  return {
    notificationId: id,
    subject,
    merchantId,
    businessName,
    marketplace: { marketplaceId, name: marketplace },
    environment,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}
