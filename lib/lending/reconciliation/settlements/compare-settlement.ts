import { greatest, inNaira, type Kobo, minus, sumOf, totalOf, zero } from "@/lib/kernel/money";
import type { BreakTopic, BreakType } from "@/lib/terms/breaks";

export type SettlementFigures = {
  id: string;
  reference: string;
  netAmount: Kobo;
  /** Null, like the period, until settlement.created has arrived. */
  grossAmount: Kobo | null;
  totalDeductions: Kobo | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  transferredAt: Date | null;
  /** Null when it does not list its deductions. */
  deductionReferences: readonly string[] | null;
};

export type Neighbour = { reference: string; transferredAt: Date | null };

/** A deduction reported for the merchant, named by the settlement or within its period. */
export type ReportedDeduction = {
  id: string;
  reference: string;
  amount: Kobo;
  /** The amount in the ledger. */
  booked: Kobo;
  receivedAt: Date;
  /** In all and within the settlement's period; zero unless reported while the settlement was MISSING deductions. */
  takenBack: Kobo;
  takenBackInPeriod: Kobo;
  /** The settlement it was matched to before. */
  settlementId: string | null;
  /** Another settlement that names it. */
  namedBy: Neighbour | null;
  /** Another settlement, whose period covers it and which was transferred before it was reported. */
  missedBy: Neighbour | null;
};

export type SettlementFacts = {
  settlement: SettlementFigures;
  deductions: readonly ReportedDeduction[];
  /** Deductions of other merchants with a reference it names. */
  ofOthers: readonly { reference: string; merchantId: string; amount: Kobo }[];
  /** The merchant's reversals within the period. */
  reversedInPeriod: Kobo;
  /** What it was last MISSING deductions of, as its total was then; of a break that a person closed, what had come by then. */
  asked: Kobo | null;
};

