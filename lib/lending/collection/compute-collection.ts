import { and, asc, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { collectionDays } from "@/db/schema/collection";
import { payouts } from "@/db/schema/loans";
import { dateOf } from "@/lib/kernel/calendar";
import { totalOf } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { totalDue } from "@/lib/loans/ledger/balances";
import { bookOf, type LoanRecord } from "@/lib/loans/loans/load-loans";
import type { Cap, DayFigures } from "@/lib/terms/collection/day-schema";
import type { Pause } from "@/lib/terms/loans/delinquency";
import { askingLoans } from "./asking-loans";
import { balanceChangesOf } from "./balance-changes";
import { capOfLoan } from "./cap";
import { concernedDays, type DayFacts, daysWithoutSales, factsOf } from "./day-facts";
import { type CollectedDay, collectDay, figuresOf } from "./day-figures";
import type { AskingLoan } from "./shares";
import { type SpreadDay, spread } from "./spread";
import type { Windows } from "./window";

export type Collection = {
  days: SpreadDay[];
  own: Map<string, DayFigures>;
  cap: Cap | null;
  capBefore: Cap | null;
  /** When nothing was asked of sales. */
  pauses: readonly Pause[];
  read: number;
  detailOf: (day: string) => Promise<CollectedDay>;
};

/** `stale` days from their facts, the others from what was kept of them. Reads only, and locks nothing. */
export async function computeCollection(
  loan: LoanRecord,
  work: { stale: readonly string[]; windows: Windows; now: BusinessTime },
): Promise<Collection> {
  const { windows, now } = work;
  const watched = { loanId: loan.id, merchantId: loan.merchantId, windows };
  const loans = await askingLoans(loan);
  const present = loans.at(-1);
  if (!present) throw new Error(`The loan ${loan.id} was not disbursed.`);
  const capBefore = present.cap;
  const reader = readerOf(watched, loans);
  if (work.stale.length > 0) await reader.read(await concernedDays(watched, work.stale));

  const known = new Map((await keptDays(loan.id)).map(({ day, own }): [string, DayFigures | null] => [day, own]));
  await reader.read([...known].filter(([, own]) => own === null).map(([day]) => day));
  const figures = () => {
    for (const day of reader.days()) known.set(day, figuresOf(reader.detail(day)));
    return [...known].flatMap(([day, own]) => (own ? [{ day, own }] : [])).sort(byDay);
  };
  const detailOf = async (day: string) => {
    await reader.read([day]);
    return reader.detail(day);
  };
  const due = totalDue({ ...bookOf(loan), disbursed: true });
  const changes = await balanceChangesOf(loan);
  present.cap = await capOfLoan(due, changes, figures(), async (day) => (await detailOf(day)).sales);
  const changedFrom = capChange(capBefore, present.cap);
  if (changedFrom) await reader.read([...known.keys()].filter((day) => day >= changedFrom));

  const days = figures();
  const usual = days.filter(({ own }) => own.unsourced.usual > 0).map(({ day }) => day);
  const withoutSales = await daysWithoutSales(watched, usual);
  const spreadDays = spread({
    days,
    windows,
    pauses: present.pauses,
    withoutSales,
    repaid: loan.status === "REPAID",
    refunded: await refundedOf(loan.id),
    now,
  });
  const own = new Map(days.filter(({ day }) => reader.has(day)).map((one) => [one.day, one.own]));
  return { days: spreadDays, own, cap: present.cap, capBefore, pauses: present.pauses, read: reader.count(), detailOf };
}

/** Reads days once each, and says what they come to under the cap that is known at the time of asking. */
function readerOf(watched: Parameters<typeof factsOf>[0], loans: readonly AskingLoan[]) {
  const facts = new Map<string, DayFacts>();
  let count = 0;
  return {
    read: async (days: readonly string[]) => {
      const missing = days.filter((day) => !facts.has(day));
      if (missing.length === 0) return;
      const { byDay, read } = await factsOf(watched, missing);
      for (const [day, found] of byDay) facts.set(day, found);
      count += read;
    },
    has: (day: string) => facts.has(day),
    days: () => [...facts.keys()],
    detail: (day: string): CollectedDay => collectDay(facts.get(day) ?? { sales: [], unsourced: [] }, loans),
    count: () => count,
  };
}

/** The day from which on another cap changes what is asked; null if it is the same. */
export function capChange(before: Cap | null, after: Cap | null): string | null {
  if (before?.at !== after?.at || before?.orderId !== after?.orderId || before?.amount !== after?.amount) {
    return firstDay([before?.at, after?.at]);
  }
  const [was, is] = [before?.lifted, after?.lifted];
  return was?.at === is?.at ? (was && is ? capChange(was.next, is.next) : null) : firstDay([was?.at, is?.at]);
}

function firstDay(moments: readonly (string | undefined)[]): string | null {
  const days = moments.flatMap((at) => (at === undefined ? [] : [dateOf(new Date(at))])).sort();
  return days[0] ?? null;
}

function byDay(one: { day: string }, other: { day: string }): number {
  return one.day < other.day ? -1 : 1;
}

async function keptDays(loanId: string) {
  return db()
    .select({ day: collectionDays.day, own: collectionDays.own })
    .from(collectionDays)
    .where(eq(collectionDays.loanId, loanId))
    .orderBy(asc(collectionDays.day));
}

async function refundedOf(loanId: string) {
  const refund = [eq(payouts.purpose, "REFUND"), eq(payouts.status, "CONFIRMED"), isNull(payouts.reversedAt)];
  const refunds = and(eq(payouts.loanId, loanId), ...refund);
  return totalOf(await db().select({ amount: payouts.amount }).from(payouts).where(refunds));
}
