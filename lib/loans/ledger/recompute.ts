import { type Kobo, least, minus, negated, plus, sumOf, zero } from "@/lib/kernel/money";
import { type Portion, withoutInterest } from "@/lib/terms/ledger/allocation";
import type { PaymentSource } from "@/lib/terms/payments/states";
import { type Figures, totalPaid } from "./balances";
import { afterRefund } from "./refund";

export type LoanTransaction = { id: string; occurredAt: Date; recordedAt: Date } & (
  | { kind: "DISBURSEMENT" }
  /** `owed`: there was a debt for it to repay. */
  | { kind: "DEDUCTION"; reference: string; amount: Kobo; owed: boolean }
  | { kind: "REVERSAL"; reference: string; originalReference: string; amount: Kobo }
  | { kind: "REFUND"; amount: Kobo; payoutId?: string | null }
  /** Of the refund with the same payout. */
  | { kind: "REFUND_REVERSED"; amount: Kobo; payoutId?: string | null }
  | { kind: "WRITE_OFF" }
  | { kind: "PAYMENT"; reference: string; source: PaymentSource; amount: Kobo }
  /** Of the whole payment with that id. */
  | { kind: "DEBIT_REVERSED"; paymentId: string; amount: Kobo }
  | { kind: "COOLING_OFF" | "COOLING_OFF_UNDONE" }
  | { kind: "PAYOUT_REVERSED" | "PAID_AGAIN" | "NEVER_PAID_OUT" }
);

export type Agreed = { principal: Kobo; interest: Kobo; portions: readonly Portion[] };

type Deduction = Extract<LoanTransaction, { kind: "DEDUCTION" }>;
type Reversal = Extract<LoanTransaction, { kind: "REVERSAL" }>;
type Payment = Extract<LoanTransaction, { kind: "PAYMENT" }>;

/** A deduction, its effective reversals, and what is left of it. */
export type NetDeduction = { deduction: Deduction; reversals: Reversal[]; net: Kobo };

/**
 * Decisions made on what was known at the time, which stay: where a refund came from, and what a write-off knew of.
 * What is reversed later of money from before the write-off is missing there, not among what came after it.
 */
export type Decisions = Map<string, { received: Kobo; held: Kobo; known?: ReadonlySet<string> }>;

/** From the facts alone: the ledger is checked against this. `known`: in the order in which they became known. */
export function recompute(agreed: Agreed, known: readonly LoanTransaction[]): Figures {
  return figuresOf(agreed, known, decisionsOf(agreed, known));
}

export function decisionsOf(agreed: Agreed, known: readonly LoanTransaction[]): Decisions {
  const decisions: Decisions = new Map();
  for (const [i, fact] of known.entries()) {
    if (fact.kind === "REFUND_REVERSED") {
      const taken = takenBy(refundOf(known, fact.payoutId), decisions);
      decisions.set(fact.id, { received: negated(taken.received), held: negated(taken.held) });
    }
    if (fact.kind !== "REFUND" && fact.kind !== "WRITE_OFF") continue;
    const earlier = known.slice(0, i);
    if (fact.kind === "WRITE_OFF") {
      decisions.set(fact.id, { received: zero, held: zero, known: new Set(earlier.map(({ id }) => id)) });
    } else {
      const before = figuresOf(agreed, earlier, decisions);
      const after = afterRefund(before, fact.amount);
      const [received, held] = [minus(after.received, before.received), minus(after.held, before.held)];
      decisions.set(fact.id, { received, held });
    }
  }
  return decisions;
}

/** What a refund changed of `received` and `held`: both less. */
export function takenBy(refundId: string | undefined, decisions: Decisions): { received: Kobo; held: Kobo } {
  const decision = decisions.get(refundId ?? "");
  if (!decision) throw new Error("A refund came back that never went out.");
  return decision;
}

export function refundOf(known: readonly LoanTransaction[], payoutId: string | null | undefined): string | undefined {
  return known.find((fact) => fact.kind === "REFUND" && payoutId && fact.payoutId === payoutId)?.id;
}

