import type { BreakTopic, BreakType } from "@/lib/breaks/constants";
import { fromKobo, type Kobo, minus, sumOf, totalOf, zero } from "@/lib/money";

/** What a settlement says of itself. */
export type SettlementFigures = {
  id: string;
  reference: string;
  netAmount: Kobo;
  /** Null, and the period with them, until settlement.created has come. */
  grossAmount: Kobo | null;
  totalDeductions: Kobo | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  transferredAt: Date | null;
  /** Null when it does not say which deductions it contains. */
  deductionReferences: readonly string[] | null;
};

/** Another settlement of the merchant. */
export type Neighbour = { reference: string; transferredAt: Date | null };

/** A deduction that was reported for the merchant: one the settlement names, or one of its period. */
export type ReportedDeduction = {
  id: string;
  reference: string;
  amount: Kobo;
  /** What the ledger has of it. */
  booked: Kobo;
  receivedAt: Date;
  /** The settlement it was found in before. */
  settlementId: string | null;
  /** Another settlement that names it. */
  namedBy: Neighbour | null;
  /** Another settlement, of the period it happened in, that had been transferred when it was reported. */
  missedBy: Neighbour | null;
};

export type SettlementFacts = {
  settlement: SettlementFigures;
  deductions: readonly ReportedDeduction[];
  /** Deductions of other merchants that bear a reference it names. */
  ofOthers: readonly { reference: string; merchantId: string; amount: Kobo }[];
  /** Reversals of the merchant that happened in the period. */
  reversedInPeriod: Kobo;
};

/** Something that is wrong with a settlement, at most one of each topic. */
export type Finding = {
  type: BreakType;
  topic: Topic;
  expected: Kobo;
  actual: Kobo;
  /** What is on its way may mend it: to be told only when that has had its time. */
  mayArrive: boolean;
  evidence: Record<string, unknown>;
};

const topics = {
  figures: "AMOUNT",
  created: "MISSING",
  deductions: "MISSING",
  total: "AMOUNT",
  ledger: "AMOUNT",
  "other-merchant": "WRONG_LOAN",
  "settled-twice": "DUPLICATE",
  late: "LATE",
} as const satisfies Partial<Record<BreakTopic, BreakType>>;
export type Topic = keyof typeof topics;

export type Comparison = {
  /** Nothing contradicts the settlement. What came late is told all the same. */
  matched: boolean;
  /** Ids of the deductions that belong to it. */
  claims: string[];
  /** What of its total was found. */
  matchedAmount: Kobo;
  findings: Finding[];
};

/**
 * Holds a settlement against what was reported. It contains the deductions it names, or else those of its period that no
 * other settlement names. A marketplace may take the reversals of the period off its total or not: either figure agrees. The
 * result depends on what is known, never on the order in which it came.
 */
