import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { loanChanges, loans, mandates, payoutAccounts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { hour, later } from "@/lib/calendar";
import { newId } from "@/lib/ids";
import type { LoanTerms } from "@/lib/loans/schema";
import { kobo } from "@/lib/money";
import type { BusinessTime } from "@/lib/time";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { fc } from "@/test/proof";
import { instant } from "@/test/time";
import type { OracleDeduction, OracleLoan, OracleSale, OracleWorld } from "./oracle";

/** When the first loan of a drawn world is disbursed. */
const worldStart = instant("2026-09-01T06:00:00Z");

const at = (hours: number): BusinessTime => later(worldStart, hours * hour);

/** Hours: the sales and deductions of a fortnight, a few of them at the same time. */
const moment = fc.integer({ min: 0, max: 56 }).map((quarters) => quarters * 6);

const sale = fc.record({
  at: moment,
  amount: fc.constantFrom(0, 15_000, 100_000, 1_234_567, 5_000_000),
  /** Told by an event, by none, or by two that differ. */
  told: fc.constantFrom("ONCE", "ONCE", "ONCE", "NEVER", "TWICE"),
});

const deduction = fc.record({
  loan: fc.nat(1),
  sale: fc.nat(7),
  part: fc.constantFrom("RIGHT", "RIGHT", "RIGHT", "HALF", "TRIPLE", "WHOLE", "LUMP"),
  source: fc.constantFrom("TRUE", "TRUE", "TRUE", "EARLIER", "OTHER", "NONE"),
  after: fc.integer({ min: 0, max: 30 }),
  reversed: fc.constantFrom("NOT", "NOT", "NOT", "HALF", "WHOLE"),
});

/** A merchant with one loan or two, its sales and what is deducted of them, in whatever order it is told. */
export const drawnWorlds = fc
  .record({
    due: fc.constantFrom(40_000_000, 1_200_000, 300_000),
    loans: fc.constantFrom(1, 1, 2),
    sales: fc.array(sale, { minLength: 1, maxLength: 8 }),
    deductions: fc.array(deduction, { maxLength: 8 }),
    pause: fc.option(fc.record({ from: moment, hours: fc.constantFrom(12, 90, null) }), { freq: 2 }),
    terms: fc.option(fc.record({ from: moment, basisPoints: fc.constantFrom(500, 1_500) }), { freq: 2 }),
    payment: fc.option(fc.record({ at: moment, part: fc.constantFrom(4, 2, 1) }), { freq: 3 }),
    days: fc.constantFrom(18, 24, 60),
    order: fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 }),
    looks: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
  })
  .map((drawn) => ({ ...drawn, world: worldOf(drawn) }));

type Drawn = {
  due: number;
  loans: number;
  sales: readonly { at: number; amount: number; told: string }[];
  deductions: readonly { loan: number; sale: number; part: string; source: string; after: number; reversed: string }[];
  pause: { from: number; hours: number | null } | null;
  terms: { from: number; basisPoints: number } | null;
  payment: { at: number; part: number } | null;
  days: number;
};

function worldOf(drawn: Drawn): OracleWorld {
  const { due, pause, terms, payment } = drawn;
  const usual = { basisPoints: 1_000, minimum: 10_000, from: 0 };
  const first: OracleLoan = {
    due,
    disbursedAt: at(0).getTime(),
    terms: [
      usual,
      ...(terms ? [{ basisPoints: terms.basisPoints, minimum: 20_000, from: at(terms.from).getTime() }] : []),
    ],
    pauses: pause ? [{ from: at(pause.from).getTime(), until: pausedUntil(pause) }] : [],
    payments: payment ? [{ amount: Math.floor(due / payment.part), at: at(payment.at).getTime() }] : [],
    repaid: false,
  };
  const second: OracleLoan = { ...first, disbursedAt: at(48).getTime(), terms: [usual], pauses: [], payments: [] };
  const world: OracleWorld = {
    loans: [first, second].slice(0, drawn.loans),
    events: [],
    deductions: [],
    reversals: [],
    now: 0,
  };
  for (const [i, { at: hours, amount, told }] of drawn.sales.entries()) {
    const known: OracleSale = { orderId: `order-${i}`, amount, at: at(hours).getTime() };
    if (told !== "NEVER") world.events.push(known);
    if (told === "TWICE") world.events.push({ ...known, amount: amount + 100_000, at: known.at - (i % 2) * 30 * hour });
  }
  for (const [i, one] of drawn.deductions.entries()) addDeduction(world, drawn, one, i);
  world.now = at(drawn.days * 24).getTime();
  return world;
}

