import { and, eq, inArray, max } from "drizzle-orm";
import { db } from "@/db/client";
import { loanReminders } from "@/db/schema/loan-watches";
import { type loans, mandates } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { day, later, latest } from "@/lib/kernel/calendar";
import type { Kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { apartFrom } from "@/lib/lending/transfers/payments/debit-rules";
import type { NextStep } from "@/lib/terms/console/arrears";
import { isCollected } from "@/lib/terms/loans/states";
import { debitAfterDays } from "@/lib/terms/payments/constants";

export type Step = { step: NextStep; at: BusinessTime | null; amount: Kobo | null };

type Late = { loan: typeof loans.$inferSelect; now: BusinessTime };

/**
 * What time alone does next to each loan, and when: whichever comes first of an announced debit, the day from which one may be
 * announced, the next mail, and default. By the same moments that the rows of the work itself are due at. None: a person decides.
 */
export async function nextSteps(late: readonly Late[]): Promise<Map<string, Step>> {
  const ids = late.map(({ loan }) => loan.id);
  const [announced, reminders, active, debited] = await Promise.all([
    db()
      .select({ loanId: payments.loanId, at: payments.dueAt, amount: payments.amount })
      .from(payments)
      .where(and(inArray(payments.loanId, ids), eq(payments.status, "ANNOUNCED"))),
    db()
      .select({ id: loanReminders.id, at: loanReminders.dueAt })
      .from(loanReminders)
      .where(inArray(loanReminders.id, ids)),
    db()
      .select({ loanId: mandates.loanId, at: mandates.dueAt })
      .from(mandates)
      .where(and(inArray(mandates.loanId, ids), eq(mandates.status, "ACTIVE"))),
    db()
      .select({ loanId: payments.loanId, at: max(payments.askedAt) })
      .from(payments)
      .where(and(inArray(payments.loanId, ids), eq(payments.source, "MANDATE")))
      .groupBy(payments.loanId),
  ]);
  return new Map(
    late.flatMap(({ loan, now }) => {
      const { id, pausedAt, status, dueAt } = loan;
      if (pausedAt) return [[id, { step: "NOTHING_PAUSED", at: null, amount: null }] as const];
      const debit = announced.find(({ loanId }) => loanId === id);
      const mandate = active.find(({ loanId }) => loanId === id);
      const debitFrom = mandate && debitable(loan, debited.find(({ loanId }) => loanId === id)?.at ?? null, now);
      const steps: Step[] = [
        ...(debit ? [{ step: "DEBIT" as const, at: debit.at, amount: debit.amount }] : []),
        ...(debitFrom && !debit
          ? [{ step: "DEBIT_ANNOUNCED" as const, at: latest(debitFrom, mandate.at ?? now), amount: null }]
          : []),
        ...reminders.flatMap(({ id: of, at }) =>
          of === id && at ? [{ step: "REMINDER" as const, at, amount: null }] : [],
        ),
        ...(status === "ACTIVE" && dueAt ? [{ step: "DEFAULT" as const, at: dueAt, amount: null }] : []),
      ];
      const [first] = steps.toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0));
      return first ? [[id, first] as const] : [];
    }),
  );
}

/** From when a debit may be announced to one with a mandate, as time alone leads there; null where none may. */
function debitable(
  { status, agingSince, returnedAt }: Late["loan"],
  lastDebit: BusinessTime | null,
  now: BusinessTime,
) {
  if (returnedAt) return null;
  if (status === "WRITTEN_OFF") return apartFrom(lastDebit, now);
  if (!agingSince || !isCollected(status)) return null;
  return apartFrom(lastDebit, later(agingSince, (debitAfterDays + 1) * day));
}
