import {
  dayLength,
  dayNumber,
  type Known,
  type OracleDeduction,
  type OracleSale,
  type OracleSource,
  type OracleTelling,
  sortOut,
  type Taken,
  windowDays,
} from "./oracle-sales";

/**
 * What a merchant's loans should have collected, found the long way round: sale by sale from the first to the last, in
 * whole kobo and milliseconds, with nothing of the service's own. Judges what lib/lending/collection keeps up bit by bit.
 */
export type OracleTerms = { basisPoints: number; minimum: number };
export type OracleLoan = {
  due: number;
  disbursedAt: number;
  /** Since when they hold, oldest first; the first from the start. */
  terms: (OracleTerms & { from: number })[];
  pauses: { from: number; until: number }[];
  payments: { amount: number; at: number }[];
  /** Infinite for a loan that has not ended so. */
  completedAt: number;
  writtenOffAt: number;
  repaid: boolean;
};
export type OracleWorld = {
  /** In the order of disbursement. */
  loans: OracleLoan[];
  events: OracleSale[];
  deductions: OracleDeduction[];
  /** Reports of deductions that were known already: nothing more is taken, but they tell of their source. */
  repeated: { of: string; sameEvent: boolean; source: OracleSource | null }[];
  reversals: { of: string; amount: number; at: number }[];
  /** What was told of sales, one after another, and when: an event, or a report of a deduction with its source. */
  tellings: OracleTelling[];
  now: number;
};

type Day = { agreed: number; taken: number; missing: number; excess: number };
type Wrong = { type: string; day: string; expected: number; actual: number };

const dayName = (number: number) => new Date(number * dayLength).toISOString().slice(0, 10);

/** The days of a loan on which anything was agreed or taken, and what is wrong with them. */
export function expectedCollection(
  world: OracleWorld,
  which: number,
): { days: (Day & { day: string })[]; wrong: Wrong[] } {
  const loan = world.loans[which];
  if (!loan) throw new Error("There is no such loan.");
  const { sales, loose } = sortOut(world);
  askOf(world, sales);
  const numbers = new Set([...sales.map(({ at }) => dayNumber(at)), ...loose.map(({ at }) => dayNumber(at))]);
  const inOrder = [...numbers].sort((one, other) => one - other);
  const books = inOrder.map((number) => bookOfDay(number, sales, loose, loan, which));
  const told = world.tellings.flatMap(({ event, source }) => {
    const at = event ? (event.refundOf === undefined ? event.at : null) : source?.at;
    return typeof at === "number" ? [dayNumber(at)] : [];
  });
  for (const book of books) {
    const near = books.filter(({ number }) => number <= book.number && number >= book.number - windowDays);
    const far = books.filter(({ number }) => number < book.number - windowDays);
    const spend = (amount: number) => {
      let left = amount;
      for (const other of [...near, ...far]) {
        const used = Math.min(left, other.open);
        other.open -= used;
        other.covered += used;
        left -= used;
      }
      return left;
    };
    const late = Math.min(book.surplusRegular, book.lateButAsked);
    const madeGood = late - spend(late);
    book.surplusRegular -= madeGood;
    book.taken -= madeGood;
    book.restUsual = spend(book.looseUsual);
    book.restPaused = spend(book.loosePaused);
    spend(book.looseRecovered);
    book.baseless = !told.some((number) => number <= book.number && number >= book.number - windowDays);
  }
  const days: (Day & { day: string })[] = [];
  const wrong: Wrong[] = [];
  for (const book of books) {
    const day = dayName(book.number);
    const over = book.judged;
    const taken = book.taken + book.covered + book.restUsual + book.restPaused;
    const excess = book.surplusSpecial + book.surplusRegular + book.restUsual + book.restPaused;
    if (book.agreed + taken > 0) {
      days.push({ day, agreed: book.agreed, taken, missing: over(world.now) ? book.open : 0, excess });
    }
    const found = (type: string, expected: number, actual: number) => {
      if (Math.abs(actual - expected) > Math.max(100, Math.floor(book.agreed / 100)))
        wrong.push({ type, day, expected, actual });
    };
    found("DUPLICATE_ORDER", book.duplicate.agreed, book.duplicate.taken);
    const late = book.baseless && over(world.now) ? book.restUsual : 0;
    found("EXCEEDS_SALE", book.exceeds.agreed, book.exceeds.taken + late);
    found("OVER_DEDUCTION", book.agreed, book.agreed + book.surplusRegular + (book.baseless ? 0 : book.restUsual));
    found("PAUSED_DEDUCTION", 0, book.paused);
    if (!loan.repaid) found("SALE_CHANGED", book.agreed, book.asSaid);
    if (over(world.now) && !loan.repaid) found("SHORT_DEDUCTION", book.agreed, book.agreed - book.open);
  }
  return { days, wrong };
}

