import { and, asc, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { loanChanges } from "@/db/schema/loan-changes";
import { payments } from "@/db/schema/payments";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { applyTerms } from "@/lib/lending/servicing/apply-terms";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { coolingOffOf } from "@/lib/lending/transfers/payments/cooling-off";
import { outstanding } from "@/lib/loans/ledger/balances";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { changeableTerms } from "@/lib/loans/loans/changes/record-loan-change";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { bookOf, type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { isCollected, type OwingState } from "@/lib/terms/loans/states";
import { reloadLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { payLoan } from "@/test/factories/payment";
import type { OracleLoan } from "./oracle";

/** What becomes of a loan beside sales and deductions; nothing where its state does not allow it. */
export type LoanChange = { at: BusinessTime } & (
  | { kind: "PAUSE" | "RESUME" | "COOL_OFF" | "WRITE_OFF" }
  | { kind: "TERMS"; basisPoints: number }
  /** A part of what is outstanding: a half, a quarter, the whole. */
  | { kind: "PAY"; part: number }
);

export async function changeLoan(tenant: Tenant, loanId: string, change: LoanChange): Promise<void> {
  const loan = await reloadLoan(tenant, loanId);
  if (!isCollected(loan.status)) return;
  const now = change.at;
  const call = { actor: sandboxActor(tenant), loanId, input: { reason: "Agreed" }, now };
  switch (change.kind) {
    case "PAUSE":
      return pauseLoan(call);
    case "RESUME":
      return resumeLoan(call);
    case "TERMS":
      return setTerms(tenant, loanId, change.basisPoints, now);
    case "PAY":
      return pay(loan, Math.floor(outstanding(bookOf(loan)).total / change.part), now);
    case "COOL_OFF": {
      const ending = coolingOffOf(loan, now);
      return ending ? pay(loan, ending.amount, now, true) : undefined;
    }
    case "WRITE_OFF":
      await defaultLoan({ ...call, input: { reason: "DECIDED" } });
      return writeOffLoan(call);
  }
}

async function setTerms(tenant: Tenant, loanId: string, basisPoints: number, now: BusinessTime): Promise<void> {
  await transaction(async () => {
    const loan = await lockLoan(everyMerchantOf(tenant), loanId);
    const current = { ...changeableTerms(loan), deductionBasisPoints: basisPoints, minimumDeduction: kobo(20_000) };
    const owing = { ...loan, status: loan.status as OwingState };
    await applyTerms({ actor: sandboxActor(tenant), loan: owing, current, reason: "Agreed", now });
  });
}

/** As a payment is recorded once the bank has confirmed it. */
async function pay(loan: LoanRecord, amount: number, now: BusinessTime, coolingOff = false): Promise<void> {
  const { id: loanId, merchantId } = loan;
  const tenant = tenantOf(loan);
  await transaction(async () => {
    await payLoan(tenant, loanId, { amount, coolingOff, now });
    await markDay({ tenant, merchantId, loanId, at: now, now });
  });
}

/** A loan for the oracle, as far as it was lent, changed and paid back otherwise than by deductions. */
export async function oracleLoanOf(tenant: Tenant, loanId: string): Promise<OracleLoan> {
  const { disbursedAt, completedAt, writtenOffAt, status, ...loan } = await reloadLoan(tenant, loanId);
  const changes = await db()
    .select()
    .from(loanChanges)
    .where(eq(loanChanges.loanId, loanId))
    .orderBy(asc(loanChanges.effectiveFrom), asc(loanChanges.id));
  const moments = (kind: string) =>
    changes.filter((change) => change.kind === kind).map(({ effectiveFrom }) => effectiveFrom.getTime());
  const resumed = moments("RESUME");
  const paid = await db()
    .select()
    .from(payments)
    .where(and(eq(payments.loanId, loanId), eq(payments.status, "CONFIRMED")));
  return {
    due: loan.principal + (loan.cooledOffAt ? 0 : loan.interest),
    disbursedAt: disbursedAt?.getTime() ?? Number.POSITIVE_INFINITY,
    terms: [
      { basisPoints: 1_000, minimum: 10_000, from: 0 },
      ...changes
        .filter(({ kind }) => kind === "TERMS")
        .map(({ current: { deductionBasisPoints: basisPoints, minimumDeduction: minimum }, effectiveFrom }) => {
          return { basisPoints, minimum, from: effectiveFrom.getTime() };
        }),
    ],
    // A write-off ends a pause.
    pauses: moments("PAUSE").map((from, i) => ({
      from,
      until: resumed[i] ?? writtenOffAt?.getTime() ?? Number.POSITIVE_INFINITY,
    })),
    payments: paid.map(({ amount, finishedAt }) => ({ amount, at: finishedAt?.getTime() ?? 0 })),
    completedAt: completedAt?.getTime() ?? Number.POSITIVE_INFINITY,
    writtenOffAt: writtenOffAt?.getTime() ?? Number.POSITIVE_INFINITY,
    repaid: status === "REPAID",
  };
}
