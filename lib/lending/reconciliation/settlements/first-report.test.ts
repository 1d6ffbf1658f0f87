import { expect, test } from "vitest";
import { kobo, zero } from "@/lib/kernel/money";
import type { CorrectableFigures } from "@/lib/terms/settlements";
import { fc } from "@/test/proof";
import { firstReport } from "./first-report";

const figure = fc.nat(9).map(kobo);
const correction = fc.record(
  {
    grossAmount: figure,
    totalDeductions: figure,
    netAmount: figure,
    deductionReferences: fc.option(fc.array(fc.constantFrom("D-1", "D-2"))),
  },
  { requiredKeys: [] },
);

test("any corrections undone are the first report", () => {
  const first: CorrectableFigures = {
    grossAmount: null,
    totalDeductions: zero,
    netAmount: zero,
    deductionReferences: [],
  };
  fc.assert(
    fc.property(fc.array(correction), (all) => {
      let now = first;
      const kept = all.map((corrected) => {
        const fields = Object.keys(corrected) as (keyof CorrectableFigures)[];
        const previous = Object.fromEntries(fields.map((field) => [field, now[field]]));
        now = { ...now, ...corrected };
        return { previous };
      });
      expect(firstReport(now, kept)).toEqual(first);
    }),
  );
});

test("what was reported after a correction, and never corrected, is as it is", () => {
  const now = { grossAmount: kobo(7), totalDeductions: kobo(2), netAmount: kobo(5), deductionReferences: null };
  expect(firstReport(now, [{ previous: { netAmount: kobo(4) } }])).toEqual({ ...now, netAmount: 4 });
});