function pausedUntil({ from, hours }: { from: number; hours: number | null }): number {
  return hours === null ? Number.POSITIVE_INFINITY : at(from + hours).getTime();
}

function addDeduction(world: OracleWorld, drawn: Drawn, one: Drawn["deductions"][number], i: number): void {
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
  const sources: Record<string, OracleDeduction["source"]> = {
    TRUE: { id, sale: true, amount: sold.amount, at: soldAt },
    EARLIER: { id, sale: true, amount: sold.amount + 7, at: soldAt - 26 * hour },
    OTHER: { id: `batch-${one.sale % 3}`, sale: false, amount: 900_000, at: soldAt },
  };
  const reference = `d-${i}`;
  const amount = Math.max(1, amounts[one.part] ?? 0);
  const loan = one.loan % drawn.loans;
  // The second loan is disbursed on the third day; nobody deducts for it before that.
  const madeAt = Math.max(soldAt + one.after * hour, at(loan * 48).getTime());
  world.deductions.push({ loan, reference, amount, at: madeAt, source: sources[one.source] ?? null });
  const back = { NOT: 0, HALF: Math.floor(amount / 2), WHOLE: amount }[one.reversed] ?? 0;
  if (back > 0) world.reversals.push({ of: reference, amount: back, at: madeAt + hour });
}

/** The loans of a world in the database, with their changes and payments, and nothing reported yet. */
export async function settleWorld(tenant: Tenant, merchantId: string, { loans: drawn }: OracleWorld) {
  const made = [];
  for (const loan of drawn) {
    const disbursedAt = instant(loan.disbursedAt);
    const interest = Math.floor(loan.due / 10);
    const row = await disbursedLoan(tenant, { merchantId, principal: loan.due - interest, interest, disbursedAt });
    made.push(row);
    await changeLoan(tenant, row.id, loan);
    for (const payment of loan.payments) await pay(tenant, merchantId, row.id, payment);
  }
  return made;
}

async function changeLoan(tenant: Tenant, loanId: string, { terms, pauses }: OracleLoan): Promise<void> {
  const changes = [
    ...terms.slice(1).map(({ from, basisPoints, minimum }) => ({ kind: "TERMS" as const, from, basisPoints, minimum })),
    ...pauses.map(({ from }) => ({ kind: "PAUSE" as const, from })),
    ...pauses.flatMap(({ until }) => (Number.isFinite(until) ? [{ kind: "RESUME" as const, from: until }] : [])),
  ].sort((one, other) => one.from - other.from);
  let held: LoanTerms = {
    deductionBasisPoints: 1_000,
    minimumDeduction: kobo(10_000),
    dueDate: "2026-12-01",
    paused: false,
  };
  for (const change of changes) {
    const previous = held;
    if (change.kind === "TERMS") {
      held = { ...held, deductionBasisPoints: change.basisPoints, minimumDeduction: kobo(change.minimum) };
    } else held = { ...held, paused: change.kind === "PAUSE" };
    const row = { id: newId("loanChange"), ...ownedBy(tenant), loanId, kind: change.kind, previous, current: held };
    await db()
      .insert(loanChanges)
      .values({ ...row, reason: "Agreed", effectiveFrom: instant(change.from) });
  }
  const { deductionBasisPoints, minimumDeduction, paused } = held;
  const pausedAt = paused ? instant(pauses[0]?.from ?? 0) : null;
  await db().update(loans).set({ deductionBasisPoints, minimumDeduction, pausedAt }).where(eq(loans.id, loanId));
}

async function pay(tenant: Tenant, merchantId: string, loanId: string, payment: { amount: number; at: number }) {
  const paidAt = instant(payment.at);
  const payoutAccountId = newId("payoutAccount");
  const mandateId = newId("mandate");
  const bank = { bankCode: "058", accountNumber: "none", lastFour: "6789", accountName: "Ada", nameMatches: true };
  await db()
    .insert(payoutAccounts)
    .values({ id: payoutAccountId, ...ownedBy(tenant), merchantId, ...bank, verifiedAt: paidAt });
  await db()
    .insert(mandates)
    .values({ id: mandateId, ...ownedBy(tenant), loanId, payoutAccountId, status: "ACTIVE", createdAt: paidAt });
  const confirmed = { source: "DIRECT", status: "CONFIRMED", orderedAt: paidAt, finishedAt: paidAt } as const;
  await db()
    .insert(payments)
    .values({
      id: newId("payment"),
      ...ownedBy(tenant),
      loanId,
      mandateId,
      amount: kobo(payment.amount),
      ...confirmed,
    });
}
