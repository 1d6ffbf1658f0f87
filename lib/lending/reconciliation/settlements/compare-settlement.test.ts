import { describe, expect, test } from "vitest";
import { kobo, minus, totalOf, zero } from "@/lib/kernel/money";
import { fc } from "@/test/proof";
import { compareSettlement, type ReportedDeduction, type SettlementFacts } from "./compare-settlement";

const start = new Date("2026-11-02T00:00:00Z");
const end = new Date("2026-11-09T00:00:00Z");

const deduction = (reference: string, amount: number, more: Partial<ReportedDeduction> = {}): ReportedDeduction => ({
  id: `rep_${reference}`,
  reference,
  amount: kobo(amount),
  booked: kobo(amount),
  takenBack: zero,
  takenBackInPeriod: zero,
  receivedAt: start,
  settlementId: null,
  namedBy: null,
  missedBy: null,
  ...more,
});

const gross = kobo(1_000_000_000);

/** A settlement whose figures add up, unless the change says otherwise. */
const facts = (
  change: Partial<SettlementFacts["settlement"]>,
  more: Partial<Omit<SettlementFacts, "settlement">> = {},
): SettlementFacts => ({
  settlement: {
    id: "set_1",
    reference: "S-1",
    netAmount: minus(gross, change.totalDeductions ?? zero),
    grossAmount: gross,
    totalDeductions: zero,
    periodStart: start,
    periodEnd: end,
    transferredAt: end,
    deductionReferences: null,
    ...change,
  },
  deductions: [],
  ofOthers: [],
  reversedInPeriod: zero,
  asked: null,
  ...more,
});

const topicsOf = (given: SettlementFacts) => compareSettlement(given).findings.map(({ topic }) => topic);

const deductions = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 1, max: 1_000_000 }).map(kobo),
      named: fc.boolean(),
      reported: fc.boolean(),
    }),
    {
      maxLength: 12,
    },
  )
  .map((all) => all.map((one, i) => ({ ...one, reference: `D-${i}` })));

describe("for any deductions", () => {
  test("what is there and agrees is matched, whole and without a finding", () => {
    fc.assert(
      fc.property(deductions, fc.boolean(), (all, names) => {
        const own = names ? all.filter(({ named }) => named) : all;
        const result = compareSettlement(
          facts(
            {
              totalDeductions: totalOf(own),
              deductionReferences: names ? own.map(({ reference }) => reference) : null,
            },
            { deductions: all.map(({ reference, amount }) => deduction(reference, amount)) },
          ),
        );
        expect(result.findings).toEqual([]);
        expect(result.matched).toBe(true);
        expect(result.claims).toEqual(own.map(({ reference }) => `rep_${reference}`));
      }),
    );
  });

  test("the order in which they are listed makes no difference", () => {
    fc.assert(
      fc.property(
        deductions.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        fc.integer({ min: 0, max: 3_000_000 }).map(kobo),
        fc.boolean(),
        ([all, shuffled], totalDeductions, names) => {
          const compared = [all, shuffled].map((one) => {
            const settlement = {
              totalDeductions,
              deductionReferences: names ? all.filter(({ named }) => named).map(({ reference }) => reference) : null,
            };
            const reported = one.filter(({ reported }) => reported);
            const list = reported.map(({ reference, amount }) => deduction(reference, amount));
            const { claims, findings, ...rest } = compareSettlement(facts(settlement, { deductions: list }));
            const figures = findings.map(({ type, topic, expected, actual }) => ({ type, topic, expected, actual }));
            return { ...rest, claims: claims.sort(), figures };
          });
          expect(compared[0]).toEqual(compared[1]);
        },
      ),
    );
  });

  test("a difference is found exactly when there is one, and on its own side", () => {
    fc.assert(
      fc.property(
        deductions,
        fc.integer({ min: 0, max: 3_000_000 }).map(kobo),
        fc.integer({ min: 0, max: 50_000 }).map(kobo),
        (all, total, reversed) => {
          const found = totalOf(all);
          const list = all.map(({ reference, amount }) => deduction(reference, amount));
          const given = facts({ totalDeductions: total }, { deductions: list, reversedInPeriod: reversed });
          const agrees = total === found || total === found - reversed;
          const topics = topicsOf(given);
          expect(topics).toEqual(agrees ? [] : [total > found ? "deductions" : "total"]);
        },
      ),
    );
  });

  test("what is known to belong elsewhere is never taken", () => {
    fc.assert(
      fc.property(deductions, (all) => {
        const list = all.map(({ reference, amount, named, reported }) =>
          deduction(reference, amount, {
            settlementId: reported ? "set_2" : null,
            namedBy: named ? { reference: "S-3", transferredAt: end } : null,
          }),
        );
        const { claims } = compareSettlement(facts({ totalDeductions: kobo(5) }, { deductions: list }));
        const free = all.filter(({ named, reported }) => !named && !reported);
        expect(free.map(({ reference }) => `rep_${reference}`)).toEqual(expect.arrayContaining(claims));
      }),
    );
  });
});

