import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { recoveryCodes, secondFactors } from "@/db/schema/users";

export async function deleteSecondFactor(userId: string): Promise<void> {
  await db().delete(secondFactors).where(eq(secondFactors.userId, userId));
  await db().delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
