import { dateOf } from "@/lib/kernel/calendar";
import { greatest, type Kobo, least, minus, plus, sumOf, zero } from "@/lib/kernel/money";
import type { Amounts, DayFigures } from "@/lib/terms/collection/day-schema";
import { bySaleTime, type Deduction, type Sale } from "./sales";
import { type AskingLoan, isPausedAt, shareOf, underCap } from "./shares";

/** The kinds of which one sale is enough, in the order in which they go before one another. */
export type SpecialKind = "PAUSED_DEDUCTION" | "EXCEEDS_SALE" | "DUPLICATE_ORDER";

/** A sale of the day with what was asked and taken of it for the loan. */
export type CollectedSale = Sale & {
  share: Kobo;
  agreed: Kobo;
  taken: Kobo;
  special: SpecialKind | null;
  /** What would be agreed of it on its day if what was told of it later counted. */
  claimed: Kobo;
  /** The loan's own deductions that count; those made while collection was paused, or of a sale made then. */
  own: readonly Deduction[];
  paused: readonly Deduction[];
};

/** A day of a loan: its sales in order, and the loan's deductions made that day without a sale behind them. */
export type CollectedDay = { sales: readonly CollectedSale[]; unsourced: Unsourced };

/** Deductions without a sale: made while not paused, while paused, after a write-off. */
type Unsourced = Record<keyof DayFigures["unsourced"], readonly Deduction[]>;

/** @param loans the merchant's, in the order of disbursement, up to the one whose day it is. */
export function collectDay(
  day: { sales: readonly Sale[]; unsourced: readonly Deduction[] },
  loans: readonly AskingLoan[],
): CollectedDay {
  const loan = loans.at(-1);
  if (!loan) throw new Error("A day is of a loan.");
  const sales = [...day.sales].sort(bySaleTime).map((sale) => collectSale(sale, loans, loan));
  return { sales, unsourced: unsourcedOf(day.unsourced, loan) };
}

function unsourcedOf(deductions: readonly Deduction[], { pauses, writtenOffAt }: AskingLoan): Unsourced {
  const unsourced = { usual: [] as Deduction[], paused: [] as Deduction[], recovered: [] as Deduction[] };
  for (const one of deductions) {
    if (one.net <= 0) continue;
    if (writtenOffAt && one.at >= writtenOffAt) unsourced.recovered.push(one);
    else if (isPausedAt(one.at, pauses)) unsourced.paused.push(one);
    else unsourced.usual.push(one);
  }
  return unsourced;
}

function collectSale(sale: Sale, loans: readonly AskingLoan[], loan: AskingLoan): CollectedSale {
  const recovered = loan.writtenOffAt && sale.at >= loan.writtenOffAt;
  const own = recovered ? [] : sale.deductions.filter(({ loanId, net }) => loanId === loan.id && net > 0);
  const share = shareOf(sale, loans);
  const agreed = underCap(share, sale, loan.cap);
  const taken = netOf(own);
  const asleep = isPausedAt(sale.at, loan.pauses);
  const paused = own.filter(({ at }) => asleep || isPausedAt(at, loan.pauses));
  const special = specialKind({ gross: sale.gross, share, taken, own, paused });
  const claimed = least(agreed, claimedOf(sale, loans, loan) ?? agreed);
  return { ...sale, share, agreed, taken, own, paused, special, claimed };
}

function claimedOf(sale: Sale, loans: readonly AskingLoan[], loan: AskingLoan): Kobo | null {
  const { claim, at } = sale;
  if (!claim) return null;
  if (dateOf(claim.at) !== dateOf(at)) return zero;
  return underCap(shareOf({ ...sale, ...claim }, loans), sale, loan.cap);
}

type Judged = Pick<CollectedSale, "gross" | "share" | "taken" | "own" | "paused">;

function specialKind({ gross, share, taken, own, paused }: Judged): SpecialKind | null {
  if (paused.length > 0) return "PAUSED_DEDUCTION";
  if (own.some(({ net }) => net > gross)) return "EXCEEDS_SALE";
  return own.length > 1 && taken > share ? "DUPLICATE_ORDER" : null;
}

export function figuresOf({ sales, unsourced }: CollectedDay): DayFigures {
  const special = sales.filter((sale) => sale.special !== null);
  const ofKind = (kind: SpecialKind) => amountsOf(special.filter((sale) => sale.special === kind));
  const { usual, paused, recovered } = unsourced;
  const { agreed, taken } = amountsOf(sales);
  const share = sumOf(sales.map((sale) => sale.share));
  // What a regular sale gave beyond its share stands for what another of the day came short of.
  const beyond = sumOf(special.map((sale) => greatest(zero, minus(sale.taken, sale.share))));
  return {
    ...{ agreed, taken, share },
    used: plus(greatest(share, minus(taken, beyond)), beyond),
    catchUp: sumOf(sales.filter((sale) => sale.special === null).map(catchUpOf)),
    changed: sumOf(sales.map(({ agreed, claimed }) => minus(agreed, claimed))),
    surplus: sumOf(special.map(({ agreed, taken }) => greatest(zero, minus(taken, agreed)))),
    paused: plus(netOf(sales.flatMap((sale) => sale.paused)), netOf(paused)),
    exceeds: ofKind("EXCEEDS_SALE"),
    duplicate: ofKind("DUPLICATE_ORDER"),
    unsourced: { usual: netOf(usual), paused: netOf(paused), recovered: netOf(recovered) },
  };
}

function catchUpOf({ share, agreed, taken }: CollectedSale): Kobo {
  return greatest(zero, minus(least(taken, share), agreed));
}

function amountsOf(sales: readonly Amounts[]): Amounts {
  return { agreed: sumOf(sales.map(({ agreed }) => agreed)), taken: sumOf(sales.map(({ taken }) => taken)) };
}

function netOf(deductions: readonly Deduction[]): Kobo {
  return sumOf(deductions.map(({ net }) => net));
}
