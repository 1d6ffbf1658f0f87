import type { CorrectableFigures } from "@/lib/terms/settlements";

/**
 * A settlement's figures as they were first reported: its corrections, oldest first, undone. What was never corrected is
 * as it is now, also if it was reported after a correction.
 */
export function firstReport<Settlement extends CorrectableFigures>(
  settlement: Settlement,
  corrections: readonly { previous: Partial<CorrectableFigures> }[],
): Settlement {
  let figures = settlement;
  for (const { previous } of corrections.toReversed()) figures = { ...figures, ...previous };
  return figures;
}
