import { desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { db, wakeWorkers } from "@/db/client";
import { payoutAccounts, payouts } from "@/db/schema/loans";
import { inReach } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { decrypt, encrypt } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { type Reach, reachOfRow } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import type { BankAccount, NameEnquiry } from "@/lib/platform/providers/bank";
import type { PayoutStatus } from "@/lib/terms/loans/states";

/** `named`: its holder's name is known. `trusted`: it is the merchant's own, or was paid before. */
export type RefundAccount = { id: string; named: boolean; trusted: boolean };

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
 * an unknown name comes last: only an operator lets money go there, and nobody before its name is known.
 */
export async function refundAccountOf(loan: LoanRecord): Promise<RefundAccount | undefined> {
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
    .select({ id: payoutAccounts.id, trusted, named: sql<boolean>`${payoutAccounts.accountName} is not null` })
    .from(payoutAccounts)
    .where(
      inReach(
        payoutAccounts,
        reachOfRow(loan),
        own,
        // Not one that its bank does not know.
        or(isNotNull(payoutAccounts.accountName), isNull(payoutAccounts.verifiedAt)),
        sql`not (${had("FAILED")} or ${had("REFUSED")} or ${gaveBack})`,
      ),
    )
    .orderBy(
      desc(trusted),
      desc(sql`coalesce(${payoutAccounts.id} = ${loan.payoutAccountId}, false)`),
      desc(payoutAccounts.id),
    )
    .limit(1);
  return row;
}

/** Nothing waited for it any more, and nobody was asked whose it is; now a refund does. In the caller's transaction. */
export async function askAgainWhose(accountId: string, loan: LoanRecord, now: BusinessTime): Promise<void> {
  const { id, verifiedAt, dueAt } = payoutAccounts;
  const forgotten = inReach(payoutAccounts, reachOfRow(loan), eq(id, accountId), isNull(verifiedAt), isNull(dueAt));
  const found = await db().update(payoutAccounts).set({ dueAt: now }).where(forgotten).returning({ id });
  if (found.length > 0) wakeWorkers(payoutAccounts, accountId, tenantOf(loan));
}

/** Whether nobody has found out yet whose account it is. */
export function isBeingChecked({ verifiedAt }: Pick<typeof payoutAccounts.$inferSelect, "verifiedAt">): boolean {
  return verifiedAt === null;
}

/** Nothing is sent to one of which nobody knows the holder: it is being checked, or its bank does not know it. */
export function hasHolder({ accountName }: Pick<typeof payoutAccounts.$inferSelect, "accountName">): boolean {
  return accountName !== null;
}

/** Null where nobody could be asked: then it is being checked (docs/payouts.md#payout-account). */
export function holderIn(enquiry: NameEnquiry): string | null {
  if (enquiry === "UNKNOWN") {
    throw new CodedError("PAYOUT_ACCOUNT_REFUSED", "The bank does not know this account. Check bank and number.", {
      fields: [{ field: "accountNumber", error: "The bank does not know this account: check bank and number" }],
    });
  }
  return enquiry === "NOT_CHECKED" ? null : enquiry.accountName;
}
