import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { ruses } from "./gaming";
import { evenSales, lumpySales, type Outcome, type SimulatedLoan, simulate } from "./simulate";
import { quantile, rankCorrelation } from "./statistics";

/** The largest loan on one tenor. Kobo. */
export type Offer = SimulatedLoan & { principal: number; interest: number };

/** What a set of rules makes of a record. Kobo. */
export type Decided = { tier: string; score: number; cap: number; offers: readonly Offer[] };
export type Rules = { name: string; decide: (record: MerchantRecord) => Decided };

/** How loans went: shares of them in percent, days late. */
export type Collected = {
  inTime: number;
  over90: number;
  daysLate: { median: number; nineTenths: number; most: number };
  /** Percent of what was lent that was still out when a loan was written off. */
  loss: number;
  /** Percent a year of the principal that was out: interest that came in, less losses. */
  yield: number;
  /** Percent of the principal out, over all days, in loans more than 30 days late. */
  par30: number;
};

export type Measured = {
  name: string;
  tiers: Record<string, number>;
  borrowers: number;
  /** Naira. */
  caps: number;
  volume: number;
  collected: Record<Scenario, Collected>;
  /** Naira lent on a tenor's largest offers, and percent of it repaid in time when the months repeat. */
  byTenor: { tenorDays: number; offers: number; volume: number; inTime: number }[];
  sizeCorrelation: number;
  /** Percent by which all caps together rise, and how many merchants gain. */
  gains: { name: string; percent: number; merchants: number }[];
};

export const scenarios = ["as before", "20 % lower", "40 % lower", "in lumps", "one in ten ends"] as const;

/** A loan that is so many days late is written off. */
const writtenOffAfter = 180;
/** The last day on which a merchant that ends sells. */
const lastDay = 60;
export type Scenario = (typeof scenarios)[number];

export function measure({ name, decide }: Rules, records: readonly MerchantRecord[]): Measured {
  const decided = records.map((record) => ({ record, ...decide(record) }));
  const lent = decided.flatMap(({ record, offers }, i) => {
    const offer = largest(offers);
    return offer ? [{ record, offer, seed: i + 1 }] : [];
  });
  const went = (scenario: Scenario) => collectedOf(lent.map((one) => collect(one, scenario)));
  const tenors = [...new Set(decided.flatMap(({ offers }) => offers.map(({ tenorDays }) => tenorDays)))];
  return {
    name,
    tiers: Object.fromEntries(
      ["A", "B", "C", "D", "E"].map((tier) => [tier, count(decided, (one) => one.tier === tier)]),
    ),
    borrowers: lent.length,
    caps: naira(decided.map(({ cap }) => cap)),
    volume: naira(lent.map(({ offer }) => offer.principal)),
    collected: Object.fromEntries(scenarios.map((scenario) => [scenario, went(scenario)])) as Measured["collected"],
    byTenor: tenors.sort((a, b) => a - b).map((tenorDays) => tenorOf(tenorDays, decided)),
    sizeCorrelation: rankCorrelation(
      decided.map(({ score }) => score),
      records.map(({ salesPerformance }) => salesPerformance.avgMonthlySales),
    ),
    gains: gainsOf(decide, decided),
  };
}

/** The largest amount; on the tenor where it costs least. */
function largest(offers: readonly Offer[]): Offer | undefined {
  return [...offers].sort((a, b) => b.principal - a.principal || a.interest - b.interest)[0];
}

type Lent = { record: MerchantRecord; offer: Offer; seed: number };

/** What came of a loan. Kobo, and kobo times days. */
type Collection = Outcome & {
  tenorDays: number;
  principal: number;
  earned: number;
  lost: number;
  out: number;
  late: number;
};

