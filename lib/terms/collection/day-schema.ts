import type { Kobo } from "@/lib/kernel/money";

/** What was agreed of some sales and what was taken of them. Kobo. */
export type Amounts = { agreed: Kobo; taken: Kobo };

/** Before deductions without a sale are spread over the days (docs/collection.md#days). Kobo. */
export type DayFigures = Amounts & {
  /** What the terms ask of the day's sales, whatever is left to be paid. */
  share: Kobo;
  /** By how much the day lessens what is left to be asked for: by its sales' share, or by what was taken if more. */
  used: Kobo;
  /** Taken within the terms after nothing was left to be asked for: it makes good what is missing of earlier days. */
  catchUp: Kobo;
  /** Of what is agreed, what the sales as told of later would not ask for (docs/collection.md#told-again). */
  changed: Kobo;
  /** What special kinds of deductions took beyond what was agreed of their sales. */
  surplus: Kobo;
  /** Taken of sales made while paused, or deducted while paused. */
  paused: Kobo;
  exceeds: Amounts;
  duplicate: Amounts;
  /** Deductions without a sale behind them, made that day: while not paused, while paused, after a write-off. */
  unsourced: { usual: Kobo; paused: Kobo; recovered: Kobo };
};

/**
 * The sale at which nothing was left to be asked for: of it `amount` is asked, of those after it nothing. `lifted`: when
 * the bank took a payment back, so that something was left again, up to another cap.
 */
export type Cap = { at: string; orderId: string; amount: Kobo; lifted?: { at: string; next: Cap | null } };

/** From a day on, the days within which deductions must follow a day's sales. */
export type WindowPeriod = { from: string; days: number };
