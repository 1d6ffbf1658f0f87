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
import { coversSince, earlierFindings, firstSaleAfter, payoutFrequencyOf, salesBetween } from "./watch-facts";

/** Sales arrive all day; an open break is checked at the same interval. */
const checkEvery = day;

/** Maximum number of sales in the evidence, which is meant for people. */
const shownAtMost = 20;

/**
 * Compares the merchant's sales whose payout period is over with the deductions that should have followed. Sales
 * without one form a single break, which grows with them, shrinks when deductions are reported late, and closes when
 * none is left (docs/decisions/014).
 * @returns when to check again; null when only another sale can change anything.
 */
export async function watchSales(loanId: string, now: BusinessTime): Promise<BusinessTime | null> {
  return transaction(async () => {
    const [watch] = await db().select().from(loanWatches).where(eq(loanWatches.id, loanId)).for("no key update");
    if (!watch) return null;
    const reach = everyMerchantOf(tenantOf(watch));
    const [loan] = await loadLoans(reach, eq(loans.id, loanId));
    if (!loan?.disbursedAt) return keepWatch(loanId, watch.watchedUntil, null);
    const ended = { reach, type: "SHORTFALL", subject: `sales:${loanId}`, resolution: "COVERED", now } as const;
    if (!isCollected(loan.status)) {
      // A repaid loan is no longer short. For a written-off one, the shortfall is a loss that people should see.
      if (loan.status === "REPAID") await closeBreaks(ended);
      return keepWatch(loanId, now, null);
    }

    const watched = { reach, loanId, merchantId: loan.merchantId };
    const { payoutPeriodDays, window } = windowOf(await payoutFrequencyOf(watched));
    const { openFrom, decided } = await earlierFindings(watched);
    const overUntil = later(now, -window);
    const checkedUntil = openFrom ? earliest(watch.watchedUntil, later(openFrom, -1)) : watch.watchedUntil;
    const after = latest(loan.disbursedAt, checkedUntil);
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
    const nextDueAt = later(now, checkEvery);
    if (first) return keepWatch(loanId, watchedUntil, nextDueAt);
    return keepWatch(loanId, watchedUntil, coming && latest(later(coming, window), nextDueAt));
  });
}

async function keepWatch(loanId: string, watchedUntil: BusinessTime, dueAt: BusinessTime | null) {
  await db().update(loanWatches).set({ watchedUntil, dueAt, leasedUntil: null }).where(eq(loanWatches.id, loanId));
  return dueAt;
}

/** The deductions expected under the current terms: per sale what a quote allows, in total no more than is owed. */
function expectedOf(loan: LoanRecord, sales: readonly Sale[]): Kobo {
  // Sales during a pause were left out, so the loan is quoted as not paused.
  const quoted = { ...toQuoted(loan), paused: false };
  const each = sales.map(
    ({ amount }) => quote(quoted, { sale: amount, taken: zero, proposed: zero, currency }).allowed,
  );
  return least(outstanding(quoted.book).total, sumOf(each));
}

function toEvidence({ orderId, amount, occurredAt }: Sale) {
  return { orderId, amount: fromKobo(amount), occurredAt: occurredAt.toISOString() };
}