/** The figures resulting from some of the facts, in any order, given the decisions. */
export function figuresOf(agreed: Agreed, facts: readonly LoanTransaction[], decisions: Decisions): Figures {
  const times = (kind: LoanTransaction["kind"]) => facts.filter((fact) => fact.kind === kind).length;
  const undone = times("NEVER_PAID_OUT") > 0;
  const disbursed = times("DISBURSEMENT") > 0 && !undone;
  const returned = disbursed && times("PAYOUT_REVERSED") > times("PAID_AGAIN");
  const owed = isCooledOff(facts.map(({ kind }) => kind)) ? withoutInterest(agreed.portions) : {};
  const moved = movedBy(facts, decisions);
  const writeOff = undone ? undefined : facts.find(({ kind }) => kind === "WRITE_OFF");
  const known = writeOff && decisions.get(writeOff.id)?.known;
  return {
    ...{ ...agreed, ...owed, disbursed, returned },
    received: sumOf(moved.map(({ received }) => received)),
    held: sumOf(moved.map(({ held }) => held)),
    receivedAtWriteOff: known ? sumOf(moved.filter(({ id }) => known.has(id)).map(({ received }) => received)) : null,
  };
}

/** Whether the interest is waived after these facts or journals: it is restored as often as not. */
export function isCooledOff(kinds: readonly string[]): boolean {
  const times = (kind: string) => kinds.filter((one) => one === kind).length;
  return times("COOLING_OFF") > times("COOLING_OFF_UNDONE");
}

function movedBy(facts: readonly LoanTransaction[], decisions: Decisions) {
  const deducted = netDeductions(facts).map(({ deduction: { id, owed }, net }) => ({
    id,
    received: owed ? net : zero,
    held: owed ? zero : net,
  }));
  const own = facts.map((fact) => {
    if (fact.kind === "PAYMENT") return { id: fact.id, received: netPayment(fact, facts), held: zero };
    return { id: fact.id, received: zero, held: zero, ...decisions.get(fact.id) };
  });
  return [...deducted, ...own];
}

/** Nothing once the bank has taken it back. */
function netPayment({ id, amount }: Payment, facts: readonly LoanTransaction[]): Kobo {
  return facts.some((fact) => fact.kind === "DEBIT_REVERSED" && fact.paymentId === id) ? zero : amount;
}

/** Together reversals never exceed their deduction; earlier ones take precedence (docs/repayments.md#reversals). */
export function netDeductions(facts: readonly LoanTransaction[]): NetDeduction[] {
  const inOrder = byOccurrence(facts);
  const reversalsOf = new Map<string, Reversal[]>();
  for (const fact of inOrder) {
    if (fact.kind !== "REVERSAL") continue;
    const others = reversalsOf.get(fact.originalReference);
    if (others) others.push(fact);
    else reversalsOf.set(fact.originalReference, [fact]);
  }
  return inOrder
    .filter((fact) => fact.kind === "DEDUCTION")
    .map((deduction) => {
      let net = deduction.amount;
      const reversals = (reversalsOf.get(deduction.reference) ?? []).filter(({ amount }) => {
        if (amount > net) return false;
        net = minus(net, amount);
        return true;
      });
      return { deduction, reversals, net };
    });
}

/** Money that repays the loan: a payment, or what is left of a deduction. */
type Income = { id: string; occurredAt: Date; reference: string; net: Kobo };

export function incomeOf(facts: readonly LoanTransaction[]): Income[] {
  const deducted = netDeductions(facts).filter(({ deduction }) => deduction.owed);
  const paid = facts.filter((fact) => fact.kind === "PAYMENT");
  return byOccurrence([
    ...deducted.map(({ deduction: { id, occurredAt, reference }, net }) => ({ id, occurredAt, reference, net })),
    ...paid.map((payment) => ({ ...payment, net: netPayment(payment, facts) })),
  ]);
}

/** In the order they happened; ties are broken by reference. */
function byOccurrence<Fact extends { occurredAt: Date; reference?: string }>(facts: readonly Fact[]): Fact[] {
  return [...facts].sort(
    (one, other) =>
      one.occurredAt.getTime() - other.occurredAt.getTime() ||
      ((one.reference ?? "") < (other.reference ?? "") ? -1 : 1),
  );
}

/** `from` and `to`: what is repaid before and after it, in the order they happened. Refunds take from the last. */
export function allocate(figures: Figures, income: readonly Income[]): Map<string, { from: Kobo; to: Kobo }> {
  const most = totalPaid(figures);
  const paid = new Map<string, { from: Kobo; to: Kobo }>();
  let sum = zero;
  for (const { id, net } of income) {
    const from = least(sum, most);
    sum = plus(sum, net);
    paid.set(id, { from, to: least(sum, most) });
  }
  return paid;
}
