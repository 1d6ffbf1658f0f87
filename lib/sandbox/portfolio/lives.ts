import type { Tenor } from "@/lib/terms/funding/constants";
import { offerDays } from "@/lib/terms/loans/constants";
import type { CancelReason, LoanState } from "@/lib/terms/loans/states";

/** How long ago an offer was made, in days: `from` one to the next. What has happened to a loan follows from it. */
export const ages = {
  fresh: { from: 0 },
  young: { from: 7 },
  grown: { from: 40 },
  old: { from: 126 },
} as const;
export type Age = keyof typeof ages;
export const ageNames = Object.keys(ages) as Age[];

/**
 * What may become of an offer, all of it by the first day of its age, so that it is true on every later one.
 * `weight`: how many of an age, of all of that age. `deductions`: the day, and the share of the total in basis points.
 * `endsDay`, `pausedDay`: on which it is cancelled, or its collection paused.
 */
export type Life = {
  age: Age;
  weight: number;
  status: LoanState;
  tenorDays: Tenor;
  deductions: readonly (readonly [day: number, basisPoints: number])[];
  cancelReason?: CancelReason;
  endsDay?: number;
  pausedDay?: number;
};

const none = [] as const;

export const lives: readonly Life[] = [
  { age: "fresh", weight: 8, status: "APPROVED", tenorDays: 90, deductions: none },
  { age: "fresh", weight: 1, status: "ACCEPTED", tenorDays: 90, deductions: none },
  { age: "fresh", weight: 1, status: "PAYOUT_HELD", tenorDays: 90, deductions: none },
  { age: "fresh", weight: 1, status: "DISBURSING", tenorDays: 90, deductions: none },
  { age: "fresh", weight: 6, status: "ACTIVE", tenorDays: 120, deductions: none },

  { age: "young", weight: 5, status: "ACTIVE", tenorDays: 120, deductions: [[6, 1_000]] },
  { age: "young", weight: 5, status: "ACTIVE", tenorDays: 90, deductions: none },
  {
    age: "young",
    weight: 2,
    status: "REPAID",
    tenorDays: 30,
    deductions: [
      [4, 4_000],
      [6, 6_000],
    ],
  },
  {
    age: "young",
    weight: 2,
    status: "CANCELLED",
    tenorDays: 90,
    deductions: none,
    cancelReason: "DECLINED",
    endsDay: 2,
  },

  // Ahead of its schedule until the last instalment.
  {
    age: "grown",
    weight: 6,
    status: "ACTIVE",
    tenorDays: 120,
    deductions: [
      [10, 2_500],
      [22, 2_500],
      [38, 2_600],
    ],
  },
  // Nothing since its first instalment.
  {
    age: "grown",
    weight: 3,
    status: "ACTIVE",
    tenorDays: 120,
    deductions: [
      [10, 1_500],
      [25, 1_200],
    ],
  },
  { age: "grown", weight: 1, status: "ACTIVE", tenorDays: 120, deductions: [[10, 2_600]], pausedDay: 20 },
  {
    age: "grown",
    weight: 4,
    status: "REPAID",
    tenorDays: 90,
    deductions: [
      [12, 3_000],
      [24, 3_000],
      [36, 4_000],
    ],
  },
  {
    age: "grown",
    weight: 2,
    status: "CANCELLED",
    tenorDays: 90,
    deductions: none,
    cancelReason: "EXPIRED",
    endsDay: offerDays,
  },

  {
    age: "old",
    weight: 8,
    status: "REPAID",
    tenorDays: 90,
    deductions: [
      [20, 3_000],
      [45, 3_000],
      [80, 4_000],
    ],
  },
  {
    age: "old",
    weight: 3,
    status: "ACTIVE",
    tenorDays: 365,
    deductions: [
      [30, 3_000],
      [70, 3_200],
      [120, 3_100],
    ],
  },
  { age: "old", weight: 2, status: "DEFAULTED", tenorDays: 90, deductions: [[14, 900]] },
  {
    age: "old",
    weight: 1,
    status: "WRITTEN_OFF",
    tenorDays: 90,
    deductions: [
      [14, 900],
      [20, 400],
    ],
  },
  { age: "old", weight: 2, status: "CANCELLED", tenorDays: 90, deductions: none, cancelReason: "DECLINED", endsDay: 3 },
];
