import { and, eq, inArray, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { wasPaidLate } from "@/lib/lending/transfers/payouts/unclear-payout";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { CloseOrder } from "./schema";

/**
 * What was taken for refused and went out all the same is decided by two: PAID makes it what pays the loan, instead of the
 * order that was to follow it; NOT_PAID says that the money came back. With the loan's row locked.
 * @returns whether it is under way again, and can be closed as any other
 */
export async function reopenLate(
  call: Call<{ loan: LoanRecord; input: CloseOrder }>,
): Promise<"NONE" | "REOPENED" | "SETTLED"> {
  const { actor, loan, input, now } = call;
  const { tenant } = actor;
  const its = inTenant(payouts, tenant, eq(payouts.loanId, loan.id), wasPaidLate);
  const [late] = await db()
    .select()
    .from(payouts)
    .where(and(its, eq(payouts.reference, input.order)));
  if (!late) return "NONE";
  const it = inTenant(payouts, tenant, eq(payouts.id, late.id));
  if (input.outcome === "NOT_PAID") {
    await db().update(payouts).set({ waitsFor: null, waitsBecause: null, dueAt: null }).where(it);
    return "SETTLED";
  }
  await endNext(call, late);
  const anew = { status: "PENDING", failureCause: null, failureReason: null, finishedAt: null } as const;
  await db()
    .update(payouts)
    .set({ ...anew, providerReference: null, silentAt: null, leasedUntil: null })
    .where(it);
  if (loan.status === "PAYOUT_HELD" || loan.status === "ACCEPTED") {
    // A merchant that was asked for another account may have named none yet.
    const payoutAccountId = loan.payoutAccountId ?? late.payoutAccountId;
    await saveLoan(loan, { status: "DISBURSING", payoutAccountId, payoutHeldUntil: null }, now);
  }
  return "REOPENED";
}

/** What was ordered instead is not sent any more; whoever has sent it has to find out about that one first. */
async function endNext(
  { actor, loan, now }: Call<{ loan: LoanRecord }>,
  late: typeof payouts.$inferSelect,
): Promise<void> {
  const standing = [eq(payouts.loanId, loan.id), eq(payouts.purpose, late.purpose), ne(payouts.id, late.id)];
  const open = inTenant(payouts, actor.tenant, ...standing, inArray(payouts.status, ["HELD", "PENDING"]));
  for (const { id, reference, status, askedAt, purpose } of await db().select().from(payouts).where(open)) {
    if (status === "PENDING" && askedAt) {
      const detail = `${reference} was sent instead: close that order first, or recall the batch that it is in.`;
      throw new CodedError("LOAN_STATE_CONFLICT", detail);
    }
    const over = { status: "CANCELLED", finishedAt: now, dueAt: null, waitsFor: null, waitsBecause: null } as const;
    await db().update(payouts).set(over).where(eq(payouts.id, id));
    await recordAudit({ actor, action: "payout.finish", detail: { purpose, status: over.status }, subjectId: id, now });
  }
}
