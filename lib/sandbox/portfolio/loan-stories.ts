import { day, daysBetween, later } from "@/lib/kernel/calendar";
import { type Kobo, minus, shareOf, toKobo, zero } from "@/lib/kernel/money";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { addToTotals } from "@/lib/lending/repayments/add-to-totals";
import { type Book, entriesBetween, totalPaid } from "@/lib/loans/ledger/balances";
import { nextDueAt } from "@/lib/loans/loans/next-due";
import { type Terms, termsOf } from "@/lib/loans/loans/terms";
import { demoLender, demoTerms } from "@/lib/sandbox/seed/demo-lender";
import type { JournalType, MoneySource } from "@/lib/terms/ledger/constants";
import { agingSince } from "@/lib/terms/loans/delinquency";
import { type CancelReason, isCollected, isOffer, type LoanState, type PayoutStatus } from "@/lib/terms/loans/states";
import { type Age, ages, type Life, lives } from "./lives";

/** When stories are told: their moments are kept as milliseconds since the offer, their dates as days since it. */
const told = businessTimeOf("2026-01-05T08:00:00.000Z");

const tiers = ["A", "B", "C", "D"] as const;
const principals = [80_000, 150_000, 275_000, 640_000].map(toKobo);

/** From the offer to the payout. */
export const payoutAfter = day / 48;
/** The interval after which a loan in default is one (docs/servicing.md#default), and from then to its write-off. */
const defaultAfterDays = 90;

type Entry = { account: string; amount: Kobo };
/** `report`: the number of the deduction that it books. `after`: in milliseconds since the offer. */
type StoryJournal = {
  number: number;
  type: JournalType;
  source: MoneySource | null;
  report: number | null;
  after: number;
  entries: Entry[];
};

/** A loan's rows but for its merchant and its time, made by the rules of the service. Milliseconds since the offer, kobo. */
export type LoanStory = {
  story: number;
  age: Age;
  weight: number;
  status: LoanState;
  payout: PayoutStatus | null;
  riskTier: (typeof tiers)[number];
  terms: Omit<Terms, "schedule" | "startDate" | "dueDate" | "totalRepayment">;
  installments: { number: number; day: number; amount: Kobo; interest: Kobo }[];
  deductions: { number: number; amount: Kobo; after: number }[];
  journals: StoryJournal[];
  received: Kobo;
  receivedAtWriteOff: Kobo | null;
  cancelReason: CancelReason | null;
  completedAfter: number | null;
  defaultedAfter: number | null;
  writtenOffAfter: number | null;
  cancelledAfter: number | null;
  pausedAfter: number | null;
  /** Days since the day of the payout, at whose beginning: since when it ages, and when time alone changes it. */
  agingDay: number | null;
  dueDay: number | null;
};

/** Every life with every amount and tier, always the same. */
export function loanStories(): LoanStory[] {
  const lenderId = "";
  const each = lives.flatMap((life) =>
    principals.flatMap((principal) => tiers.map((riskTier) => ({ life, principal, riskTier }))),
  );
  return each.map(({ life, principal, riskTier }, story) => {
    const { products, ...lender } = demoLender;
    const product = { lenderId, ...lender, ...demoTerms[riskTier], defaultAfterDays, recoversFromSales: true };
    const sales = { assumedMonthlySales: toKobo(900_000), weakestRuns: null };
    const offered = { ...product, riskTier, tenorDays: life.tenorDays };
    const terms = termsOf(principal, offered, sales, told.toISOString().slice(0, 10));
    return { story, ...storyOf(life, terms), age: life.age, weight: life.weight, riskTier };
  });
}

