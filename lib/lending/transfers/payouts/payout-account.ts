import { desc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { payoutAccounts, payouts } from "@/db/schema/loans";
import { inReach } from "@/db/tenancy";
import { decrypt, encrypt } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { type Reach, reachOfRow } from "@/lib/kernel/reach";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import type { BankAccount, NameEnquiry } from "@/lib/platform/providers/bank";
import type { PayoutStatus } from "@/lib/terms/loans/states";

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
 * The one it was paid out to, or else the latest, but none that rejected a transfer, gave one back or was refused. One in
 * an unknown name comes last: only an operator lets money go there.
 */
export async function refundAccountOf(loan: LoanRecord): Promise<{ id: string; trusted: boolean } | undefined> {
  const had = (status: PayoutStatus) => sql`exists (select 1 from ${payouts} p
    where p.payout_account_id = ${payoutAccounts.id} and p.status = ${status}
      and p.reversed_at is null and p.failure_cause is distinct from 'OTHER')`;
  const gaveBack = sql`exists (select 1 from ${payouts} p
    where p.payout_account_id = ${payoutAccounts.id} and p.reversed_at is not null and not exists (select 1 from ${payouts} later
      where later.payout_account_id = p.payout_account_id and later.status = 'CONFIRMED' and later.reversed_at is null
        and later.id > p.id))`;
  const own = eq(payoutAccounts.merchantId, loan.merchantId);
  const trusted = sql<boolean>`(${payoutAccounts.nameMatches} or ${had("CONFIRMED")})`;
  const [row] = await db()
    .select({ id: payoutAccounts.id, trusted })
    .from(payoutAccounts)
    .where(
      inReach(payoutAccounts, reachOfRow(loan), own, sql`not (${had("FAILED")} or ${had("REFUSED")} or ${gaveBack})`),
    )
    .orderBy(
      desc(trusted),
      desc(sql`coalesce(${payoutAccounts.id} = ${loan.payoutAccountId}, false)`),
      desc(payoutAccounts.id),
    )
    .limit(1);
  return row;
}

export function holderIn(enquiry: NameEnquiry): string {
  if (enquiry === "UNKNOWN") {
    throw new CodedError("PAYOUT_ACCOUNT_REFUSED", "The bank does not know this account. Check bank and number.", {
      fields: [{ field: "accountNumber", error: "The bank does not know this account: check bank and number" }],
    });
  }
  if (enquiry === "NOT_CHECKED") {
    throw new CodedError(
      "PAYOUT_ACCOUNT_REFUSED",
      "No bank is connected to verify this account, and money is only sent to accounts that a bank has checked.",
    );
  }
  return enquiry.accountName;
}