export type Finding = {
  type: BreakType;
  topic: Topic;
  expected: Kobo;
  actual: Kobo;
  /** Not raised until reports on their way have had time to arrive. */
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

export function subjectOf(settlementId: string, topic: Topic): string {
  return `settlement:${settlementId}:${topic}`;
}

export type Comparison = {
  /** Nothing contradicts the settlement. Late reports are raised all the same. */
  matched: boolean;
  /** Ids of the deductions that belong to it. */
  claims: string[];
  /** The amount found of its total. */
  matchedAmount: Kobo;
  findings: Finding[];
};

/**
 * Its deductions are those it names, or else those of its period that no other names. Its total may or may not be less
 * the period's reversals: both match. What came while some was missing counts less what is reversed of it; what was
 * missing once stays so, whatever the total is corrected to, until as much has come.
 */
export function compareSettlement(facts: SettlementFacts): Comparison {
  const { settlement, ofOthers, reversedInPeriod } = facts;
  const { totalDeductions: total, deductionReferences: names } = settlement;
  const { own, late, twice } = belonging(facts);
  const [reported, takenBack] = [totalOf([...own, ...twice, ...ofOthers]), takenBackOf(own)];
  const found = minus(reported, takenBack.all);
  const known = new Set([...own, ...twice, ...ofOthers].map(({ reference }) => reference));
  const unknown = (names ?? []).filter((reference) => !known.has(reference));
  const less = minus(minus(reported, reversedInPeriod), minus(takenBack.all, takenBack.inPeriod));
  const agrees = total === found || total === less;
  const contained = names ? own : [...own, ...late];
  const came = minus(totalOf(contained), takenBackOf(contained).all);
  const asked = facts.asked !== null && came < facts.asked ? facts.asked : null;
  const common = { settlementReference: settlement.reference, ...periodOf(settlement) };

  const findings: Finding[] = [];
  const find = (topic: Topic, details: Omit<Finding, "type" | "topic" | "mayArrive"> & { mayArrive?: boolean }) => {
    const evidence = { about: topic, ...common, ...details.evidence };
    findings.push({ type: topics[topic], topic, mayArrive: false, ...details, evidence });
  };

  const { grossAmount, netAmount } = settlement;
  if (grossAmount !== null && total !== null && netAmount !== minus(grossAmount, total)) {
    const evidence = inNaira({ grossAmount, totalDeductions: total });
    find("figures", { expected: minus(grossAmount, total), actual: netAmount, evidence });
  }
  if (total === null) {
    const evidence = { missing: "settlement.created" };
    find("created", { expected: netAmount, actual: zero, mayArrive: true, evidence });
  }
  const figures = {
    ...inNaira({ deductionsFound: reported, reversedInPeriod }),
    ...(takenBack.all > 0 && inNaira({ takenBack: takenBack.all })),
    ...listed(own),
  };
  const short = unknown.length > 0 || (total !== null && !agrees && total > found);
  if (short || asked !== null) {
    const lowered = asked !== null && total !== null && total < asked ? inNaira({ correctedTo: total }) : {};
    const named = { deductionReferenceCount: names?.length ?? null, ...lowered };
    const evidence = { ...figures, ...named, unknownReferences: first(unknown), unknownCount: unknown.length };
    const expected = greatest(total ?? found, asked ?? zero);
    find("deductions", { expected, actual: short ? found : came, mayArrive: asked === null, evidence });
  }
  if (total !== null && !agrees && total < found) find("total", { expected: total, actual: found, evidence: figures });
  if (ofOthers.length > 0) {
    const merchantIds = first(ofOthers.map(({ merchantId }) => merchantId));
    const evidence = { ...listed(ofOthers), merchantIds };
    find("other-merchant", { expected: zero, actual: totalOf(ofOthers), evidence });
  }
  if (twice.length > 0) {
    const others = new Set(twice.map(({ namedBy }) => namedBy?.reference));
    const evidence = { ...listed(twice), otherSettlements: first([...others]) };
    find("settled-twice", { expected: zero, actual: totalOf(twice), evidence });
  }
  const booked = sumOf(own.map((deduction) => deduction.booked));
  if (agrees && booked !== totalOf(own)) {
    find("ledger", { expected: totalOf(own), actual: booked, evidence: listed(own) });
  }
  if (late.length > 0) {
    const transfers = new Set(late.map(({ missedBy }) => missedBy?.reference ?? settlement.reference));
    const evidence = { ...listed(late), reportedAfterTransferOf: first([...transfers]) };
    find("late", { expected: zero, actual: totalOf(late), evidence });
  }
  // More was found than it contains, and nothing tells which belong to it.
  const ambiguous = names === null && total !== null && !agrees && total < found;
  const claims = ambiguous ? [] : own;
  return {
    matched: findings.every(({ topic }) => topic === "late"),
    claims: claims.map(({ id }) => id),
    matchedAmount: agrees && total === less ? less : minus(totalOf(claims), takenBackOf(claims).all),
    findings,
  };
}

function takenBackOf(deductions: readonly ReportedDeduction[]): { all: Kobo; inPeriod: Kobo } {
  return {
    all: sumOf(deductions.map(({ takenBack }) => takenBack)),
    inPeriod: sumOf(deductions.map(({ takenBackInPeriod }) => takenBackInPeriod)),
  };
}

type Belonging = Record<"own" | "late" | "twice", ReportedDeduction[]>;

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

/** A deduction that two settlements name belongs to the one transferred first. */
function comesBefore(other: Neighbour, settlement: SettlementFigures): boolean {
  const theirs = other.transferredAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const ours = settlement.transferredAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return theirs === ours ? other.reference < settlement.reference : theirs < ours;
}

function periodOf({ periodStart, periodEnd }: SettlementFigures) {
  return periodStart && periodEnd ? { periodStart: periodStart.toISOString(), periodEnd: periodEnd.toISOString() } : {};
}

/** Maximum items of a list in the evidence, which is meant for people. */
const shownAtMost = 20;

function first<T>(all: readonly T[]): T[] {
  return all.slice(0, shownAtMost);
}

function listed(deductions: readonly { reference: string }[]) {
  return { references: first(deductions.map(({ reference }) => reference)), count: deductions.length };
}