export function compareSettlement(facts: SettlementFacts): Comparison {
  const { settlement, ofOthers, reversedInPeriod } = facts;
  const { totalDeductions: total, deductionReferences: names } = settlement;
  const { own, late, twice } = belonging(facts);
  const found = totalOf([...own, ...twice, ...ofOthers]);
  const known = new Set([...own, ...twice, ...ofOthers].map(({ reference }) => reference));
  const unknown = (names ?? []).filter((reference) => !known.has(reference));
  const less = minus(found, reversedInPeriod);
  const agrees = total === found || total === less;
  const common = { settlementReference: settlement.reference, ...periodOf(settlement) };

  const findings: Finding[] = [];
  const find = (topic: Topic, told: Omit<Finding, "type" | "topic" | "mayArrive"> & { mayArrive?: boolean }) =>
    findings.push({
      type: topics[topic],
      topic,
      mayArrive: false,
      ...told,
      evidence: { about: topic, ...common, ...told.evidence },
    });

  const { grossAmount, netAmount } = settlement;
  if (grossAmount !== null && total !== null && netAmount > grossAmount - total) {
    const evidence = { grossAmount: fromKobo(grossAmount), totalDeductions: fromKobo(total) };
    find("figures", { expected: minus(grossAmount, total), actual: netAmount, evidence });
  }
  if (total === null) {
    find("created", {
      expected: netAmount,
      actual: zero,
      mayArrive: true,
      evidence: { missing: "settlement.created" },
    });
  }
  const figures = {
    deductionsFound: fromKobo(found),
    reversedInPeriod: fromKobo(reversedInPeriod),
    ...listed("references", own),
  };
  if (unknown.length > 0 || (total !== null && !agrees && total > found)) {
    const evidence = { ...figures, unknownReferences: first(unknown), unknownCount: unknown.length };
    find("deductions", { expected: total ?? found, actual: found, mayArrive: true, evidence });
  }
  if (total !== null && !agrees && total < found) find("total", { expected: total, actual: found, evidence: figures });
  if (ofOthers.length > 0) {
    const evidence = {
      ...listed("references", ofOthers),
      merchantIds: first(ofOthers.map(({ merchantId }) => merchantId)),
    };
    find("other-merchant", { expected: zero, actual: totalOf(ofOthers), evidence });
  }
  if (twice.length > 0) {
    const others = new Set(twice.map(({ namedBy }) => namedBy?.reference));
    const evidence = { ...listed("references", twice), otherSettlements: first([...others]) };
    find("settled-twice", { expected: zero, actual: totalOf(twice), evidence });
  }
  const booked = sumOf(own.map((deduction) => deduction.booked));
  if (agrees && booked !== totalOf(own)) {
    find("ledger", { expected: totalOf(own), actual: booked, evidence: listed("references", own) });
  }
  if (late.length > 0) {
    const transfers = new Set(late.map(({ missedBy }) => missedBy?.reference ?? settlement.reference));
    const evidence = { ...listed("references", late), reportedAfterTransferOf: first([...transfers]) };
    find("late", { expected: zero, actual: totalOf(late), evidence });
  }
  // More was found than it contains, and nothing says which of it: none is taken.
  const ambiguous = names === null && total !== null && !agrees && total < found;
  const claims = ambiguous ? [] : own;
  return {
    matched: findings.every(({ topic }) => topic === "late"),
    claims: claims.map(({ id }) => id),
    matchedAmount: agrees && total === less ? less : totalOf(claims),
    findings,
  };
}

type Belonging = Record<"own" | "late" | "twice", ReportedDeduction[]>;

/** Which deductions are the settlement's, which of them another settles as well, and which were reported too late. */
function belonging({ settlement, deductions, reversedInPeriod }: SettlementFacts): Belonging {
  const { id, totalDeductions: total, transferredAt, deductionReferences } = settlement;
  const afterTransfer = ({ receivedAt }: ReportedDeduction) => transferredAt !== null && receivedAt > transferredAt;
  const free = ({ settlementId, namedBy }: ReportedDeduction) =>
    namedBy === null && (settlementId === null || settlementId === id);
  if (deductionReferences) {
    const names = new Set(deductionReferences);
    const named = deductions.filter(({ reference }) => names.has(reference));
    const isAnothers = ({ namedBy }: ReportedDeduction) => namedBy !== null && comesBefore(namedBy, settlement);
    const own = named.filter((deduction) => !isAnothers(deduction));
    const left = deductions.filter((deduction) => !names.has(deduction.reference) && free(deduction));
    const late = [...own.filter(({ missedBy }) => missedBy), ...left.filter(afterTransfer)];
    return { own, late, twice: named.filter(isAnothers) };
  }
  const inPeriod = deductions.filter(free);
  const agrees = (figure: Kobo) => figure === total || figure - reversedInPeriod === total;
  const inTime = inPeriod.filter((deduction) => !afterTransfer(deduction));
  if (!agrees(totalOf(inPeriod)) && agrees(totalOf(inTime))) {
    return { own: inTime, late: inPeriod.filter(afterTransfer), twice: [] };
  }
  return { own: inPeriod, late: [], twice: [] };
}

/** Of two settlements that name the same deduction, the one that was transferred first has it. */
function comesBefore(other: Neighbour, settlement: SettlementFigures): boolean {
  const theirs = other.transferredAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const ours = settlement.transferredAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return theirs === ours ? other.reference < settlement.reference : theirs < ours;
}

function periodOf({ periodStart, periodEnd }: SettlementFigures) {
  return periodStart && periodEnd ? { periodStart: periodStart.toISOString(), periodEnd: periodEnd.toISOString() } : {};
}

/** Evidence is read by people: so much of a list says it. */
const shownAtMost = 20;

function first<T>(all: readonly T[]): T[] {
  return all.slice(0, shownAtMost);
}

function listed(name: string, deductions: readonly { reference: string }[]) {
  return { [name]: first(deductions.map(({ reference }) => reference)), count: deductions.length };
}
