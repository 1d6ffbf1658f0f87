import { desc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { payoutAccounts, payouts } from "@/db/schema/loans";
import { inReach } from "@/db/tenancy";
import { decrypt, encrypt } from "@/lib/crypto";
import type { LoanRecord } from "@/lib/loans/load-loans";
import type { PayoutStatus } from "@/lib/loans/states";
import type { BankAccount } from "@/lib/providers/bank";
import { type Reach, reachOfRow } from "@/lib/reach";

const purpose = "payout_accounts.account_number";

export function sealAccountNumber(accountNumber: string): string {
  return encrypt(purpose, accountNumber);
}

/** Decrypts a stored account, for use with the bank only. */
export function openAccount(row: Pick<typeof payoutAccounts.$inferSelect, "bankCode" | "accountNumber">): BankAccount {
  return { bankCode: row.bankCode, accountNumber: decrypt(purpose, row.accountNumber) };
}

export async function findPayoutAccount(reach: Reach, id: string) {
  const [row] = await db()
    .select()
    .from(payoutAccounts)
    .where(inReach(payoutAccounts, reach, eq(payoutAccounts.id, id)));
  return row;
}

/**
 * Where to refund a loan's merchant: the account the loan was paid out to, or else the latest. An account that rejected
 * a transfer, or that an operator refused, is not tried; nor is one in a name that is not known, unless a payout to it
 * was let go.
 */
export async function refundAccountOf(loan: LoanRecord): Promise<string | undefined> {
  const had = (...statuses: PayoutStatus[]) => sql`exists (select 1 from ${payouts} p
    where p.payout_account_id = ${payoutAccounts.id} and p.status = any(${sql.param(statuses)}::text[]))`;
  const own = eq(payoutAccounts.merchantId, loan.merchantId);
  const trusted = sql`(${payoutAccounts.nameMatches} or ${had("CONFIRMED")}) and not ${had("FAILED", "REFUSED")}`;
  const [row] = await db()
    .select({ id: payoutAccounts.id })
    .from(payoutAccounts)
    .where(inReach(payoutAccounts, reachOfRow(loan), own, trusted))
    .orderBy(desc(sql`coalesce(${payoutAccounts.id} = ${loan.payoutAccountId}, false)`), desc(payoutAccounts.id))
    .limit(1);
  return row?.id;
}
