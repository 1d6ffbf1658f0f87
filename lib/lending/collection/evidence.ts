import { fromKobo, greatest, type Kobo, least, minus, sumOf, zero } from "@/lib/kernel/money";
import type { SaleChange } from "@/lib/lending/reconciliation/breaks/sale-change";
import type { CollectedDay, CollectedSale } from "./day-figures";
import type { Deduction } from "./sales";
import type { Finding } from "./spread";

/** Maximum number of sales, and of deductions, in the evidence, which is meant for people. */
const shownAtMost = 20;

/** Maximum number of changed sales in the evidence: so many are decided at once, the others after them. */
const decidedAtMost = 100;

/** And how much to reverse of which; of sales told of again, as what they count and as what they were told of last. */
export function evidenceOf(finding: Finding, day: CollectedDay, payoutPeriodDays: number): Record<string, unknown> {
  const { expected, actual } = finding;
  if (finding.kind === "SALE_CHANGED") {
    const changes = changesOf(day);
    return {
      day: finding.day,
      agreed: fromKobo(expected),
      agreedAsToldLast: fromKobo(actual),
      changesCount: changes.length,
      changes: changes.slice(0, decidedAtMost),
    };
  }
  const { sales, deductions } = concerned(finding, day);
  const excess = greatest(zero, minus(actual, expected));
  return {
    day: finding.day,
    payoutPeriodDays,
    agreed: fromKobo(expected),
    taken: fromKobo(actual),
    salesCount: sales.length,
    sales: sales.slice(0, shownAtMost).map(({ orderId, amount, at, agreed, taken }) => ({
      orderId,
      amount: fromKobo(amount),
      occurredAt: at.toISOString(),
      agreed: fromKobo(agreed),
      taken: fromKobo(taken),
    })),
    deductionsCount: deductions.length,
    deductions: deductions.slice(0, shownAtMost).map(({ reference, net, at }) => ({
      reference,
      amount: fromKobo(net),
      deductedAt: at.toISOString(),
    })),
    ...(finding.kind === "SHORT_DEDUCTION" ? otherwiseTaken(actual, deductions) : {}),
    ...(excess > 0 ? { reversals: reversalsOf(finding, sales, deductions, excess) } : {}),
  };
}

/** What of a day's amount was taken otherwise than from its orders: without an order, or of those of other days. */
function otherwiseTaken(taken: Kobo, deductions: readonly Deduction[]): { takenOtherwise?: number } {
  const otherwise = minus(taken, sumOf(deductions.map(({ net }) => net)));
  return otherwise > 0 ? { takenOtherwise: fromKobo(otherwise) } : {};
}

function changesOf({ sales }: CollectedDay): SaleChange[] {
  return sales.flatMap(({ key: sale, orderId, amount, at, agreed, claim, claimed }) => {
    if (!claim || claimed === agreed) return [];
    const { telling, ...told } = claim;
    return [
      {
        orderId,
        amount: fromKobo(amount),
        occurredAt: at.toISOString(),
        toldAmount: fromKobo(told.amount),
        toldOccurredAt: told.at.toISOString(),
        agreed: fromKobo(agreed),
        agreedAsToldLast: fromKobo(claimed),
        sale,
        telling,
      },
    ];
  });
}

function concerned({ kind }: Finding, { sales, unsourced }: CollectedDay) {
  switch (kind) {
    case "SHORT_DEDUCTION": {
      // What was deducted is said of the whole day.
      return {
        sales: sales.filter(({ agreed, taken }) => taken < agreed),
        deductions: sales.flatMap(({ own }) => own),
      };
    }
    case "PAUSED_DEDUCTION": {
      const paused = sales.filter((sale) => sale.paused.length > 0);
      return { sales: paused, deductions: [...paused.flatMap((sale) => sale.paused), ...unsourced.paused] };
    }
    case "OVER_DEDUCTION": {
      const over = sales.filter(({ agreed, taken, special }) => special === null && taken > agreed);
      return { sales: over, deductions: [...over.flatMap(({ own }) => own), ...unsourced.usual] };
    }
    default: {
      const special = sales.filter((sale) => sale.special === kind);
      const without = kind === "EXCEEDS_SALE" ? unsourced.usual : [];
      return { sales: special, deductions: [...special.flatMap(({ own }) => own), ...without] };
    }
  }
}

/** Reversals that end it: of each sale what is too much, then of deductions without a sale; the last ones first. */
function reversalsOf(
  { kind }: Finding,
  sales: readonly CollectedSale[],
  deductions: readonly Deduction[],
  excess: Kobo,
): { reference: string; amount: number }[] {
  let left = excess;
  const found: { reference: string; amount: number }[] = [];
  const take = (list: readonly Deduction[], most: Kobo) => {
    let room = most;
    for (const { reference, net } of [...list].reverse()) {
      const amount = least(least(net, room), left);
      room = minus(room, amount);
      left = minus(left, amount);
      if (amount > 0) found.push({ reference, amount: fromKobo(amount) });
    }
  };
  for (const sale of sales) {
    if (kind === "PAUSED_DEDUCTION") take(sale.paused, sumOf(sale.paused.map(({ net }) => net)));
    else take(sale.own, minus(sale.taken, sale.agreed));
  }
  const named = new Set(sales.flatMap(({ own }) => own.map(({ reference }) => reference)));
  take(
    deductions.filter(({ reference }) => !named.has(reference)),
    left,
  );
  return found.slice(0, shownAtMost);
}
