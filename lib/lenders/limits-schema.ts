import { fromKobo, greatest, type Kobo, least, minus, toKobo, zero } from "@/lib/money";
import type { RiskTier } from "@/lib/scoring/constants";

/** The most of a lender's money that may be out at once, in kobo; what is left out has no limit. */
export type LenderLimits = {
  /** In all. */
  facility?: Kobo;
  perBorrower?: Kobo;
  perMarketplace?: Kobo;
  perTier?: Partial<Record<LentTier, Kobo>>;
  /** Of the offers of one calendar month, in UTC. */
  perMonth?: Kobo;
};

export const lentTiers = ["A", "B", "C", "D"] as const satisfies readonly RiskTier[];
export type LentTier = (typeof lentTiers)[number];

/** How much of each limit is taken, in kobo (docs/lending.md#pauses-and-limits). */
export type Usage = {
  facility: Kobo;
  perMarketplace: ReadonlyMap<string, Kobo>;
  perTier: ReadonlyMap<RiskTier, Kobo>;
  perMonth: Kobo;
};

/** What an operator writes, in naira: null is no limit. */
export type WrittenLimits = {
  [Name in Exclude<keyof LenderLimits, "perTier">]?: number | null | undefined;
} & { perTier?: { [Tier in LentTier]?: number | null | undefined } | null | undefined };

const single = ["facility", "perBorrower", "perMarketplace", "perMonth"] as const;

export function limitsOf(written: WrittenLimits | null | undefined): LenderLimits {
  const set = <Name extends string>(names: readonly Name[], from: { [N in Name]?: number | null | undefined }) =>
    Object.fromEntries(names.flatMap((name) => (from[name] == null ? [] : [[name, toKobo(from[name])]]))) as {
      [N in Name]?: Kobo;
    };
  const perTier = set(lentTiers, written?.perTier ?? {});
  return { ...set(single, written ?? {}), ...(Object.keys(perTier).length > 0 ? { perTier } : {}) };
}

/** The limits as they are shown, in naira: null where there is none. */
export function shownLimits(limits: LenderLimits) {
  const naira = (amount: Kobo | undefined) => (amount === undefined ? null : fromKobo(amount));
  const { facility, perBorrower, perMarketplace, perTier, perMonth } = limits;
  return {
    facility: naira(facility),
    perBorrower: naira(perBorrower),
    perMarketplace: naira(perMarketplace),
    perTier: { A: naira(perTier?.A), B: naira(perTier?.B), C: naira(perTier?.C), D: naira(perTier?.D) },
    perMonth: naira(perMonth),
  };
}

export function isLimited(limits: LenderLimits): boolean {
  return Object.keys(limits).length > 0;
}

/** What of a lender's money is left for a merchant of this marketplace and tier; null where nothing limits it. */
export function roomIn(
  limits: LenderLimits,
  used: Usage,
  to: { marketplaceId: string; riskTier: RiskTier; leftOfBorrower: (limit: Kobo) => Kobo },
): Kobo | null {
  const { facility, perBorrower, perMarketplace, perMonth } = limits;
  const perTier = to.riskTier === "E" ? undefined : limits.perTier?.[to.riskTier];
  const rooms = [
    facility !== undefined && minus(facility, used.facility),
    perMonth !== undefined && minus(perMonth, used.perMonth),
    perMarketplace !== undefined && minus(perMarketplace, used.perMarketplace.get(to.marketplaceId) ?? zero),
    perTier !== undefined && minus(perTier, used.perTier.get(to.riskTier) ?? zero),
    perBorrower !== undefined && to.leftOfBorrower(perBorrower),
  ].filter((room) => room !== false);
  return rooms.length === 0 ? null : greatest(zero, rooms.reduce(least));
}
