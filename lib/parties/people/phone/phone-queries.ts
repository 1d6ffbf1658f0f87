import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { accountPhones } from "@/db/schema/phones";

export async function findVerifiedPhone(userId: string): Promise<string | null> {
  const [row] = await db()
    .select({ phoneNumber: accountPhones.phoneNumber })
    .from(accountPhones)
    .where(eq(accountPhones.userId, userId));
  return row?.phoneNumber ?? null;
}
