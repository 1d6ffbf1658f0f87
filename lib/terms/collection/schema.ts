import { z } from "zod";
import { naira } from "@/lib/kernel/answer-fields";

const date = z.iso.date();

/** What should have come in for a loan and what did, with amounts in naira as the place it is shown in has them. */
export function collectionWith<Amount extends z.ZodType<number>>(amount: Amount) {
  return z.object({
    from: date.describe("The day of disbursement"),
    to: date.describe(
      "Today; for a loan that is over, the day it ended, or a later one on which something was still taken",
    ),
    agreed: amount.describe("What the terms asked of the sales"),
    taken: amount.describe("What was deducted from them, less reversals"),
    missing: amount.describe("Agreed and not taken, of days whose payout period is over"),
    excess: amount.describe("Taken beyond what was agreed"),
    awaited: amount.describe("Agreed and not taken yet: the payout period is not over"),
    changed: amount.describe(
      "Of what was agreed, what sales that were told of again otherwise would not ask for; it counts until an operator has decided",
    ),
  });
}

/** On the wire: agreed = taken + missing + awaited − excess (docs/collection.md#what-is-shown). */
export const collectionAnswer = collectionWith(naira).meta({ id: "Collection" });
export type Collection = z.output<typeof collectionAnswer>;

export const mostDays = 400;

const collectionDay = z.object({
  day: date.describe("Of the sales (UTC)"),
  agreed: naira,
  taken: naira,
  missing: naira.describe("0 until the day is judged"),
  excess: naira,
  changed: naira.describe("Of what was agreed, what waits for a decision: sales were told of again otherwise"),
  judged: z.boolean().describe("The payout period of the day's sales is over"),
});
export type CollectionDay = z.output<typeof collectionDay>;

export const collectionByDay = collectionAnswer.extend({
  days: z.array(collectionDay).describe(`Newest first; the last ${mostDays} at most`),
});
export type CollectionByDay = z.output<typeof collectionByDay>;
