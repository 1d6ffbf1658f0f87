import { ceilings, forcingTierE } from "./constants";
import { debtField } from "./limits";

/**
 * The fields that decide by themselves: those that force tier E, those of the ceilings (the rates that have to be shared
 * among them), and debt elsewhere. Where later data is silent about one, what was said before stands
 * (docs/scoring.md#carry-over).
 */
export const decisiveFields: ReadonlySet<string> = new Set([
  ...forcingTierE.map(({ field }) => field),
  ...ceilings.flatMap(({ signs }) => signs.map(({ field }) => field)),
  debtField,
]);
