import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { notFound } from "@/lib/errors";

/** Locks a lender's row against changes and new loans, in the caller's transaction. @throws CodedError NOT_FOUND */
export async function lockLender(lenderId: string) {
  const [lender] = await db().select().from(lenders).where(eq(lenders.id, lenderId)).for("update");
  if (!lender) throw notFound("lender");
  return lender;
}

/**
 * Keeps a lender from being archived until the caller's transaction has ended.
 * @returns false when it has been archived already: it lends no more.
 */
export async function keepLending(lenderId: string): Promise<boolean> {
  const lends = and(eq(lenders.id, lenderId), isNull(lenders.archivedAt));
  const kept = await db().select({ id: lenders.id }).from(lenders).where(lends).for("key share");
  return kept.length > 0;
}
