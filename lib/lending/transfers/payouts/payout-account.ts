import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
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
  const { trusted, usable, first } = refundChoice(payoutAccounts, sql`${loan.payoutAccountId}`);
  const own = eq(payoutAccounts.merchantId, loan.merchantId);
  const [row] = await db()
    .select({ id: payoutAccounts.id, trusted, named: sql<boolean>`${payoutAccounts.accountName} is not null` })
    .from(payoutAccounts)
    .where(inReach(payoutAccounts, reachOfRow(loan), own, usable))
    .orderBy(...first)
    .limit(1);
  return row;
}

/** The same within queries of loans: of one of them, by the names that its columns have there. */
export function refundAccountIdOf(loan: { merchantId: SQL; payoutAccountId: SQL }): SQL {
  const own = ownAccounts();
  const { usable, first } = refundChoice(own, loan.payoutAccountId);
  const chosen = db().select({ id: own.id }).from(own);
  return sql`${chosen
    .where(and(eq(own.merchantId, loan.merchantId), usable))
    .orderBy(...first)
    .limit(1)}`;
}

const ownAccounts = () => alias(payoutAccounts, "own_accounts");

/** Which of a merchant's accounts a refund may go to, and which of these first. */
function refundChoice(account: typeof payoutAccounts | ReturnType<typeof ownAccounts>, paidOutTo: SQL) {
  const had = (status: PayoutStatus) => sql`exists (select 1 from ${payouts} p
    where p.payout_account_id = ${account.id} and p.status = ${status}
      and p.reversed_at is null and p.failure_cause is distinct from 'OTHER')`;
  const gaveBack = sql`exists (select 1 from ${payouts} p
    where p.payout_account_id = ${account.id} and p.reversed_at is not null and not exists (select 1 from ${payouts} later
      where later.payout_account_id = p.payout_account_id and later.status = 'CONFIRMED' and later.reversed_at is null
        and later.id > p.id))`;
  const trusted = sql<boolean>`(${account.nameMatches} or ${had("CONFIRMED")})`;
  // Not one that its bank does not know.
  const known = or(isNotNull(account.accountName), isNull(account.verifiedAt));
  return {
    trusted,
    usable: and(known, sql`not (${had("FAILED")} or ${had("REFUSED")} or ${gaveBack})`),
    first: [desc(trusted), desc(sql`coalesce(${account.id} = ${paidOutTo}, false)`), desc(account.id)],
  };
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
