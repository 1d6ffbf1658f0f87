import { eq, ne } from "drizzle-orm";
import { db, transaction, wakeWorkers } from "@/db/client";
import { loans, mandates } from "@/db/schema/loans";
import { inReach, inTenant } from "@/db/tenancy";
import { day, later } from "@/lib/kernel/calendar";
import { reachOf } from "@/lib/kernel/reach";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { refuseMarketplace, requireState } from "@/lib/loans/loans/transitions";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { MandateOutcome, MandateProvider } from "@/lib/platform/providers/mandate";
import type { MandateStatus } from "@/lib/terms/loans/states";
import { mandateCheckDays } from "@/lib/terms/mandates";
import type { PreparedMandate } from "./prepare-mandate";

export type AskedMandate = { mandateId: string; outcome: MandateOutcome };

/** Asked again, it gives the same one. Not inside a transaction. */
export async function askForMandate(wanted: PreparedMandate, provider: MandateProvider): Promise<AskedMandate> {
  return { mandateId: wanted.mandateId, outcome: await provider.create(wanted.order) };
}

/** PENDING also if that mandate has ended meanwhile: another account, or the first one again, needs its own. */
export async function activateMandate(call: LoanCall & { asked: AskedMandate }): Promise<MandateStatus> {
  const { actor, loanId, now } = call;
  const { mandateId, outcome } = call.asked;
  const { tenant } = actor;
  const reach = reachOf(actor);
  refuseMarketplace(actor);
  return transaction(async () => {
    const loan = await lockLoan(reach, loanId);
    requireState(loan, "activate the mandate");
    if (outcome.status === "PENDING") return "PENDING";
    const [activated] = await db()
      .update(mandates)
      .set({
        status: "ACTIVE",
        providerReference: outcome.reference,
        activatedAt: now,
        declinedAt: null,
        dueAt: later(now, mandateCheckDays * day),
      })
      .where(
        inTenant(
          mandates,
          tenant,
          eq(mandates.id, mandateId),
          eq(mandates.loanId, loanId),
          eq(mandates.payoutAccountId, loan.payoutAccountId ?? ""),
          ne(mandates.status, "CANCELLED"),
        ),
      )
      .returning({ id: mandates.id });
    if (!activated) return "PENDING";
    const it = inReach(loans, reach, eq(loans.id, loanId));
    await db().update(loans).set({ dueAt: now }).where(it);
    wakeWorkers(loans, loanId, tenant);
    await recordAudit({ actor, action: "loan.mandate", subjectId: loanId, now });
    return "ACTIVE";
  });
}
