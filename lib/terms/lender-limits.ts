import { fromKobo, greatest, type Kobo, kobo, least, minus, toKobo, zero } from "@/lib/kernel/money";
import type { RiskTier } from "./scoring/constants";

/** The most of a lender's money that may be out at once, in kobo; what is left out has no limit. */
export type LenderLimits = {
  /** In all. */
  facility?: Kobo;
  perBorrower?: Kobo;
  perMarketplace?: Kobo;
  perTier?: Partial<Record<LentTier, Kobo>>;
  /** Of the offers of one calendar month, in UTC. */
  perMonth?: Kobo;
  /** Of what a marketplace has deducted for it and not remitted; what is out is limited by the others. */
  unremitted?: Kobo;
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

const single = ["facility", "perBorrower", "perMarketplace", "perMonth", "unremitted"] as const;

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
  const { facility, perBorrower, perMarketplace, perTier, perMonth, unremitted } = limits;
  return {
    facility: naira(facility),
    perBorrower: naira(perBorrower),
    perMarketplace: naira(perMarketplace),
    perTier: { A: naira(perTier?.A), B: naira(perTier?.B), C: naira(perTier?.C), D: naira(perTier?.D) },
    perMonth: naira(perMonth),
    unremitted: naira(unremitted),
  };
}

/** Whether what may be out of its money is. */
export function isLimited({ unremitted: _, ...limits }: LenderLimits): boolean {
  return Object.keys(limits).length > 0;
}

/** What is used by one marketplace, and by all others. */
export type UsageBeside = { own: Usage; others: Usage };

/**
 * What of a lender's money is left for a merchant of this marketplace and tier; null where nothing limits it. Where others
 * use a limit, what they leave is rounded, before what the marketplace itself uses is taken off: no answer tells of a
 * single loan of theirs (docs/lending.md#pauses-and-limits).
 */
export function roomIn(
  limits: LenderLimits,
  { own, others }: UsageBeside,
  to: { riskTier: RiskTier; leftOfBorrower: (limit: Kobo) => Kobo },
): Kobo | null {
  const { facility, perBorrower, perMarketplace, perMonth } = limits;
  const perTier = to.riskTier === "E" ? undefined : limits.perTier?.[to.riskTier];
  const leftBy = (limit: Kobo, used: (by: Usage) => Kobo) => {
    const left = minus(limit, used(others));
    return minus(used(others) > 0 ? coarse(left) : left, used(own));
  };
  const rooms = [
    facility !== undefined && leftBy(facility, (by) => by.facility),
    perMonth !== undefined && leftBy(perMonth, (by) => by.perMonth),
    perMarketplace !== undefined && minus(perMarketplace, own.facility),
    perTier !== undefined && leftBy(perTier, (by) => by.perTier.get(to.riskTier) ?? zero),
    perBorrower !== undefined && to.leftOfBorrower(perBorrower),
  ].filter((room) => room !== false);
  return rooms.length === 0 ? null : greatest(zero, rooms.reduce(least));
}

/** Down to 1, 2 or 5 times a power of ten: steps so far apart, and the same for everybody, tell of no single loan. */
function coarse(room: Kobo): Kobo {
  if (room <= 0) return zero;
  const power = 10 ** (String(room).length - 1);
  return kobo((room >= 5 * power ? 5 : room >= 2 * power ? 2 : 1) * power);
}
