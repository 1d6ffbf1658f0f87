import { eq, isNotNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { db, transaction, wakeWorkers } from "@/db/client";
import { journals, ledgerEntries } from "@/db/schema/ledger";
import { loans } from "@/db/schema/loans";
import { tenantOf } from "@/lib/kernel/actor";
import { later, latest } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { fromKobo } from "@/lib/kernel/money";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { refundAfter } from "@/lib/loans/loans/apply-booking";
import { type LoanRecord, loadLoans, lockLoan } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { bankNameOf } from "@/lib/terms/bank-names";
import { askAgainWhose, findPayoutAccount } from "./payout-account";
import { type Refund, refundOf } from "./refund-overpayment";
import type { ShownRefund } from "./schema";

/** Whether money is owed that waits for an account of the merchant's (docs/payouts.md#refunds). */
export function needsAccount({ amount, underWay, account }: Refund): boolean {
  return amount > 0 && !underWay && !account?.trusted;
}

type Asking = { reach: Reach; loanId: string; since: string; now: BusinessTime };

/** In the transaction that makes it so. `since`: what it follows from; the merchant is asked once for each. */
export async function askForRefundAccount(call: Asking): Promise<void> {
  const { reach, loanId, since, now } = call;
  const loan = await lockLoan(reach, loanId);
  const refund = await refundOf(loan);
  if (!needsAccount(refund)) return;
  const { account } = refund;
  if (account && !account.named) await askAgainWhose(account.id, loan, now);
  const { merchantId } = loan;
  const fact = { kind: "REFUND_ACCOUNT", amount: refund.amount, since } as const;
  await queueMerchantMail({ tenant: tenantOf(loan), merchantId, loanId, now, ...fact });
}

export async function shownRefund(reach: Reach, loan: LoanRecord): Promise<ShownRefund | null> {
  const refund = await refundOf(loan);
  const { amount, underWay, account } = refund;
  if (amount === 0) return null;
  const id = underWay?.payoutAccountId ?? account?.id;
  const found = id === undefined ? undefined : await findPayoutAccount(reach, id);
  const state = underWay ? "UNDER_WAY" : account?.trusted ? "WAITING" : account ? "ACCOUNT_CHECKED" : "ACCOUNT_NEEDED";
  if (!found) return { amount: fromKobo(amount), state, account: null };
  const { bankCode, lastFour, accountName, nameMatches } = found;
  const shown = { bankCode, bankName: bankNameOf(bankCode), lastFour, accountName, nameMatches };
  return { amount: fromKobo(amount), state, account: shown };
}

/** As soon as it may: a day after it arose, like any refund. Not inside a transaction: locks each loan by itself. */
export async function refundSoon({ actor, merchantId, now }: Call<{ merchantId: string }>): Promise<void> {
  const reach = reachOf(actor);
  const waiting = await loadLoans(reach, eq(loans.merchantId, merchantId), isNotNull(loans.refundDueAt));
  for (const { id } of waiting) {
    await transaction(async () => {
      const loan = await lockLoan(reach, id);
      const at = latest(now, later(await owedSince(loan), refundAfter));
      if (!loan.refundDueAt || loan.refundDueAt <= at) return;
      await saveLoan(loan, { refundDueAt: at }, now);
      if (at <= now) wakeWorkers(loans, id, tenantOf(loan));
    });
  }
}

async function owedSince({ id }: LoanRecord): Promise<BusinessTime> {
  const [row] = await db()
    .select({ at: sql<number | null>`${lastOwedAt(loans.id)}` })
    .from(loans)
    .where(eq(loans.id, id));
  return businessTimeOf(row?.at ?? 0);
}

/** In queries: when money was last added to what is owed to a loan's merchant, in milliseconds; null where none was. */
export function lastOwedAt(loanId: SQLWrapper): SQL {
  return sql`(select extract(epoch from max(j.recorded_at)) * 1000 from ${journals} j
    join ${ledgerEntries} e on e.journal_id = j.id
    where j.loan_id = ${loanId} and e.account = 'OVERPAYMENT' and e.amount < 0)::float8`;
}
