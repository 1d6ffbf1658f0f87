import { and, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import type { SignedIn } from "@/lib/parties/people/queries";
import { signedOut } from "./signed-out";

/** `epoch`: that of the session which asks; one that has ended already ends no others. */
export async function revokeAllSessions(userId: string, epoch: number): Promise<void> {
  await db()
    .update(users)
    .set({ sessionEpoch: sql`${users.sessionEpoch} + 1` })
    .where(and(eq(users.id, userId), eq(users.sessionEpoch, epoch)));
}

/** In the current transaction: only who is given the new epoch, which is returned, goes on. */
export async function rotateSessionEpoch({ id, sessionEpoch }: SignedIn): Promise<number> {
  const [row] = await db()
    .update(users)
    .set({ sessionEpoch: sessionEpoch + 1 })
    .where(and(eq(users.id, id), eq(users.sessionEpoch, sessionEpoch)))
    .returning({ epoch: users.sessionEpoch });
  if (!row) throw signedOut();
  return row.epoch;
}
