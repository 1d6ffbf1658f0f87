import { and, desc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { payoutAccounts, payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { type Tenant, tenantOf } from "@/lib/actor";
import { decrypt, encrypt } from "@/lib/crypto";
import type { LoanRecord } from "@/lib/loans/load-loans";
import type { BankAccount } from "@/lib/providers/bank";

const purpose = "payout_accounts.account_number";

/** An account number as it is stored. */
export function sealAccountNumber(accountNumber: string): string {
  return encrypt(purpose, accountNumber);
}

/** The account behind a stored row, for the bank alone. */
export function openAccount(row: Pick<typeof payoutAccounts.$inferSelect, "bankCode" | "accountNumber">): BankAccount {
  return { bankCode: row.bankCode, accountNumber: decrypt(purpose, row.accountNumber) };
}

/** A payout account of the tenant. */
export async function findPayoutAccount(tenant: Tenant, id: string) {
  const [row] = await db()
    .select()
    .from(payoutAccounts)
    .where(inTenant(payoutAccounts, tenant, eq(payoutAccounts.id, id)));
  return row;
}

/**
 * Where money goes back to a loan's merchant: the account it was paid out to, else the merchant's latest. One that refused
 * a transfer is not tried again.
 */
export async function refundAccountOf(loan: LoanRecord): Promise<string | undefined> {
  const refused = sql`exists (select 1 from ${payouts} p
    where p.payout_account_id = ${payoutAccounts.id} and p.status = 'FAILED')`;
  const [row] = await db()
    .select({ id: payoutAccounts.id })
    .from(payoutAccounts)
    .where(
      inTenant(
        payoutAccounts,
        tenantOf(loan),
        and(eq(payoutAccounts.merchantId, loan.merchantId), sql`not ${refused}`),
      ),
    )
    .orderBy(desc(sql`coalesce(${payoutAccounts.id} = ${loan.payoutAccountId}, false)`), desc(payoutAccounts.id))
    .limit(1);
  return row?.id;
}
