import { eq, inArray } from "drizzle-orm";
import { db, transaction, wakeWorkers } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { inTenant, ownedBy } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { newId, newReference } from "@/lib/kernel/ids";
import type { Kobo } from "@/lib/kernel/money";
import { reachOf, reachOfRow } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { decideAgain, prepareToDecideAgain, unlessRefused } from "@/lib/lending/funding/decide-again";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { requireState } from "@/lib/loans/loans/transitions";
import { railFor } from "@/lib/parties/lenders/rails/open-rail";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { payoutPurposes } from "@/lib/terms/loans/states";
import { heldPayoutDays } from "@/lib/terms/payouts";
import { findPayoutAccount, hasHolder } from "./payout-account";
import { isReadyForPayout } from "./ready-for-payout";
import { paidLate } from "./unclear-payout";

/** There is one order, however often this is called. A loan that would not be lent today is cancelled instead. */
export async function orderPayout(call: LoanCall): Promise<string> {
  await prepareToDecideAgain(reachOf(call.actor), call.loanId, call.now);
  return unlessRefused(await placePayout(call));
}

/** A refusal is returned, so that the caller can commit before it throws. See docs/payouts.md#held-payouts. */
export async function placePayout({ actor, loanId, now }: LoanCall): Promise<string | CodedError> {
  const { tenant } = actor;
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const disbursements = [eq(payouts.loanId, loanId), eq(payouts.purpose, "DISBURSEMENT")];
    const standing = inArray(payouts.status, ["HELD", "PENDING", "CONFIRMED"]);
    const [ordered] = await db()
      .select({ id: payouts.id })
      .from(payouts)
      .where(inTenant(payouts, tenant, ...disbursements, standing));
    if (ordered) return ordered.id;
    requireState(loan, "pay out");
    const { payoutAccountId, principal: amount } = loan;
    if (!payoutAccountId || !(await isReadyForPayout(loan))) {
      const missing = payoutAccountId ? "active mandate" : "payout account";
      throw new CodedError("LOAN_STATE_CONFLICT", `The loan is accepted, but it has no ${missing} yet.`);
    }
    const payout = { loan, purpose: "DISBURSEMENT", payoutAccountId, amount, now } as const;
    // Its money may be out already: the loan is neither paid out once more nor decided about before people have looked.
    const late = await paidLate({ ...tenant, loanId });
    if (late) return holdPayout({ actor, payout, because: late });
    const refusal = await decideAgain({ actor, loan, now });
    if (refusal) return refusal;
    const railId = await railFor(loan);
    if (!railId && tenant.environment === "live") return holdPayout({ actor, payout, because: noRail });
    const account = await findPayoutAccount(reachOfRow(loan), payoutAccountId);
    if (!account || !hasHolder(account)) return holdPayout({ actor, payout, because: beingChecked });
    if (!account.nameMatches) return holdPayout({ actor, payout });
    const id = await addPayout({ ...payout, status: "PENDING", railId });
    await saveLoan(loan, { status: "DISBURSING" }, now);
    await recordAudit({ actor, action: "loan.payout", subjectId: loanId, now });
    return id;
  });
}

const beingChecked = "Nobody has said yet whose account it is.";

export const noRail = "Its lender has no account with a provider to pay from.";

type Payout = {
  loan: LoanRecord;
  purpose: (typeof payoutPurposes)[number];
  payoutAccountId: string;
  amount: Kobo;
  now: BusinessTime;
};

/** Nothing is sent until an operator releases it. `because`: where it is not for the name on the account. */
export async function holdPayout({
  actor,
  payout,
  because,
}: {
  actor: Actor;
  payout: Payout;
  because?: string;
}): Promise<string> {
  const { loan, now } = payout;
  const waits = because === undefined ? {} : ({ waitsFor: "PERSON", waitsBecause: because } as const);
  const id = await addPayout({ ...payout, ...waits, status: "HELD", railId: null });
  await saveLoan(loan, { status: "PAYOUT_HELD", payoutHeldUntil: later(now, heldPayoutDays * day) }, now);
  await recordAudit({ actor, action: "loan.payout-hold", detail: { because }, subjectId: loan.id, now });
  return id;
}

/** Adds a transfer to a merchant, for a task to send unless it is held. */
export async function addPayout(
  payout: Payout &
    Pick<typeof payouts.$inferInsert, "waitsFor" | "waitsBecause"> & {
      status: "PENDING" | "HELD";
      railId: string | null;
    },
): Promise<string> {
  const { loan, now, ...columns } = payout;
  const tenant = tenantOf(loan);
  const id = newId("payout");
  const dueAt = payout.status === "PENDING" ? now : null;
  const order = { id, ...ownedBy(tenant), loanId: loan.id, reference: newReference(), createdAt: now, dueAt };
  await db()
    .insert(payouts)
    .values({ ...order, ...columns });
  if (dueAt) wakeWorkers(payouts, id, tenant);
  return id;
}
