import type { Kobo } from "@/lib/kernel/money";
import type { CapReason, RiskTier } from "@/lib/terms/scoring/constants";

/** The figures that a request was decided by, as far as its marketplace may know them. Amounts in kobo. */
export type DecidedBy = {
  tier: RiskTier;
  cap: Kobo;
  /** Why it was below the smallest loan; null where it was not. Left out of decisions from before this was kept. */
  capReason?: CapReason | null;
  /** What the merchant's own offers and loans took up of the cap. */
  committed: Kobo;
  /** The same of its borrower's other merchants at this marketplace. */
  committedByOthers: Kobo;
  assumedMonthlySales: Kobo;
  /** When the marketplace submitted the data, and the newest month in it (`YYYY-MM`; null without a history). */
  dataFrom: string;
  salesUntil: string | null;
  /** The most that cap, sales and lenders allowed on the tenor asked for. */
  most: Kobo;
};
