import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { type MerchantRecord, merchantRecord as schema } from "@/lib/terms/merchant-data/schema";
import { limitsFor } from "@/lib/terms/scoring/limits";
import {
  amounts,
  counts,
  growthRates,
  limits,
  moments,
  percents,
  records,
  unboundedRates,
} from "@/test/factories/any-record";
import { recordMoment } from "@/test/factories/merchant-record";
import { fc, proofCases } from "@/test/proof";
import { hasGraveRate } from "./ceilings";
import { directions } from "./directions";
import { fieldPath, withField } from "./fields";
import { score } from "./score";
import type { Subject } from "./subject";

/** Values of a field, worst order aside, by what kind of field it is. */
function valuesOf(field: string): fc.Arbitrary<unknown> {
  const order = directions[field]?.order;
  if (order) return fc.constantFrom(...order);
  const key = field.split(".").at(-1) ?? "";
  if (key === "marketplaceOnboardingDate") return moments;
  if (key === "verificationStatus" || key.startsWith("has")) return fc.boolean();
  if (key === "salesGrowthRate") return growthRates;
  if (key === "monthlySalesVariance" || key === "settlementDelays") return unboundedRates;
  if (/Rate$|Percentage$|Concentration$|Usage$/.test(key)) return percents;
  if (/^gmv|Sales$|Value$|Amount$|^total(Outstanding|Overdue)$/.test(key)) return amounts;
  return counts;
}

/** Which of two values is more, on the scale the table means. */
function compare(field: string, a: unknown, b: unknown): number {
  const order = directions[field]?.order;
  const rank = (value: unknown) => {
    if (order) return (order as readonly unknown[]).indexOf(value);
    return typeof value === "string" ? Date.parse(value) : Number(value);
  };
  return rank(a) - rank(b);
}

function withValue(record: MerchantRecord, field: string, value: unknown, month: number): MerchantRecord {
  if (!field.startsWith("monthlySalesHistory")) return withField(record, fieldPath(field), value);
  const key = field.slice(field.lastIndexOf(".") + 1);
  const monthlySalesHistory = record.monthlySalesHistory?.map((entry, i) =>
    i === month ? { ...entry, [key]: value } : entry,
  );
  return { ...record, monthlySalesHistory };
}

const monotone = Object.entries(directions).filter(([, { direction }]) => direction !== 0);

describe("one field moved, the others fixed", () => {
  test.each(monotone)("%s", (field, { direction }) => {
    const pairs = fc
      .tuple(valuesOf(field), valuesOf(field))
      .map(([a, b]) => (compare(field, a, b) <= 0 ? [a, b] : [b, a]));
    fc.assert(
      fc.property(records, limits, pairs, fc.nat(5), (record, outside, [less, more], month) => {
        const scoreWith = (value: unknown) => {
          const changed = withValue(record, field, value, month);
          const own = field === "historicalCredit.totalOutstanding" ? limitsFor(changed, outside) : outside;
          const subject: Subject = { record: changed, asOf: recordMoment, limits: own };
          return score(subject);
        };
        const [low, high] = direction === 1 ? [scoreWith(less), scoreWith(more)] : [scoreWith(more), scoreWith(less)];
        expect(high.totalScore).toBeGreaterThanOrEqual(low.totalScore);
        expect(high.maxLendingCap).toBeGreaterThanOrEqual(low.maxLendingCap);
        expect(high.assumedMonthlySales).toBeGreaterThanOrEqual(low.assumedMonthlySales);
        expect(high.loanEligibility.maxMonthlyRepayment).toBeGreaterThanOrEqual(
          low.loanEligibility.maxMonthlyRepayment,
        );
      }),
    );
  });

  test("more orders never lower a score, nor a cap unless they make a bad rate count", () => {
    fc.assert(
      fc.property(records, limits, counts, counts, (record, outside, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map((orderCount) => {
          const changed = withField(record, fieldPath("salesPerformance.orderCount"), orderCount);
          return score({ record: changed, asOf: recordMoment, limits: outside });
        });
        expect(high?.totalScore).toBeGreaterThanOrEqual(low?.totalScore ?? 0);
        if (!hasGraveRate(record, recordMoment)) {
          expect(high?.maxLendingCap).toBeGreaterThanOrEqual(low?.maxLendingCap ?? 0);
        }
      }),
    );
  });

  test("every scored direction is felt somewhere", () => {
    // A good record on both ends of each field: were the table to name a field the model forgot, nothing would move.
    const felt = monotone.filter(([field]) => {
      const samples = fc.sample(fc.tuple(records, valuesOf(field), valuesOf(field)), Math.max(proofCases, 200));
      return samples.some(([record, a, b]) => {
        const [one, other] = [a, b].map((value) => {
          const changed = withValue({ ...record, behavioralRisk: undefined }, field, value, 0);
          const own = limitsFor(changed, { marketplaceMax: null, lenderMax: null });
          return score({ record: changed, asOf: recordMoment, limits: own });
        });
        return one?.totalScore !== other?.totalScore || one?.maxLendingCap !== other?.maxLendingCap;
      });
    });
    expect(felt).toEqual(monotone);
  });
});

test("the table names exactly the fields of the record", () => {
  expect(Object.keys(directions).sort()).toEqual(leaves(schema).sort());
});

test.each(Object.entries(directions))("%s: one way, the other or neither, and why", (_, { direction, because }) => {
  expect([1, -1, 0]).toContain(direction);
  expect(because).toMatch(/^[A-Z].+\.$/);
});

function leaves(type: z.core.$ZodType, path = ""): string[] {
  const { def } = type._zod;
  if ("innerType" in def) return leaves(def.innerType as z.core.$ZodType, path);
  if ("element" in def) return leaves(def.element as z.core.$ZodType, `${path}[].`);
  if ("shape" in def) {
    const shape = def.shape as Record<string, z.core.$ZodType>;
    return Object.entries(shape).flatMap(([key, inner]) =>
      leaves(inner, `${path}${key}${"shape" in unwrapped(inner) || "element" in unwrapped(inner) ? "." : ""}`),
    );
  }
  return [path];
}

function unwrapped(type: z.core.$ZodType): object {
  const { def } = type._zod;
  return "innerType" in def ? unwrapped(def.innerType as z.core.$ZodType) : def;
}
