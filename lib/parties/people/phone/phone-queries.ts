import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { accountPhones } from "@/db/schema/phones";

/** The phone number that a user has proved to hold, in E.164 format; null: none yet. */
export async function findVerifiedPhone(userId: string): Promise<string | null> {
  const [row] = await db()
    .select({ phoneNumber: accountPhones.phoneNumber })
    .from(accountPhones)
    .where(eq(accountPhones.userId, userId));
  return row?.phoneNumber ?? null;
}
