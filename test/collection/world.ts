import { hour, later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { fc } from "@/test/proof";
import { instant } from "@/test/time";
import type { LoanChange } from "./changes";
import type { OracleWorld } from "./oracle";
import type { OracleSale, OracleSource } from "./oracle-sales";

/** When the first loan of a drawn world is disbursed. */
const worldStart = instant("2026-09-01T06:00:00Z");

const at = (hours: number): BusinessTime => later(worldStart, hours * hour);

/** Hours: the sales and deductions of a fortnight, a few of them at the same time. */
const moment = fc.integer({ min: 0, max: 56 }).map((quarters) => quarters * 6);

const sale = fc.record({
  at: moment,
  amount: fc.constantFrom(0, 15_000, 100_000, 1_234_567, 5_000_000),
  /** Told by an event, by none, or by two that differ; some or all of it returned. */
  told: fc.constantFrom("ONCE", "ONCE", "ONCE", "NEVER", "TWICE", "SMALLER", "RETURNED"),
});

const deduction = fc.record({
  loan: fc.nat(1),
  sale: fc.nat(7),
  part: fc.constantFrom("RIGHT", "RIGHT", "RIGHT", "HALF", "TRIPLE", "WHOLE", "LUMP"),
  source: fc.constantFrom("TRUE", "TRUE", "TRUE", "EARLIER", "OTHER", "NONE"),
  after: fc.integer({ min: 0, max: 30 }),
  reversed: fc.constantFrom("NOT", "NOT", "NOT", "HALF", "WHOLE"),
  /** Reported twice: the same event, the same fact under another event id, one that says another source. */
  again: fc.constantFrom("NOT", "NOT", "NOT", "EVENT", "FACT", "OTHER_SOURCE"),
});

const pause = fc.record({ from: moment, hours: fc.constantFrom(12, 90, null) });
const payment = fc.record({ from: moment, part: fc.constantFrom(4, 2, 1) });
/** A loan ends without interest within three days, or is written off. */
const ending = fc.oneof(
  fc.record({ kind: fc.constant("COOL_OFF" as const), from: fc.nat(11).map((quarters) => quarters * 6) }),
  fc.record({ kind: fc.constant("WRITE_OFF" as const), from: moment }),
);

/**
 * A merchant with one loan or two, its sales, what is deducted of them and what becomes of its first loan; and how many
 * hours late each sale and deduction is told of.
 */
export const drawnWorlds = fc
  .record({
    due: fc.constantFrom(40_000_000, 1_200_000, 300_000),
    loans: fc.constantFrom(1, 1, 2),
    sales: fc.array(sale, { minLength: 1, maxLength: 8 }),
    deductions: fc.array(deduction, { maxLength: 8 }),
    pause: fc.option(pause, { freq: 2 }),
    terms: fc.option(fc.record({ from: moment, basisPoints: fc.constantFrom(500, 1_500) }), { freq: 2 }),
    payment: fc.option(payment, { freq: 3 }),
    ending: fc.option(ending, { freq: 2 }),
    days: fc.constantFrom(18, 24, 60),
    late: fc.array(fc.constantFrom(0, 0, 1, 5, 30, 100, 300, 700), { minLength: 40, maxLength: 40 }),
    looks: fc.array(fc.boolean(), { minLength: 50, maxLength: 50 }),
  })
  .map((drawn) => ({ ...drawn, world: worldOf(drawn), changes: changesOf(drawn), end: at(drawn.days * 24) }));

type Drawn = {
  loans: number;
  sales: readonly { at: number; amount: number; told: string }[];
  deductions: readonly {
    loan: number;
    sale: number;
    part: string;
    source: string;
    after: number;
    reversed: string;
    again: string;
  }[];
  pause: { from: number; hours: number | null } | null;
  terms: { from: number; basisPoints: number } | null;
  payment: { from: number; part: number } | null;
  ending: { kind: "COOL_OFF" | "WRITE_OFF"; from: number } | null;
};

/** When the loans of a drawn world are disbursed. */
export function disbursements({ loans }: { loans: number }): BusinessTime[] {
  return [at(0), at(48)].slice(0, loans);
}

/** What can be told of. */
export type ToldWorld = Omit<OracleWorld, "loans" | "now" | "tellings">;

function worldOf(drawn: Drawn): ToldWorld {
  const world: ToldWorld = { events: [], deductions: [], repeated: [], reversals: [] };
  for (const [i, { at: hours, amount, told }] of drawn.sales.entries()) {
    const known: OracleSale = { orderId: `order-${i}`, amount, at: at(hours).getTime() };
    if (told !== "NEVER") world.events.push(known);
    if (told === "SMALLER") world.events.push({ ...known, amount: Math.floor(amount / 3) });
    if (told === "RETURNED") {
      const back = { refundOf: known.orderId, at: known.at };
      world.events.push({ ...back, orderId: `return-${i}`, amount: Math.max(1, Math.floor(amount / 3)) });
      // Told again smaller or larger, or another one of more than is left.
      if (i % 3 === 0)
        world.events.push({ ...back, orderId: `return-${i}`, amount: Math.max(1, Math.floor(amount / 5) * i) });
      if (i % 3 === 1) world.events.push({ ...back, orderId: `return-${i}-again`, amount: amount + 1 });
    }
    if (told === "TWICE") world.events.push({ ...known, amount: amount + 100_000, at: known.at - (i % 2) * 30 * hour });
  }
  for (const [i, one] of drawn.deductions.entries()) addDeduction(world, drawn, one, i);
  return world;
}

function changesOf({ pause, terms, payment, ending }: Drawn): LoanChange[] {
  const changes: LoanChange[] = [];
  if (pause) {
    changes.push({ kind: "PAUSE", at: at(pause.from) });
    if (pause.hours !== null) changes.push({ kind: "RESUME", at: at(pause.from + pause.hours) });
  }
  if (terms) changes.push({ kind: "TERMS", at: at(terms.from), basisPoints: terms.basisPoints });
  if (payment) changes.push({ kind: "PAY", at: at(payment.from), part: payment.part });
  if (ending) changes.push({ kind: ending.kind, at: at(ending.from) });
  return changes;
}

function addDeduction(world: ToldWorld, drawn: Drawn, one: Drawn["deductions"][number], i: number): void {
  const sold = drawn.sales[one.sale % drawn.sales.length];
  if (!sold) return;
  const amounts: Record<string, number> = {
    RIGHT: Math.max(10_000, Math.floor(sold.amount / 10)),
    HALF: Math.floor(sold.amount / 20),
    TRIPLE: Math.floor(sold.amount * 0.3),
    WHOLE: sold.amount + 50_000,
    LUMP: 400_000,
  };
  const id = `order-${one.sale % drawn.sales.length}`;
  const soldAt = at(sold.at).getTime();
  const sources: Record<string, OracleSource> = {
    TRUE: { id, sale: true, amount: sold.amount, at: soldAt },
    EARLIER: { id, sale: true, amount: sold.amount + 7, at: soldAt - 26 * hour },
    OTHER: { id: `batch-${one.sale % 3}`, sale: false, amount: 900_000, at: soldAt },
  };
  const reference = `d-${i}`;
  const amount = Math.max(1, amounts[one.part] ?? 0);
  const loan = one.loan % drawn.loans;
  // The second loan is disbursed on the third day; nobody deducts for it before that.
  const madeAt = Math.max(soldAt + one.after * hour, at(loan * 48).getTime());
  const source = sources[one.source] ?? null;
  const other = source && { ...source, amount: source.amount + 9, at: source.at - 30 * hour };
  world.deductions.push({ loan, reference, amount, at: madeAt, source });
  if (one.again !== "NOT") {
    const said = one.again === "OTHER_SOURCE" ? other : source;
    world.repeated.push({ of: reference, sameEvent: one.again === "EVENT", source: said });
  }
  const back = { NOT: 0, HALF: Math.floor(amount / 2), WHOLE: amount }[one.reversed] ?? 0;
  if (back > 0) world.reversals.push({ of: reference, amount: back, at: madeAt + hour });
}
