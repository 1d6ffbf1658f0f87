import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { loans, loanWatches } from "@/db/schema/loans";
import { tenantOf } from "@/lib/actor";
import { day, earliest, later, latest } from "@/lib/calendar";
import { quote } from "@/lib/deductions/quote";
import { toQuoted } from "@/lib/deductions/quote-deductions";
import { outstanding } from "@/lib/ledger/balances";
import { type LoanRecord, loadLoans, pausesOf } from "@/lib/loans/load-loans";
import { isCollected } from "@/lib/loans/states";
import { currency, fromKobo, type Kobo, least, sumOf, totalOf, zero } from "@/lib/money";
import { everyMerchantOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { closeBreaks } from "./close-breaks";
import { raiseBreak } from "./raise-breaks";
import { type Sale, uncoveredSales, windowOf } from "./shortfall";
import { coversSince, firstSaleAfter, payoutFrequencyOf, salesBetween, toldOf } from "./watch-facts";

/** Sales come all day; they are looked at together, and what is still open is looked at as often. */
const lookEvery = day;

/** Evidence is read by people: so many sales say it. */
const shownAtMost = 20;

/**
 * Holds the sales of a loan's merchant whose payout period is over against the deductions that should have followed: those
 * that none followed are one break, which grows with them, shrinks when deductions are reported late, and ends when none is
 * left (docs/decisions/014).
 * @returns when to look again; null when only another sale can change anything.
 */
export async function watchSales(loanId: string, now: BusinessTime): Promise<BusinessTime | null> {
  return transaction(async () => {
    const [watch] = await db().select().from(loanWatches).where(eq(loanWatches.id, loanId)).for("no key update");
    if (!watch) return null;
    const reach = everyMerchantOf(tenantOf(watch));
    const [loan] = await loadLoans(reach, eq(loans.id, loanId));
    if (!loan?.disbursedAt) return keepWatch(loanId, watch.watchedUntil, null);
    const ended = { reach, type: "SHORTFALL", subject: subjectOf(loanId), resolution: "COVERED", now } as const;
    if (!isCollected(loan.status)) {
      // Repaid, nothing is short any more. Written off, what was short is a loss that somebody should know of.
      if (loan.status === "REPAID") await closeBreaks(ended);
      return keepWatch(loanId, now, null);
    }

    const watched = { reach, loanId, merchantId: loan.merchantId };
    const { payoutPeriodDays, window } = windowOf(await payoutFrequencyOf(watched));
    const { openFrom, decided } = await toldOf(watched);
    const overUntil = later(now, -window);
    const unheld = openFrom ? earliest(watch.watchedUntil, later(openFrom, -1)) : watch.watchedUntil;
    const after = latest(loan.disbursedAt, unheld);
    const missing = uncoveredSales({
      sales: await salesBetween(watched, after, overUntil),
      covers: await coversSince(watched, after),
      pauses: await pausesOf(loan),
      decided,
      window,
    });
    const first = missing.at(0);
    const last = missing.at(-1);
    if (first && last) {
      const expected = expectedOf(loan, missing);
      await raiseBreak({
        tenant: reach.tenant,
        merchantId: loan.merchantId,
        type: "SHORTFALL",
        subject: ended.subject,
        loanId,
        expected,
        actual: zero,
        evidence: {
          about: "sales",
          sales: missing.slice(0, shownAtMost).map(toEvidence),
          salesCount: missing.length,
          salesTotal: fromKobo(totalOf(missing)),
          expectedDeduction: fromKobo(expected),
          payoutPeriodDays,
          from: first.occurredAt.toISOString(),
          until: last.occurredAt.toISOString(),
        },
        now,
      });
    } else if (openFrom) {
      await closeBreaks(ended);
    }
    const watchedUntil = latest(overUntil, loan.disbursedAt);
    const coming = await firstSaleAfter(watched, watchedUntil);
    const nextDueAt = later(now, lookEvery);
    if (first) return keepWatch(loanId, watchedUntil, nextDueAt);
    return keepWatch(loanId, watchedUntil, coming && latest(later(coming, window), nextDueAt));
  });
}

async function keepWatch(
  loanId: string,
  watchedUntil: BusinessTime,
  dueAt: BusinessTime | null,
): Promise<BusinessTime | null> {
  await db().update(loanWatches).set({ watchedUntil, dueAt, leasedUntil: null }).where(eq(loanWatches.id, loanId));
  return dueAt;
}

function subjectOf(loanId: string): string {
  return `sales:${loanId}`;
}

/** What should have been deducted on the terms in force: of each sale what a quote allows, of all no more than is owed. */
function expectedOf(loan: LoanRecord, sales: readonly Sale[]): Kobo {
  // A sale during a pause is no missing one: the terms are those without.
  const quoted = { ...toQuoted(loan), paused: false };
  const each = sales.map(({ amount }) => quote(quoted, { sale: amount, proposed: zero, currency }).allowed);
  return least(outstanding(quoted.book).total, sumOf(each));
}

function toEvidence({ orderId, amount, occurredAt }: Sale) {
  return { orderId, amount: fromKobo(amount), occurredAt: occurredAt.toISOString() };
}
