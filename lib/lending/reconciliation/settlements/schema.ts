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

export const settlementWebhook = snakeCased(settlementEvent).meta({
  sample: {
    marketplace: { id: "mkt_01m82hrc1fakhffkrrj1st6mbf", name: "Market" },
    event: "settlement.created",
    event_id: "seller-1042",
    merchant: { marketplace_id: "seller-1042" },
    settlement: {
      reference: "seller-1042",
      net_amount: 70000,
      currency: "NGN",
      gross_amount: 100000,
      total_deductions: 30000,
      period_start: "2026-11-22T20:14:38.620Z",
      period_end: "2026-11-22T21:15:38.620Z",
    },
    timestamp: "2026-11-22T21:14:38.620Z",
  },
});
