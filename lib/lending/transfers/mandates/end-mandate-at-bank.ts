import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import { mandates } from "@/db/schema/loans";
import { operatorIn, tenantOf } from "@/lib/kernel/actor";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/platform/audit/record-audit";

/** Somebody has ended it at the bank, as it had ended here: it is on the list no more. Said again it changes nothing. */
export async function endMandateAtBank(call: OperatorCall<{ mandateId: string }>): Promise<void> {
  const { operator, mandateId, realNow } = call;
  await transaction(async () => {
    const [found] = await db()
      .select({ mandate: mandates, kind: rails.kind })
      .from(mandates)
      .leftJoin(rails, eq(rails.id, mandates.railId))
      .where(eq(mandates.id, mandateId))
      .for("update", { of: mandates });
    if (!found) throw notFound("mandate");
    const { mandate, kind } = found;
    if (kind !== "BY_HAND" || mandate.status !== "CANCELLED" || mandate.providerReference === null) {
      throw new CodedError("LOAN_STATE_CONFLICT", "It is no mandate on paper that has ended here.");
    }
    if (mandate.bankEndedAt) return;
    await db().update(mandates).set({ bankEndedAt: realNow }).where(eq(mandates.id, mandateId));
    const actor = operatorIn(tenantOf(mandate), operator);
    await recordAudit({ actor, action: "loan.mandate-end-at-bank", subjectId: mandate.loanId, now: realNow });
  });
}
endMandateAtBank.errors = ["NOT_FOUND", "LOAN_STATE_CONFLICT"] as const;
