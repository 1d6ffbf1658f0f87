import { and, count, eq, inArray } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { loans } from "@/db/schema/loans";
import type { Operator } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { openLoanStates } from "@/lib/terms/loans/states";
import { lockLender } from "./lock-lender";

/** A lender that lends no more. It and its loans stay, to be looked up; one that is archived already stays as it is. */
export async function archiveLender(call: { operator: Operator; lenderId: string; realNow: RealTime }): Promise<void> {
  const { operator, lenderId, realNow } = call;
  await transaction(async () => {
    const { name, archivedAt } = await lockLender(lenderId);
    if (archivedAt) return;
    const open = and(eq(loans.lenderId, lenderId), inArray(loans.status, openLoanStates));
    const [row] = await db().select({ open: count() }).from(loans).where(open);
    if (row && row.open > 0) {
      const what =
        row.open === 1 ? "1 loan or offer of this lender is open" : `${row.open} of its loans and offers are open`;
      throw new CodedError(
        "STILL_IN_USE",
        `${what}. It can be archived once they have ended; pausing it stops new offers at once.`,
      );
    }
    await db().update(lenders).set({ archivedAt: realNow }).where(eq(lenders.id, lenderId));
    await recordServiceAudit({ operator, action: "lender.archive", detail: { name }, subjectId: lenderId, realNow });
  });
}
archiveLender.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "STILL_IN_USE"] as const;
