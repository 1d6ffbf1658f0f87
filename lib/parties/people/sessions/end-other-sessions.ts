import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import type { SignedIn } from "@/lib/parties/people/queries";
import { signedOut } from "./signed-out";

/**
 * Ends all sessions of a user in the current transaction, so that only who is given the new epoch goes on.
 * @returns the epoch of sessions from now on.
 * @throws CodedError UNAUTHENTICATED when they have ended meanwhile, or the user is gone
 */
export async function endOtherSessions({ id, sessionEpoch }: SignedIn): Promise<number> {
  const [row] = await db()
    .update(users)
    .set({ sessionEpoch: sessionEpoch + 1 })
    .where(and(eq(users.id, id), eq(users.sessionEpoch, sessionEpoch)))
    .returning({ epoch: users.sessionEpoch });
  if (!row) throw signedOut();
  return row.epoch;
}
