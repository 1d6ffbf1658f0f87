/** Days past due from the first to below the last (docs/console.md#arrears). */
export const arrearsBuckets = {
  "1-30": { from: 1, below: 31 },
  "31-60": { from: 31, below: 61 },
  "61-90": { from: 61, below: 91 },
  "over-90": { from: 91, below: null },
} as const;

export const arrearsLabels = {
  "1-30": "1 to 30 days",
  "31-60": "31 to 60 days",
  "61-90": "61 to 90 days",
  "over-90": "Over 90 days",
  paused: "Collection paused",
} as const;
export type ArrearsBucket = keyof typeof arrearsLabels;

/** What the rules do next to a loan that is late. */
export const nextSteps = ["DEBIT", "DEBIT_ANNOUNCED", "REMINDER", "DEFAULT", "NOTHING_PAUSED"] as const;
export type NextStep = (typeof nextSteps)[number];

export const nextStepLabels: Record<NextStep, string> = {
  DEBIT: "Announced debit",
  DEBIT_ANNOUNCED: "A debit may be announced",
  REMINDER: "Reminder or summary by mail",
  DEFAULT: "Default",
  NOTHING_PAUSED: "Nothing until it is resumed",
};
