import { db } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { loanChanges } from "@/db/schema/loan-changes";
import { ownedBy } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { newId } from "@/lib/kernel/ids";
import { type Consent, toUpdatedPayload } from "@/lib/loans/loans/lifecycle-payloads";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { collectionIn } from "@/lib/loans/loans/read-collection";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import type { Installment } from "@/lib/terms/loans/schedule";
import type { LoanTerms, ReplacedSchedule } from "@/lib/terms/loans/schema";
import type { LoanChangeKind, OwingState } from "@/lib/terms/loans/states";

const actions = { PAUSE: "loan.pause", RESUME: "loan.resume", TERMS: "loan.terms", PLAN: "loan.plan" } as const;

export function changeableTerms(loan: LoanRecord): LoanTerms {
  const { deductionBasisPoints, minimumDeduction, dueDate, pausedAt } = loan;
  return { deductionBasisPoints, minimumDeduction, dueDate, paused: pausedAt !== null };
}

/** In the transaction that makes it and before the loan is saved: saving reads the pauses from this history. */
export async function recordChange(
  change: Call<{
    kind: LoanChangeKind;
    loan: LoanRecord & { status: OwingState };
    current: LoanTerms;
    installments: readonly Installment[];
    reason: string;
    consent?: Consent;
    replaced?: ReplacedSchedule;
  }>,
): Promise<void> {
  const { actor, kind, loan, current, installments, reason, consent = null, replaced = null, now } = change;
  const { tenant } = actor;
  const previous = changeableTerms(loan);
  await db()
    .insert(loanChanges)
    .values({
      id: newId("loanChange"),
      ...ownedBy(tenant),
      loanId: loan.id,
      kind,
      previous,
      current,
      replaced,
      reason,
      effectiveFrom: now,
    });
  const collection = await collectionIn(loan, now);
  await recordEvent({
    tenant,
    merchantId: loan.merchantId,
    type: "loan.repayment_updated",
    payload: toUpdatedPayload(loan, {
      previous,
      current,
      installments,
      effectiveFrom: now,
      reason,
      consent,
      collection,
    }),
    now,
  });
  await recordAudit({ actor, action: actions[kind], subjectId: loan.id, now });
  await markDay({ tenant, merchantId: loan.merchantId, loanId: loan.id, at: now, now });
}
