import { and, asc, eq, or, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { loans } from "@/db/schema/loans";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import { findRemitters, readBalance } from "@/lib/lending/remittances/queries";
import { hasMoneyToMove } from "@/lib/loans/loans/money-to-move";
import { lockLender } from "@/lib/parties/lenders/lock-lender";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";

/**
 * A lender that lends no more. It and its loans stay, to be looked up; one that is archived already stays as it is. It never
 * comes back, and its rail cannot be changed: so no money of it may be left to move.
 */
export async function archiveLender(call: OperatorCall<{ lenderId: string }>): Promise<void> {
  const { operator, lenderId, realNow } = call;
  await transaction(async () => {
    const { name, archivedAt } = await lockLender(lenderId);
    if (archivedAt) return;
    const hanging = (await loanWithMoney(lenderId)) ?? (await unremitted(lenderId, realNow));
    if (hanging) {
      const until = "It can be archived once that has ended; pausing it stops new offers at once.";
      throw new CodedError("STILL_IN_USE", `${hanging} ${until}`);
    }
    await db().update(lenders).set({ archivedAt: realNow }).where(eq(lenders.id, lenderId));
    await recordServiceAudit({ operator, action: "lender.archive", detail: { name }, subjectId: lenderId, realNow });
  });
}
archiveLender.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "STILL_IN_USE"] as const;

/** Also one that was written off and goes on being deducted for. */
async function loanWithMoney(lenderId: string): Promise<string | null> {
  const { reference, status, recoversFromSales, received, principal, interest } = loans;
  const recovering = and(
    ...[eq(status, "WRITTEN_OFF"), eq(recoversFromSales, true), sql`${received} < ${principal} + ${interest}`],
  );
  const [loan] = await db()
    .select({ reference, hanging: sql<number>`(count(*) over ())::int` })
    .from(loans)
    .where(and(eq(loans.lenderId, lenderId), or(hasMoneyToMove(), recovering)))
    .orderBy(asc(loans.id))
    .limit(1);
  if (!loan) return null;
  const others = loan.hanging > 1 ? ` and ${loan.hanging - 1} more` : "";
  return `Money hangs on loan ${loan.reference}${others}: open, owed, owing, being recovered or on its way.`;
}

async function unremitted(lenderId: string, realNow: RealTime): Promise<string | null> {
  for (const remitter of await findRemitters({ lenderIds: [lenderId] })) {
    const { unremitted } = await readBalance(remitter, businessTime(realNow, 0));
    if (unremitted > 0) return `${nairaText(fromKobo(unremitted))} under ${remitter.reference} has not been remitted.`;
  }
  return null;
}
