/** `from`, `to`: when one joins, as shares of the programme: who is to default begins early. */
type Chances = { count: number; from: number; to: number };

export const fates = {
  /** Created, and no data was ever sent. */
  created: { count: 7, from: 0.3, to: 0.95 },
  scored: { count: 12, from: 0.1, to: 0.97 },
  "in-review": { count: 5, from: 0.95, to: 0.96 },
  "needs-update": { count: 5, from: 0.7, to: 0.9 },
  "kyc-rejected": { count: 4, from: 0.1, to: 0.85 },
  /** Approved, and has not asked for anything. */
  idle: { count: 6, from: 0.2, to: 0.9 },
  /** Asked, and was refused for the reason of that name. */
  "risk-tier-blocked": { count: 4, from: 0.1, to: 0.9 },
  "no-credit-score": { count: 2, from: 0.2, to: 0.9 },
  "timeframe-expired": { count: 3, from: 0.2, to: 0.85 },
  "score-stale": { count: 3, from: 0.05, to: 0.45 },
  "above-lending-cap": { count: 6, from: 0.15, to: 0.95 },
  "above-repayment-capacity": { count: 4, from: 0.2, to: 0.9 },
  "above-owner-exposure": { count: 2, from: 0.55, to: 0.6 },
  "no-lender-available": { count: 1, from: 0.6, to: 0.7 },
  "kyc-refused": { count: 2, from: 0.2, to: 0.85 },
  /** Asked; KYC is in review. */
  undecided: { count: 3, from: 0.96, to: 0.97 },
  offered: { count: 4, from: 0.92, to: 0.94 },
  declined: { count: 4, from: 0.2, to: 0.88 },
  lapsed: { count: 3, from: 0.1, to: 0.6 },
  /** Disconnected by the marketplace. */
  left: { count: 3, from: 0.1, to: 0.6 },
  "payout-held": { count: 1, from: 0.93, to: 0.94 },
  "account-refused": { count: 1, from: 0.92, to: 0.93 },
  /** Borrows and pays as agreed; some come again. */
  steady: { count: 69, from: 0, to: 0.985 },
  ahead: { count: 14, from: 0, to: 0.97 },
  /** Sales drop for some weeks; half of them are paused. */
  dip: { count: 10, from: 0.05, to: 0.75 },
  slow: { count: 8, from: 0.2, to: 0.8 },
  /** Has paid for two weeks and stopped some weeks ago; asks for more. */
  overdue: { count: 4, from: 0.72, to: 0.79 },
  /** Pays for two weeks and is never heard from again. */
  defaulted: { count: 4, from: 0, to: 0.4 },
  "written-off": { count: 2, from: 0, to: 0.25 },
  /** Its deductions are forgotten, doubled and reversed. */
  careless: { count: 4, from: 0.62, to: 0.8 },
} as const satisfies Record<string, Chances>;

export type Fate = keyof typeof fates;

const takers: readonly Fate[] = [
  "steady",
  "ahead",
  "dip",
  "slow",
  "overdue",
  "defaulted",
  "written-off",
  "careless",
  "payout-held",
  "account-refused",
];

export function takesMoney(fate: Fate): boolean {
  return takers.includes(fate);
}

/** How much a merchant sells and pays, compared with its usual, so many weeks after the money came. */
export function paceOf(fate: Fate, weeks: number): number {
  switch (fate) {
    case "ahead":
      return 1.4;
    case "dip":
      return weeks < 4 ? 1 : weeks < 9 ? 0.25 : 1.7;
    case "slow":
      return weeks < 3 ? 1 : 0.5;
    case "overdue":
    case "defaulted":
    case "written-off":
      return weeks < 2 ? 1 : 0;
    default:
      return 1;
  }
}
