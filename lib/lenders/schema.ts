import { z } from "zod";
import { environments } from "@/lib/actor";
import { minimumAmount, tenors } from "@/lib/funding/constants";
import { riskTiers } from "@/lib/scoring/constants";
import { amount, oneOf, text } from "@/lib/validation";

/** Percent in steps of a half, as deduction percentages are set. */
const halfPercents = z.number("Must be a number").multipleOf(0.5, "Must be in steps of 0.5").positive().max(100);
/** Percent for 30 days. Above it the price of the largest amount for the longest tenor would not be a safe integer. */
export const highestRate = 30;
/** Percent with at most two decimals. */
const rate = z
  .number("Must be a number")
  .multipleOf(0.01, "Must have at most 2 decimals")
  .nonnegative()
  .max(highestRate, `Must be at most ${highestRate}`);

const product = z
  .strictObject({
    riskTier: oneOf(riskTiers).exclude(["E"], "Must be a tier that is lent to"),
    lowestDeduction: halfPercents,
    highestDeduction: halfPercents,
    ratePer30Days: rate,
    defaultAfterDays: z.int("Must be a whole number").min(1).max(365).default(90),
  })
  .refine(({ lowestDeduction, highestDeduction }) => lowestDeduction <= highestDeduction, {
    path: ["highestDeduction"],
    error: "Must not be below the lowest",
  });

/**
 * A lender as an operator writes it: amounts in naira, percentages as percent. The products are for every tenor
 * named.
 */
export const lenderInput = z
  .strictObject({
    environment: oneOf(environments),
    name: text(150),
    minimumPrincipal: amount.min(minimumAmount, `Must be at least ${minimumAmount}`),
    maximumPrincipal: amount,
    minimumDeduction: amount,
    tenors: z.array(z.literal(tenors, `Must be of ${tenors.join(", ")}`)).min(1, "Must name at least 1 tenor"),
    products: z.array(product).min(1, "Must have at least 1 product"),
  })
  .refine(({ minimumPrincipal, maximumPrincipal }) => minimumPrincipal <= maximumPrincipal, {
    path: ["maximumPrincipal"],
    error: "Must not be below the minimum",
  })
  .refine(({ tenors: named }) => new Set(named).size === named.length, {
    path: ["tenors"],
    error: "Must not name a tenor twice",
  })
  .refine(({ products }) => new Set(products.map(({ riskTier }) => riskTier)).size === products.length, {
    path: ["products"],
    error: "Must not name a tier twice",
  });
export type LenderInput = z.output<typeof lenderInput>;
