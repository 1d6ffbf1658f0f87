import type { CorrectableFigures } from "@/lib/terms/settlements";

/** Its corrections, oldest first, undone. What was never corrected is as now, also if reported after a correction. */
export function firstReport<Settlement extends CorrectableFigures>(
  settlement: Settlement,
  corrections: readonly { previous: Partial<CorrectableFigures> }[],
): Settlement {
  let figures = settlement;
  for (const { previous } of corrections.toReversed()) figures = { ...figures, ...previous };
  return figures;
}