function storyOf(life: Life, terms: Terms): Omit<LoanStory, "story" | "age" | "weight" | "riskTier"> {
  const { schedule, startDate, dueDate: _, totalRepayment, ...kept } = terms;
  const { status, cancelReason = null } = life;
  const isOut = !isOffer(status) && status !== "CANCELLED";
  const book = new StoryBook(terms);
  if (isOut) book.disburse();
  for (const [i, [days, basisPoints]] of life.deductions.entries()) {
    const rest = status === "REPAID" && i === life.deductions.length - 1;
    book.deduct(days * day, rest ? minus(totalRepayment, book.now.received) : shareOf(totalRepayment, basisPoints));
  }
  const lastDeduction = book.deductions.at(-1)?.after ?? 0;
  const writtenOffAfter = status === "WRITTEN_OFF" ? writeOffDay * day : null;
  if (writtenOffAfter !== null) book.writeOff(writtenOffAfter);

  const paid = totalPaid(book.now);
  const pausedAfter = life.pausedDay === undefined ? null : life.pausedDay * day;
  const pauses = pausedAfter === null ? [] : [{ from: later(told, pausedAfter), until: null }];
  const now = later(told, ages[life.age].from * day);
  const facts = { installments: schedule, paid, pauses, now };
  const aging = isCollected(status) && pausedAfter === null ? agingSince(facts) : null;
  const timed = { status, offerExpiresAt: now, payoutHeldUntil: now, refundDueAt: null, defaultAfterDays };
  const due = isOffer(status) ? null : nextDueAt({ ...timed, installments: schedule }, paid, pauses, now);
  const daysUntil = (moment: BusinessTime | null) =>
    moment && daysBetween(startDate, moment.toISOString().slice(0, 10));
  return {
    status,
    payout: isOut ? "CONFIRMED" : status === "PAYOUT_HELD" ? "HELD" : status === "DISBURSING" ? "PENDING" : null,
    terms: kept,
    installments: schedule.map(({ dueDate, ...rest }) => ({ ...rest, day: daysBetween(startDate, dueDate) })),
    deductions: book.deductions,
    journals: book.journals,
    received: book.now.received,
    receivedAtWriteOff: book.now.receivedAtWriteOff,
    cancelReason,
    completedAfter: status === "REPAID" ? lastDeduction : null,
    defaultedAfter: status === "DEFAULTED" || status === "WRITTEN_OFF" ? defaultDay * day : null,
    writtenOffAfter,
    cancelledAfter: status === "CANCELLED" ? (life.endsDay ?? 0) * day : null,
    pausedAfter,
    agingDay: daysUntil(aging),
    dueDay: daysUntil(due),
  };
}

/** What has not been paid of an instalment on day 30 makes a default on day 121. */
const defaultDay = 30 + defaultAfterDays + 1.5;
const writeOffDay = defaultDay + 2;

/** Journals as the verbs book them, one difference of balances after another. */
class StoryBook {
  readonly journals: StoryJournal[] = [];
  readonly deductions: LoanStory["deductions"] = [];
  now: Book;
  readonly #interest: Kobo;

  constructor({ principal, interest, schedule }: Terms) {
    const empty = { disbursed: false, received: zero, held: zero, receivedAtWriteOff: null, journalNumber: 0 };
    this.now = { loanId: "", principal, interest: zero, portions: schedule, ...empty };
    this.#interest = interest;
  }

  disburse(): void {
    this.#book({ disbursed: true }, { type: "DISBURSEMENT", after: payoutAfter });
    this.#book({ interest: this.#interest }, { type: "INTEREST", after: payoutAfter });
  }

  deduct(after: number, amount: Kobo): void {
    const report = this.deductions.length + 1;
    this.deductions.push({ number: report, amount, after });
    this.#book(addToTotals(this.now, "APPLIED", amount), { type: "REPAYMENT", source: "SALES", report, after });
  }

  writeOff(after: number): void {
    this.#book({ receivedAtWriteOff: this.now.received }, { type: "WRITE_OFF", after });
  }

  #book(
    change: Partial<Book>,
    fact: { type: JournalType; after: number; source?: MoneySource; report?: number },
  ): void {
    const { type, after, source = null, report = null } = fact;
    const number = this.now.journalNumber + 1;
    const changed = { ...this.now, ...change, journalNumber: number };
    this.journals.push({ number, type, source, report, after, entries: entriesBetween(this.now, changed) });
    this.now = changed;
  }
}
