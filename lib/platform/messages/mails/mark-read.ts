import { and, eq, inArray, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import type { RealTime } from "@/lib/kernel/time";

/**
 * Keeps that the holder of an account has opened what one of its merchants was written, or all of it. Another's stays as
 * it is, and so does what was opened before.
 * @param call.mailId null: everything
 */
export async function markRead(call: { userId: string; mailId: string | null; realNow: RealTime }): Promise<void> {
  const { userId, mailId, realNow } = call;
  const held = db().select({ id: merchants.id }).from(merchants).where(eq(merchants.userId, userId));
  await db()
    .update(mails)
    .set({ readAt: realNow })
    .where(
      and(inArray(mails.merchantId, held), isNull(mails.readAt), mailId === null ? undefined : eq(mails.id, mailId)),
    );
}