/** What each loan asks of each sale, loan after loan, with what is left of its balance. */
function askOf({ loans }: OracleWorld, sales: Known[]): void {
  for (const [which, loan] of loans.entries()) {
    let left = loan.due;
    let paid = 0;
    let today = { number: Number.NaN, begun: left, paid, asked: 0, taken: 0, beyond: 0 };
    for (const [i, sale] of sales.entries()) {
      const number = dayNumber(sale.at);
      if (number !== today.number) today = { number, begun: left, paid, asked: 0, taken: 0, beyond: 0 };
      const before = loan.payments.filter(({ at }) => at <= sale.at).reduce((sum, { amount }) => sum + amount, 0);
      left = Math.max(0, left - (before - paid));
      paid = before;
      const own = netOf(sale, (loan) => loan === which);
      const asked = shareOf(loan, which, sale);
      const agreed = Math.min(left, asked);
      const elsewhere = dayNumber(sale.said.at) !== dayNumber(sale.at);
      const said = { ...sale, ...sale.said, agreed: sale.asSaid };
      sale.asSaid.push(elsewhere ? 0 : Math.min(left, shareOf(loan, which, said)));
      sale.asked.push(asked);
      sale.agreed.push(agreed);
      // Of a day, what sales gave too much stands for what others gave too little, but for special kinds.
      const special = kindOf(sale, loan, which, asked) !== null;
      left = Math.max(0, left - (special ? Math.max(agreed, own) : agreed));
      today.asked += agreed;
      today.taken += own;
      today.beyond += special ? Math.max(0, own - agreed) : 0;
      if (dayNumber(sales[i + 1]?.at ?? 0) === number) continue;
      const used = Math.max(today.asked, today.taken - today.beyond) + today.beyond;
      left = Math.min(left, Math.max(0, today.begun - (paid - today.paid) - used));
    }
  }
}

/** What is special about what was taken of a sale for a loan, if anything. */
function kindOf(
  sale: Known,
  loan: OracleLoan,
  which: number,
  asked: number,
): "paused" | "exceeds" | "duplicate" | null {
  // What is taken of sales after a write-off is a recovery.
  if (sale.at >= loan.writtenOffAt) return null;
  const own = sale.takings.filter((taking) => taking.loan === which && taking.net > 0);
  if (own.some(({ at }) => isPaused(loan, sale.at) || isPaused(loan, at))) return "paused";
  if (own.some(({ net }) => net > sale.gross)) return "exceeds";
  return own.length > 1 && own.reduce((sum, { net }) => sum + net, 0) > asked ? "duplicate" : null;
}

function shareOf(loan: OracleLoan, which: number, sale: Known): number {
  if (sale.at < loan.disbursedAt || isPaused(loan, sale.at)) return 0;
  if (sale.at > loan.completedAt || sale.at >= loan.writtenOffAt) return 0;
  const terms = [...loan.terms].reverse().find(({ from }) => from <= sale.at);
  if (!terms) return 0;
  const others = netOf(sale, (other) => other !== which);
  const earlier = sale.agreed.slice(0, which).reduce((sum, agreed) => sum + agreed, 0);
  const room = Math.max(0, Math.floor(sale.amount / 2) - Math.max(others, earlier));
  return Math.min(room, Math.max(terms.minimum, Math.floor((sale.amount * terms.basisPoints) / 10_000)));
}

const isPaused = ({ pauses }: OracleLoan, at: number) => pauses.some(({ from, until }) => at >= from && at < until);

function netOf({ takings }: Known, whose: (loan: number) => boolean): number {
  return takings.filter(({ loan }) => whose(loan)).reduce((sum, { net }) => sum + net, 0);
}

function bookOfDay(number: number, sales: Known[], loose: Taken[], loan: OracleLoan, which: number) {
  const end = (number + 1) * dayLength;
  const book = {
    number,
    asSaid: 0,
    agreed: 0,
    taken: 0,
    surplusSpecial: 0,
    surplusRegular: 0,
    lateButAsked: 0,
    open: 0,
    covered: 0,
    paused: 0,
    exceeds: { agreed: 0, taken: 0 },
    duplicate: { agreed: 0, taken: 0 },
    looseUsual: 0,
    loosePaused: 0,
    looseRecovered: 0,
    restUsual: 0,
    restPaused: 0,
    baseless: false,
    judged: (now: number) => activeTime(loan, end, now) >= windowDays * dayLength,
  };
  for (const sale of sales.filter(({ at }) => dayNumber(at) === number)) {
    const agreed = sale.agreed[which] ?? 0;
    const asked = sale.asked[which] ?? 0;
    // What is taken of sales after a write-off is a recovery.
    const counts = sale.at < loan.writtenOffAt;
    const own = counts ? sale.takings.filter((taking) => taking.loan === which && taking.net > 0) : [];
    const taken = own.reduce((sum, { net }) => sum + net, 0);
    book.agreed += agreed;
    book.asSaid += Math.min(agreed, sale.asSaid[which] ?? 0);
    book.taken += taken;
    const paused = own.filter(({ at }) => isPaused(loan, sale.at) || isPaused(loan, at));
    for (const { net } of paused) book.paused += net;
    const kind = kindOf(sale, loan, which, asked);
    if (kind === null) book.lateButAsked += Math.max(0, Math.min(taken, asked) - agreed);
    else book.surplusSpecial += Math.max(0, taken - agreed);
    if (kind === "exceeds" || kind === "duplicate") {
      book[kind] = { agreed: book[kind].agreed + agreed, taken: book[kind].taken + taken };
    }
  }
  for (const { net, at } of loose.filter((one) => one.loan === which && dayNumber(one.at) === number)) {
    if (at >= loan.writtenOffAt) book.looseRecovered += net;
    else if (isPaused(loan, at)) {
      book.loosePaused += net;
      book.paused += net;
    } else book.looseUsual += net;
  }
  const regular = book.agreed - (book.taken - book.surplusSpecial);
  book.open = Math.max(0, regular);
  book.surplusRegular = Math.max(0, -regular);
  return book;
}

/** How long a loan was not paused between two moments. */
function activeTime({ pauses }: OracleLoan, from: number, until: number): number {
  const asleep = pauses.map((pause) => Math.max(0, Math.min(until, pause.until) - Math.max(from, pause.from)));
  return until - from - asleep.reduce((sum, length) => sum + length, 0);
}
