import { and, asc, count, eq, inArray, isNotNull, isNull, notExists } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import { clockAheadOf } from "@/db/tenancy";

const columns = {
  id: mails.id,
  subject: mails.subject,
  createdAt: mails.createdAt,
  readAt: mails.readAt,
  merchantId: merchants.id,
  businessName: merchants.businessName,
  marketplaceId: marketplaces.id,
  marketplace: marketplaces.name,
  environment: mails.environment,
  clockAhead: clockAheadOf(mails),
};

/** What was written to all merchants that the account of a user holds, newest first, as long as mails are kept. */
export async function listNotifications(userId: string, { unread, ...page }: Page & { unread: boolean }) {
  await requireNeighbour(mails.id, page, inArray(mails.merchantId, heldMerchants(userId)));
  const rows = await db()
    .select(columns)
    .from(mails)
    .innerJoin(merchants, eq(merchants.id, mails.merchantId))
    .innerJoin(marketplaces, eq(marketplaces.id, mails.marketplaceId))
    .where(and(heldBy(userId), unread ? isNull(mails.readAt) : undefined, onPage(mails.id, page)))
    .orderBy(pageOrder(mails.id, page))
    .limit(pageRows(page));
  return pageOf(rows, page);
}

/** One of them, with its text; undefined for another's. */
export async function findNotification(userId: string, mailId: string) {
  const [row] = await db()
    .select({ ...columns, body: mails.body, kind: mails.kind, loanId: mails.loanId })
    .from(mails)
    .innerJoin(merchants, eq(merchants.id, mails.merchantId))
    .innerJoin(marketplaces, eq(marketplaces.id, mails.marketplaceId))
    .where(and(heldBy(userId), eq(mails.id, mailId)));
  return row;
}

/** The newest of them that tells of an approved application, by merchant: not opened, and there is no loan or offer. */
export async function findUnreadApprovals(userId: string): Promise<Map<string, string>> {
  const theirLoans = db().select({ id: loans.id }).from(loans).where(eq(loans.merchantId, merchants.id));
  const rows = await db()
    .select({ id: mails.id, merchantId: merchants.id })
    .from(mails)
    .innerJoin(merchants, eq(merchants.id, mails.merchantId))
    .where(and(heldBy(userId), eq(mails.kind, "APPLICATION_APPROVED"), isNull(mails.readAt), notExists(theirLoans)))
    .orderBy(asc(mails.id));
  return new Map(rows.map(({ id, merchantId }) => [merchantId, id]));
}

export async function countUnread(userId: string): Promise<number> {
  const [row] = await db()
    .select({ unread: count() })
    .from(mails)
    .innerJoin(merchants, eq(merchants.id, mails.merchantId))
    .where(and(heldBy(userId), isNull(mails.readAt)));
  return row?.unread ?? 0;
}

function heldMerchants(userId: string) {
  return db().select({ id: merchants.id }).from(merchants).where(eq(merchants.userId, userId));
}

function heldBy(userId: string) {
  return and(eq(merchants.userId, userId), isNotNull(mails.merchantId));
}
