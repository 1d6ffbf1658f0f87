import { greatest, type Kobo, plus, zero } from "@/lib/kernel/money";

export type Standing = {
  /** Principal of open offers, plus outstanding principal of running loans. */
  committed: Kobo;
  /** Includes a loan written off and not recovered. */
  defaulted: boolean;
  /** A loan is more than `overdueAfterDays` past due. */
  overdue: boolean;
  /** Its marketplace has reported fraud and not cleared it. */
  fraud: boolean;
};

/** What some merchants of a borrower owe together, and the highest of their lending caps: zero without a score. */
export type Exposure = Standing & { highestCap: Kobo };

/** What the other merchants of a borrower owe: those of the same marketplace, and those of others. */
export type OtherExposure = { here: Exposure; elsewhere: Exposure };

export const nothingOwed: Exposure = {
  committed: zero,
  highestCap: zero,
  defaulted: false,
  overdue: false,
  fraud: false,
};

/** Days past due beyond which a loan keeps its borrower from another: less is what lumpy sales bring. */
export const overdueAfterDays = 7;

export function together(one: Exposure, other: Exposure): Exposure {
  return {
    committed: plus(one.committed, other.committed),
    highestCap: greatest(one.highestCap, other.highestCap),
    defaulted: one.defaulted || other.defaulted,
    overdue: one.overdue || other.overdue,
    fraud: one.fraud || other.fraud,
  };
}

/** Whether nothing stands against whoever stands like this: nothing owed or offered, no default, no fraud. */
export function isClean({ committed, defaulted, overdue, fraud }: Standing): boolean {
  return committed === zero && !defaulted && !overdue && !fraud;
}
