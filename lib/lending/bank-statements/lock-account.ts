import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { lenderAccounts } from "@/db/schema/lenders";

/** For the rest of the transaction: of two imports at once the second sees what the first has stored. */
export async function lockAccount(accountId: string): Promise<void> {
  await db()
    .select({ id: lenderAccounts.id })
    .from(lenderAccounts)
    .where(eq(lenderAccounts.id, accountId))
    .for("update");
}
