import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { mandates, payoutAccounts } from "@/db/schema/loans";
import { bankNameOf } from "@/lib/terms/bank-names";

export async function debitedAccount(mandateId: string): Promise<{ bankName: string; lastFour: string }> {
  const [account] = await db()
    .select({ bankCode: payoutAccounts.bankCode, lastFour: payoutAccounts.lastFour })
    .from(mandates)
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, mandates.payoutAccountId))
    .where(eq(mandates.id, mandateId));
  if (!account) throw new Error(`The mandate ${mandateId} has no account.`);
  return { bankName: bankNameOf(account.bankCode), lastFour: account.lastFour };
}
