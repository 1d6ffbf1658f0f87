import { eq, ne } from "drizzle-orm";
import { db, wakeWorkers } from "@/db/client";
import { mandates } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { MandateCancelCause } from "@/lib/terms/loans/states";

/** With the loan's row locked. `mandateId`: the one to end, since the merchant may have given another meanwhile. */
export async function cancelMandate(
  call: Call<{ loan: { id: string }; cause: MandateCancelCause; mandateId?: string }>,
): Promise<void> {
  const { actor, cause, mandateId, now } = call;
  const { id: loanId } = call.loan;
  const { tenant } = actor;
  const ofLoan = eq(mandates.loanId, loanId);
  const [mandate] = await db()
    .select({ id: mandates.id, given: mandates.providerReference, begun: mandates.begunReference })
    .from(mandates)
    .where(inTenant(mandates, tenant, ofLoan, ne(mandates.status, "CANCELLED")));
  if (!mandate || (mandateId && mandate.id !== mandateId)) return;
  // One that was begun at a provider may be agreed to there all the same.
  const tell = (mandate.given ?? mandate.begun) !== null && cause !== "HOLDER";
  await db()
    .update(mandates)
    .set({ status: "CANCELLED", cancelledAt: now, dueAt: tell ? now : null, leasedUntil: null })
    .where(eq(mandates.id, mandate.id));
  if (tell) wakeWorkers(mandates, mandate.id, tenant);
  if (mandate.given)
    await recordAudit({ actor, action: "loan.mandate-cancel", detail: { cause }, subjectId: loanId, now });
}
