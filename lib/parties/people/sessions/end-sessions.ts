import { and, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";

/**
 * Ends all sessions of a user, and the tokens of its logins to the dashboard.
 * @param epoch that of the session which asks: one that has ended already ends no others.
 */
export async function endSessions(userId: string, epoch: number): Promise<void> {
  await db()
    .update(users)
    .set({ sessionEpoch: sql`${users.sessionEpoch} + 1` })
    .where(and(eq(users.id, userId), eq(users.sessionEpoch, epoch)));
}
