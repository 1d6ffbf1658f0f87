import { z } from "zod";
import { operatorRoles } from "@/lib/kernel/actor";
import { email, foreignId, text } from "@/lib/kernel/validation";
import type { lenderProduct } from "@/lib/parties/lenders/schema";
import { tenors } from "@/lib/terms/funding/constants";
import { lentTiers } from "@/lib/terms/lender-limits";
import { railKinds } from "@/lib/terms/rails";
import { nairaOf, nairaTyped } from "@/lib/terms/typed-amounts";

// What operators type about lenders and people. A typed form becomes what the API takes.

/** What takes a reason and nothing else. */
export const reasonTyped = z.object({ reason: text(500) });

const must = nairaTyped.min(1, "Must not be empty");

/** An empty limit is none. */
export const limitsTyped = z.object({
  minimumPrincipal: must,
  maximumPrincipal: must,
  minimumDeduction: must,
  facility: nairaTyped,
  perBorrower: nairaTyped,
  perMarketplace: nairaTyped,
  perMonth: nairaTyped,
  unremitted: nairaTyped,
  tierA: nairaTyped,
  tierB: nairaTyped,
  tierC: nairaTyped,
  tierD: nairaTyped,
  workMail: z.union([z.literal(""), email], "Must be a valid e-mail address"),
});
export type LimitsTyped = z.output<typeof limitsTyped>;

/** With what stood there when the form was opened: whoever saves takes back nobody else's change unseen. */
export const limitsChangeTyped = limitsTyped.extend({ seen: limitsTyped });
export type LimitsChangeTyped = z.output<typeof limitsChangeTyped>;

export function limitsOfTyped(typed: LimitsTyped) {
  const limit = (name: Exclude<keyof LimitsTyped, "workMail">) => nairaOf(typed[name]) ?? null;
  return {
    minimumPrincipal: nairaOf(typed.minimumPrincipal),
    maximumPrincipal: nairaOf(typed.maximumPrincipal),
    minimumDeduction: nairaOf(typed.minimumDeduction),
    workMail: typed.workMail,
    limits: {
      facility: limit("facility"),
      perBorrower: limit("perBorrower"),
      perMarketplace: limit("perMarketplace"),
      perMonth: limit("perMonth"),
      unremitted: limit("unremitted"),
      perTier: { A: limit("tierA"), B: limit("tierB"), C: limit("tierC"), D: limit("tierD") },
    },
  };
}

const percent = z.string().regex(/^\d{1,3}(\.\d{1,2})?$/, "Must be a percentage such as 12.5");
const tierTyped = z.enum(lentTiers, "Choose one");
const tenorTyped = z.enum(tenors.map(String) as [string, ...string[]], "Choose one");

export const productTyped = z.object({
  riskTier: tierTyped,
  tenorDays: tenorTyped,
  lowestDeduction: percent,
  highestDeduction: percent,
  ratePer30Days: percent,
  defaultAfterDays: z.string().regex(/^\d{1,3}$/, "Must be a number of days"),
  recoversFromSales: z.enum(["yes", "no"], "Choose one"),
});
export type ProductTyped = z.output<typeof productTyped>;

/** Checked further by `lenderProduct`. */
export function productOfTyped(typed: ProductTyped): z.input<typeof lenderProduct> {
  return {
    riskTier: typed.riskTier,
    tenorDays: Number(typed.tenorDays) as (typeof tenors)[number],
    lowestDeduction: Number(typed.lowestDeduction),
    highestDeduction: Number(typed.highestDeduction),
    ratePer30Days: Number(typed.ratePer30Days),
    defaultAfterDays: Number(typed.defaultAfterDays),
    recoversFromSales: typed.recoversFromSales === "yes",
  };
}

/** Checked further by `railBody`. */
export const railTyped = reasonTyped.extend({
  kind: z.enum(railKinds, "Choose one"),
  secretKey: z.string().optional(),
  accountId: z.string().optional(),
  dayLimit: nairaTyped,
});
export type RailTyped = z.output<typeof railTyped>;

export const newLenderTyped = productTyped.extend({
  name: text(150),
  minimumPrincipal: must,
  maximumPrincipal: must,
  minimumDeduction: must,
});
export type NewLenderTyped = z.output<typeof newLenderTyped>;

export const newOperatorTyped = z.object({
  email,
  name: text(150),
  role: z.enum(operatorRoles, "Choose one"),
  reason: text(500),
});
export type NewOperatorTyped = z.output<typeof newOperatorTyped>;

export const roleTyped = z.object({
  userId: foreignId(64),
  role: z.enum(operatorRoles, "Choose one"),
  reason: text(500),
});
export type RoleTyped = z.output<typeof roleTyped>;
