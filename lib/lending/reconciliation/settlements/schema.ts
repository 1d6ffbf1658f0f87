import { z } from "zod";
import { snakeCased } from "@/lib/kernel/snake-case";
import { amount, currencyCode } from "@/lib/kernel/validation";
import { id, moment, object, reported } from "@/lib/sales/data-events/schema";
import { settlementEventTypes } from "@/lib/terms/settlements";

/** Maximum number of deductions listed; a larger settlement omits the list. */
const mostReferences = 10_000;

export const deductionReferences = z
  .array(id, "Must be an array")
  .max(mostReferences, `Must have at most ${mostReferences} entries`)
  .refine((references) => new Set(references).size === references.length, "Must not name a deduction twice");

const created = z.object({
  event: z.literal("settlement.created"),
  ...reported,
  settlement: z
    .object(
      {
        reference: id,
        grossAmount: amount.describe("What was sold, less the marketplace's own charges"),
        totalDeductions: amount,
        netAmount: amount.describe("Exactly the gross amount less the deductions"),
        currency: currencyCode,
        periodStart: moment,
        periodEnd: moment,
      },
      object,
    )
    .refine(({ periodStart, periodEnd }) => periodStart < periodEnd, {
      path: ["periodEnd"],
      error: "Must be later than the start of the period",
    }),
});

const transferred = z.object({
  event: z.literal("settlement.transferred"),
  ...reported,
  settlement: z.object(
    {
      reference: id,
      netAmount: amount,
      currency: currencyCode,
      transferredAt: moment,
      transferReference: id,
      deductionReferences: deductionReferences
        .optional()
        .describe("The references of the deductions that the settlement contains"),
    },
    object,
  ),
});

/** A settlement event with camelCase names instead of the webhook's snake_case. */
export const settlementEvent = z.discriminatedUnion("event", [created, transferred], {
  error: ({ code }) => (code === "invalid_union" ? `Must be one of ${settlementEventTypes.join(", ")}` : object),
});
export type SettlementEvent = z.output<typeof settlementEvent>;

/** Body of `POST /api/v1/webhooks/marketplace/settlement`. */
export const settlementWebhook = snakeCased(settlementEvent);
