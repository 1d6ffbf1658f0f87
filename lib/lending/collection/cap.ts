import { day as dayLength } from "@/lib/kernel/calendar";
import { greatest, type Kobo, minus, plus, sumOf, totalOf, zero } from "@/lib/kernel/money";
import type { Cap, DayFigures } from "@/lib/terms/collection/day-schema";
import { type CollectedSale, figuresOf } from "./day-figures";

/** What lessens what is left, at its moment; less than nothing where a payment was taken back. */
export type Change = { amount: Kobo; at: Date };

type Day = { day: string; own: Pick<DayFigures, "used"> };

/** A day, or what of it lies before or after something was taken back. In milliseconds. */
type Stretch = { day: string; from: number; until: number; used: Kobo };
type CapStretch = Stretch & { left: Kobo; asked: Kobo };
type CapSale = Pick<CollectedSale, "orderId" | "at" | "share" | "taken" | "special">;

/** docs/collection.md#what-is-agreed; sale by sale only where the balance ends or something was taken back. */
export async function capOfLoan(
  due: Kobo,
  changes: readonly Change[],
  days: readonly Day[],
  salesOf: (day: string) => Promise<readonly CollectedSale[]>,
): Promise<Cap | null> {
  const lifts = changes.flatMap(({ amount, at }) => (amount < 0 ? [at.getTime()] : [])).sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  for (const one of days) stretches.push(...(await stretchesOf(one, lifts, salesOf)));

  const capFrom = async (from: number, askedBefore: Kobo): Promise<Cap | null> => {
    const rest = stretches.filter((stretch) => stretch.from >= from);
    const last = stretchOfCap(minus(due, askedBefore), changes, rest);
    if (!last) return null;
    const sales = within(await salesOf(last.day), last);
    const cap = capWithin(last, sales, changes);
    const lift = lifts.find((at) => at >= last.until);
    if (lift === undefined) return cap;
    const asked = plus(plus(askedBefore, last.asked), askedUpTo(cap, last, sales));
    return { ...cap, lifted: { at: new Date(lift).toISOString(), next: await capFrom(lift, asked) } };
  };
  return capFrom(Number.NEGATIVE_INFINITY, zero);
}

async function stretchesOf(
  { day, own }: Day,
  lifts: readonly number[],
  salesOf: (day: string) => Promise<readonly CollectedSale[]>,
): Promise<Stretch[]> {
  const from = Date.parse(`${day}T00:00:00Z`);
  const until = from + dayLength;
  const bounds = [...new Set(lifts)].filter((at) => at > from && at < until);
  if (bounds.length === 0) return [{ day, from, until, used: own.used }];
  const sales = await salesOf(day);
  return [from, ...bounds].map((begin, i) => {
    const stretch = { day, from: begin, until: bounds[i] ?? until };
    const unsourced = { usual: [], paused: [], recovered: [] };
    return { ...stretch, used: figuresOf({ sales: within(sales, stretch), unsourced }).used };
  });
}

function within(sales: readonly CollectedSale[], { from, until }: { from: number; until: number }) {
  return sales.filter(({ at }) => at.getTime() >= from && at.getTime() < until);
}

/** With what is left when it begins, and what was asked for by then. */
function stretchOfCap(due: Kobo, changes: readonly Change[], stretches: readonly Stretch[]): CapStretch | undefined {
  let used = zero;
  for (const stretch of stretches) {
    const paidBefore = (moment: number) => totalOf(changes.filter(({ at }) => at.getTime() < moment));
    const left = greatest(zero, minus(minus(due, paidBefore(stretch.from)), used));
    const asked = used;
    used = plus(used, stretch.used);
    if (minus(due, paidBefore(stretch.until)) < used) return { ...stretch, left, asked };
  }
  return undefined;
}

export function capWithin(
  { from, until: end, left: atFirst }: Pick<CapStretch, "from" | "until" | "left">,
  sales: readonly CapSale[],
  changes: readonly Change[],
): Cap {
  let left = atFirst;
  let since = from;
  for (const { orderId, at, share, taken, special } of sales) {
    const until = at.getTime() + 1;
    const paid = totalOf(changes.filter((change) => change.at.getTime() >= since && change.at.getTime() < until));
    left = greatest(zero, minus(left, paid));
    since = until;
    if (share > left) return { at: at.toISOString(), orderId, amount: left };
    left = greatest(zero, minus(left, usedOf({ share, taken, special })));
  }
  // What ends it comes after the last sale: a payment, or more deducted than was left.
  return { at: new Date(end).toISOString(), orderId: "", amount: zero };
}

/** What a stretch had asked for when nothing was left. */
function askedUpTo(cap: Cap, { used }: Stretch, sales: readonly CapSale[]): Kobo {
  const last = sales.findIndex(({ at, orderId }) => orderId === cap.orderId && at.toISOString() === cap.at);
  return last < 0 ? used : plus(sumOf(sales.slice(0, last).map(usedOf)), cap.amount);
}

function usedOf({ share, taken, special }: Pick<CapSale, "share" | "taken" | "special">): Kobo {
  return special === null ? share : greatest(share, taken);
}