function collect({ record, offer, seed }: Lent, scenario: Scenario): Collection {
  const months = monthsOf(record);
  const sales = {
    "as before": () => evenSales(months),
    "20 % lower": () => evenSales(months, 0.8),
    "40 % lower": () => evenSales(months, 0.6),
    "in lumps": () => lumpySales(months, record.salesPerformance.avgOrderValue * 100, seed),
    "one in ten ends": () => (seed % 10 === 0 ? ending(evenSales(months)) : evenSales(months)),
  }[scenario]();
  const { principal, interest, tenorDays } = offer;
  const book = { out: 0, late: 0, lost: 0 };
  const outcome = simulate(offer, sales, (paid, daysLate) => {
    // Each payment is principal and interest alike.
    const left = principal * (1 - paid / (principal + interest));
    if (book.lost === 0 && daysLate >= writtenOffAfter) book.lost = left;
    if (book.lost > 0) return;
    book.out += left;
    if (daysLate > 30) book.late += left;
  });
  return { ...outcome, tenorDays, principal, ...book, earned: interest * (1 - book.lost / principal) };
}

function ending(sales: (day: number) => readonly number[]) {
  return (day: number) => (day > lastDay ? [] : sales(day));
}

/** A merchant's months, net of refunds, in kobo; without a history the average, six times. */
function monthsOf({ monthlySalesHistory, salesPerformance }: MerchantRecord): number[] {
  if (!monthlySalesHistory) return new Array(6).fill(salesPerformance.avgMonthlySales * 100);
  return monthlySalesHistory.map(({ salesAmount, refundAmount = 0 }) => Math.max(0, salesAmount - refundAmount) * 100);
}

function collectedOf(outcomes: readonly Collection[]): Collected {
  const sum = (of: (one: Collection) => number) => outcomes.reduce((all, one) => all + of(one), 0);
  const [lost, out] = [sum((one) => one.lost), sum((one) => one.out)];
  const late = outcomes.map(({ mostDaysPastDue }) => mostDaysPastDue);
  return {
    inTime: percent(count(outcomes, isInTime), outcomes.length),
    over90: percent(
      count(late, (days) => days > 90),
      late.length,
    ),
    daysLate: { median: quantile(late, 0.5), nineTenths: quantile(late, 0.9), most: Math.max(0, ...late) },
    loss:
      out === 0
        ? 0
        : percent(
            lost,
            sum(({ principal }) => principal),
          ),
    yield: out === 0 ? 0 : percent((sum(({ earned }) => earned) - lost) * 365, out),
    par30:
      out === 0
        ? 0
        : percent(
            sum((one) => one.late),
            out,
          ),
  };
}

const isInTime = ({ repaidOn, tenorDays }: Collection) => repaidOn !== null && repaidOn <= tenorDays;

function tenorOf(tenorDays: number, decided: readonly (Decided & { record: MerchantRecord })[]) {
  const lent = decided.flatMap(({ record, offers }, i) =>
    offers.filter((offer) => offer.tenorDays === tenorDays).map((offer) => ({ record, offer, seed: i + 1 })),
  );
  const inTime = lent.filter((one) => isInTime(collect(one, "as before")));
  const volume = naira(lent.map(({ offer }) => offer.principal));
  const repaid = naira(inTime.map(({ offer }) => offer.principal));
  return { tenorDays, offers: lent.length, volume, inTime: percent(repaid, volume) };
}

function gainsOf(decide: Rules["decide"], decided: readonly (Decided & { record: MerchantRecord })[]) {
  const before = decided.reduce((sum, { cap }) => sum + cap, 0);
  return ruses.map(({ name, records }) => {
    const caps = decided.map(({ record }) => records(record).reduce((sum, one) => sum + decide(one).cap, 0));
    const after = caps.reduce((sum, cap) => sum + cap, 0);
    const merchants = count(caps, (cap, i) => cap > (decided[i]?.cap ?? 0));
    return { name, percent: before === 0 ? 0 : (after / before - 1) * 100, merchants };
  });
}

function count<T>(values: readonly T[], holds: (value: T, i: number) => boolean): number {
  return values.filter(holds).length;
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : (part / whole) * 100;
}

function naira(kobo: readonly number[]): number {
  return kobo.reduce((sum, amount) => sum + amount, 0) / 100;
}