describe("gross less deductions is the net, to the kobo", () => {
  const amount = fc.integer({ min: 0, max: 1_000_000_000 }).map(kobo);
  const figuresOf = (settlement: Parameters<typeof facts>[0]) =>
    compareSettlement(facts(settlement)).findings.filter(({ topic }) => topic === "figures");

  test("for any figures: the break says what the net should be, and what it is", () => {
    fc.assert(
      fc.property(amount, amount, amount, (grossAmount, totalDeductions, netAmount) => {
        const expected = minus(grossAmount, totalDeductions);
        expect(figuresOf({ grossAmount, totalDeductions, netAmount })).toMatchObject(
          netAmount === expected ? [] : [{ type: "AMOUNT", expected, actual: netAmount, mayArrive: false }],
        );
        expect(figuresOf({ grossAmount, totalDeductions, netAmount: expected })).toEqual([]);
      }),
    );
  });

  test.each([
    ["₦25,000 short", 100_000_00, 15_000_00, 60_000_00, 1],
    ["₦25,000 too much", 100_000_00, 15_000_00, 110_000_00, 1],
    ["a kobo short", 100_000_00, 15_000_00, 84_999_99, 1],
    ["a kobo too much", 100_000_00, 15_000_00, 85_000_01, 1],
    ["nothing sold and nothing paid", 0, 0, 0, 0],
    ["everything deducted", 15_000_00, 15_000_00, 0, 0],
    ["more deducted than sold", 10_000_00, 15_000_00, 0, 1],
  ])("%s", (_, grossAmount, totalDeductions, netAmount, found) => {
    const figures = { grossAmount: kobo(grossAmount), totalDeductions: kobo(totalDeductions) };
    expect(figuresOf({ ...figures, netAmount: kobo(netAmount) })).toHaveLength(found);
  });

  test("nothing is said before settlement.created has come", () => {
    expect(figuresOf({ grossAmount: null, totalDeductions: null, netAmount: kobo(7) })).toEqual([]);
  });
});

describe("of two settlements that name one deduction", () => {
  const other = (transferredAt: Date, reference = "S-2") => ({ reference, transferredAt });
  const named = (namedBy: ReportedDeduction["namedBy"]) =>
    facts(
      { totalDeductions: kobo(100), deductionReferences: ["D-1"] },
      { deductions: [deduction("D-1", 100, { namedBy })] },
    );

  test("the one that was transferred first has it", () => {
    expect(compareSettlement(named(other(start))).claims).toEqual([]);
    expect(topicsOf(named(other(start)))).toEqual(["settled-twice"]);
    expect(compareSettlement(named(other(new Date(end.getTime() + 1)))).claims).toEqual(["rep_D-1"]);
  });

  test("of the same moment, the one whose reference comes first", () => {
    expect(topicsOf(named(other(end, "S-0")))).toEqual(["settled-twice"]);
    expect(topicsOf(named(other(end, "S-2")))).toEqual([]);
  });
});

test("evidence shows the first twenty of a list, and says how many there are", () => {
  const list = Array.from({ length: 30 }, (_, i) => deduction(`D-${i}`, 1));
  const [finding] = compareSettlement(facts({ totalDeductions: kobo(50) }, { deductions: list })).findings;
  expect(finding?.evidence).toMatchObject({ count: 30, deductionsFound: 0.3, reversedInPeriod: 0 });
  expect(finding?.evidence.references).toHaveLength(20);
});
