import { and, eq, isNull } from "drizzle-orm";
import { db, wakeWorkers } from "@/db/client";
import { loans, payoutAccounts, payouts } from "@/db/schema/loans";
import { inReach, inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { day, later, latest } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf, reachOfRow } from "@/lib/kernel/reach";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { heldPayoutDays } from "@/lib/terms/payouts";
import { nameMatches } from "./account-name";
import { askForAnotherAccount } from "./ask-for-another-account";
import { addPayout } from "./order-payout";
import { askForRefundAccount } from "./refund-account";

type Account = Pick<typeof payoutAccounts.$inferSelect, "id">;

/** How long an offer stays open at least, so that its payout can be decided again. */
const decidedWithin = day;

/**
 * Whose account it is that was being checked: who found it out is the caller's. With the loan's row locked. Its own name
 * lets a held payout go on, another keeps it held, and one that its bank does not know takes the merchant back to the choice.
 * @param call.accountName null: the bank does not know the account
 * @returns whether it is in the merchant's own name
 */
export async function recordHolder(
  call: Call<{ loan: LoanRecord; account: Account; accountName: string | null }>,
): Promise<boolean> {
  const { actor, loan, account, accountName, now } = call;
  const matches = await isKnownName(loan, accountName);
  const waiting = and(eq(payoutAccounts.id, account.id), isNull(payoutAccounts.verifiedAt));
  const named = await db()
    .update(payoutAccounts)
    .set({ accountName, nameMatches: matches, verifiedAt: now, dueAt: null, leasedUntil: null })
    .where(inReach(payoutAccounts, reachOf(actor), waiting))
    .returning({ id: payoutAccounts.id });
  if (named.length === 0) throw new CodedError("LOAN_STATE_CONFLICT", "It is known already whose account it is.");
  const detail = { holder: accountName === null ? "UNKNOWN" : matches ? "OWN" : "OTHER" };
  await recordAudit({ actor, action: "loan.account-name", detail, subjectId: loan.id, now });
  if (loan.payoutAccountId === account.id && loan.status === "PAYOUT_HELD") await goOn(call, matches);
  if (accountName === null) await askAnew(call);
  return matches;
}

/** Whether an account in that name is the merchant's own: its business's or one of its directors'. */
export async function isKnownName(loan: LoanRecord, accountName: string | null) {
  return accountName !== null && nameMatches(accountName, await merchantNames(reachOfRow(loan), loan.merchantId));
}

/** In its own name, the payout is ordered anew, which decides again; in another it waits for an operator as any such. */
async function goOn(
  { actor, loan, accountName, now }: Parameters<typeof recordHolder>[0],
  matches: boolean,
): Promise<void> {
  if (accountName === null) return;
  const tenant = tenantOf(loan);
  const held = inTenant(payouts, tenant, eq(payouts.loanId, loan.id), eq(payouts.status, "HELD"));
  if (!matches) {
    await db().update(payouts).set({ waitsFor: null, waitsBecause: null }).where(held);
    await saveLoan(loan, { payoutHeldUntil: later(now, heldPayoutDays * day) }, now);
    return;
  }
  await db().update(payouts).set({ status: "CANCELLED", finishedAt: now }).where(held);
  const offerExpiresAt = latest(loan.offerExpiresAt, later(now, decidedWithin));
  await saveLoan(loan, { status: "ACCEPTED", payoutHeldUntil: null, offerExpiresAt }, now);
  await db()
    .update(loans)
    .set({ dueAt: now })
    .where(inReach(loans, reachOf(actor), eq(loans.id, loan.id)));
  wakeWorkers(loans, loan.id, tenant);
}

/** Its merchant reads why in the journey, as of any payout that was refused; whoever is owed a refund is written. */
async function askAnew({ actor, loan, account, now }: Parameters<typeof recordHolder>[0]): Promise<void> {
  const offer = loan.payoutAccountId === account.id && (loan.status === "ACCEPTED" || loan.status === "PAYOUT_HELD");
  if (!offer) return askForRefundAccount({ reach: reachOf(actor), loanId: loan.id, since: account.id, now });
  const tenant = tenantOf(loan);
  if (loan.status === "ACCEPTED") {
    const refused = {
      loan,
      purpose: "DISBURSEMENT",
      payoutAccountId: account.id,
      amount: loan.principal,
      now,
    } as const;
    await addPayout({ ...refused, status: "HELD", railId: null });
  }
  await db()
    .update(payouts)
    .set({ status: "REFUSED", failureReason: notKnown, finishedAt: now, waitsFor: null, waitsBecause: null })
    .where(inTenant(payouts, tenant, eq(payouts.loanId, loan.id), eq(payouts.status, "HELD")));
  await askForAnotherAccount({ actor, loan, now });
}

const notKnown = "The bank does not know this account. Check bank and number.";
