import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { naira } from "@/lib/kernel/answer-fields";
import { amount, bool, calendarDate, email, foreignId, oneOf, text } from "@/lib/kernel/validation";
import { batchFields, usualDayLimit } from "@/lib/terms/batches";
import { minimumAmount, tenors } from "@/lib/terms/funding/constants";
import { railDomains, railKinds } from "@/lib/terms/rails";
import { riskTiers } from "@/lib/terms/scoring/constants";

const halfPercents = z
  .number("Must be a number")
  .multipleOf(0.5, "Must be in steps of 0.5")
  .positive("Must be more than 0")
  .max(100, "Must be at most 100");
/** Percent for 30 days. Above it the price of the largest amount for the longest tenor would not be a safe integer. */
export const highestRate = 30;
const rate = z
  .number("Must be a number")
  .multipleOf(0.01, "Must have at most 2 decimals")
  .nonnegative("Must not be negative")
  .max(highestRate, `Must be at most ${highestRate}`);

const usualDefaultDays = 90;

const terms = {
  riskTier: oneOf(riskTiers).exclude(["E"], "Must be a tier that is lent to"),
  lowestDeduction: halfPercents.describe("The least percentage of each sale that is deducted"),
  highestDeduction: halfPercents.describe("The most"),
  ratePer30Days: rate.describe("Interest, in percent for each 30 days that the money is expected to be out"),
  defaultAfterDays: z
    .int("Must be a whole number")
    .min(1, "Must be at least 1")
    .max(365, "Must be at most 365")
    .nullish()
    .transform((days) => days ?? usualDefaultDays)
    .describe(`Days past due after which a loan defaults; ${usualDefaultDays} unless set`),
  recoversFromSales: bool
    .nullish()
    .transform((recovers) => recovers ?? true)
    .describe("Whether deductions go on as recovery once a loan is written off; true unless set"),
};

const noProducts = "Must have at least 1 product. To stop new offers, pause the lender";

const tenor = z.literal(tenors, `Must be one of ${tenors.join(", ")}`);

const deductionsInOrder = {
  holds: ({ lowestDeduction, highestDeduction }: { lowestDeduction: number; highestDeduction: number }) =>
    lowestDeduction <= highestDeduction,
  otherwise: { path: ["highestDeduction"], error: "Must not be below the lowest" },
};

const productOfFile = z.strictObject(terms).refine(deductionsInOrder.holds, deductionsInOrder.otherwise);

const limit = amount.nullish();
const ofTiers = <Value extends z.ZodType>(value: Value) => ({ A: value, B: value, C: value, D: value });
const tierLimits = z.strictObject(ofTiers(limit)).meta({ id: "LenderTierLimits" });
/** What of the lender's money may be out at once. What is left out, or null, has no limit. */
const lenderLimits = z
  .strictObject({
    facility: limit.describe("In all"),
    perBorrower: limit.describe("To all merchants of one borrower"),
    perMarketplace: limit.describe("To the merchants of each marketplace"),
    perTier: tierLimits.nullish().describe("To merchants of a tier"),
    perMonth: limit.describe("The offers of one calendar month, in UTC"),
    unremitted: limit.describe(
      "What a marketplace may have deducted and not remitted before offers and payouts stop there; null: a tenth of what is out there, at least 1,000,000",
    ),
  })
  .describe("The most of its money that may be out at once, in naira; null or left out: no limit")
  .meta({ id: "LenderLimits" });

const licences = z
  .array(
    z.strictObject({
      number: text(100),
      authority: text(150).describe("Who gave it, as the FCCPC for digital lending to consumers in Nigeria"),
      expiresOn: calendarDate
        .nullish()
        .transform((date) => date ?? null)
        .describe("The last day on which it holds"),
    }),
    "Must be a list",
  )
  .max(20, "Must be at most 20")
  .describe("Licences and approvals to lend. One that has expired stops live offers")
  .meta({ id: "LenderLicences" });

const workMail = z
  .union([z.literal(""), email], "Must be a valid e-mail address, or empty")
  .nullish()
  .describe("Where it is written when money is late from a marketplace, or a batch waits; empty: nowhere");

const limits = {
  name: text(150),
  minimumPrincipal: amount.min(minimumAmount, `Must be at least ${minimumAmount}`),
  maximumPrincipal: amount,
  minimumDeduction: amount,
};

export const belowMinimum = "Must not be below the minimum";
const limitsInOrder = {
  holds: ({ minimumPrincipal, maximumPrincipal }: { minimumPrincipal: number; maximumPrincipal: number }) =>
    minimumPrincipal <= maximumPrincipal,
  otherwise: { path: ["maximumPrincipal"], error: belowMinimum },
};

/** As an operator writes it in a file: amounts in naira, percentages as percent; products for every tenor named. */
export const lenderInput = z
  .strictObject({
    environment: oneOf(environments),
    ...limits,
    limits: lenderLimits.nullish(),
    licences: licences.nullish(),
    workMail,
    tenors: z.array(tenor).min(1, "Must name at least 1 tenor"),
    products: z.array(productOfFile).min(1, noProducts),
  })
  .refine(limitsInOrder.holds, limitsInOrder.otherwise)
  .refine(({ tenors: named }) => new Set(named).size === named.length, {
    path: ["tenors"],
    error: "Must not name a tenor twice",
  })
  .refine(({ products }) => new Set(products.map(({ riskTier }) => riskTier)).size === products.length, {
    path: ["products"],
    error: "Must not name a tier twice",
  });
export type LenderInput = z.output<typeof lenderInput>;

export const lenderProduct = z
  .strictObject({ ...terms, tenorDays: tenor })
  .refine(deductionsInOrder.holds, deductionsInOrder.otherwise)
  .meta({ id: "NewLenderProduct" });

const products = z
  .array(lenderProduct, "Must be a list")
  .min(1, noProducts)
  .refine((rows) => new Set(rows.map((row) => `${row.riskTier} ${row.tenorDays}`)).size === rows.length, {
    error: "Must not name a tier and tenor twice",
    when: ({ issues }) => issues.length === 0,
  })
  .describe("One for each tier and tenor that is lent to");

export const lenderBody = z
  .object({
    environment: oneOf(environments),
    ...limits,
    limits: lenderLimits.nullish(),
    licences: licences.nullish(),
    workMail,
    products,
  })
  .refine(limitsInOrder.holds, limitsInOrder.otherwise)
  .meta({
    sample: {
      environment: "test",
      name: "Harmattan Credit",
      minimumPrincipal: 5000,
      maximumPrincipal: 2000000,
      minimumDeduction: 100,
      products: [
        {
          riskTier: "B",
          tenorDays: 90,
          lowestDeduction: 6,
          highestDeduction: 25,
          ratePer30Days: 1.7,
          defaultAfterDays: 90,
        },
      ],
    },
  });
export type LenderTable = z.output<typeof lenderBody>;

/** What is left out stays as it is; a product table, limits and licences are replaced as a whole. */
export const changeLenderBody = z
  .object({
    environment: oneOf(environments).nullish().describe("Must stay what it is"),
    name: limits.name.nullish(),
    minimumPrincipal: limits.minimumPrincipal.nullish(),
    maximumPrincipal: limits.maximumPrincipal.nullish(),
    minimumDeduction: limits.minimumDeduction.nullish(),
    limits: lenderLimits.nullish(),
    licences: licences.nullish(),
    workMail,
    products: products.nullish(),
  })
  .meta({ sample: { maximumPrincipal: 3000000 } });
export type LenderChanges = z.output<typeof changeLenderBody>;

export const pauseLenderBody = z
  .strictObject({ reason: text(500).describe("For the audit log") })
  .meta({ id: "LenderPauseReason", sample: { reason: "Asked for by the lender." } });

const header = text(60).describe("As the bank’s form has it");

export const railBody = z
  .strictObject({
    kind: oneOf(railKinds),
    secretKey: text(200)
      .optional()
      .describe("With a provider: of the lender’s own account. It is kept encrypted, and never shown again"),
    accountId: foreignId(64).optional().describe("By hand: the lender’s account that it pays from"),
    dayLimit: amount
      .nonnegative("Must not be negative")
      .optional()
      .describe(`By hand: what one operator alone may release on a bank day, in naira; ${usualDayLimit} unless set`),
    columns: z
      .array(z.strictObject({ header, field: oneOf(batchFields) }), "Must be a list")
      .min(1, "Must have at least 1 column")
      .max(30, "Must have at most 30 columns")
      .optional()
      .describe("By hand: the columns of a batch’s file, in the order that the bank wants; else the usual ones"),
    reason: text(500).describe("For the audit log and whoever has to decide"),
  })
  .meta({
    sample: {
      kind: "PAYSTACK",
      secretKey: "sk_live_0123456789abcdef0123456789abcdef",
      reason: "Agreed with the lender.",
    },
  });
export type RailBody = z.output<typeof railBody>;

export const railEndBody = z
  .strictObject({ reason: text(500) })
  .meta({ sample: { reason: "The lender closes its account." } });

export const lenderAnswer = z
  .object({
    id: z.string(),
    environment: z.enum(environments),
    name: z.string(),
    minimumPrincipal: naira.describe("The least it lends one merchant at once"),
    maximumPrincipal: naira,
    minimumDeduction: naira.describe("The least that is deducted of one sale"),
    products: z.array(
      z.object({
        riskTier: z.enum(riskTiers),
        tenorDays: z.int(),
        lowestDeduction: z.number(),
        highestDeduction: z.number(),
        ratePer30Days: z.number(),
        defaultAfterDays: z.int(),
        recoversFromSales: z.boolean(),
      }),
    ),
    limits: z
      .object({
        facility: naira.nullable(),
        perBorrower: naira.nullable(),
        perMarketplace: naira.nullable(),
        perTier: z.object(ofTiers(naira.nullable())),
        perMonth: naira.nullable(),
        unremitted: naira.nullable().describe("null: a tenth of what is out at a marketplace, at least 1,000,000"),
      })
      .describe("The most of its money that may be out at once; null: no limit"),
    used: z
      .object({
        facility: naira,
        perMarketplace: z.array(z.object({ marketplaceId: z.string(), amount: naira })).describe("The largest first"),
        perTier: z.object(ofTiers(naira)),
        perMonth: naira.describe("Of this month"),
      })
      .describe("What offers and loans take up of the limits"),
    licences: z.array(z.object({ number: z.string(), authority: z.string(), expiresOn: z.iso.date().nullable() })),
    workMail: z.string().nullable().describe("Where it is written when work of its own waits; null: nowhere"),
    rail: z
      .object({
        kind: z.enum(railKinds),
        integration: z.string().describe("The provider’s number of the account; by hand the id of the lender’s own"),
        domain: z.enum(railDomains),
        keyEnd: z.string().nullable().describe("The last characters of the key; null by hand"),
        dayLimit: naira.nullable().describe("By hand: what one operator alone may release on a bank day"),
        since: z.iso.datetime(),
      })
      .nullable()
      .describe("Over which account its money moves; null: the sandbox’s bank in test, and live nothing"),
    createdAt: z.iso.datetime(),
    pausedAt: z.iso.datetime().nullable().describe("Since when it makes no new offers"),
    archivedAt: z.iso.datetime().nullable().describe("Since when it lends no more"),
  })
  .meta({ id: "Lender" });
export type LenderAnswer = z.output<typeof lenderAnswer>;

export const lenderList = z.object({ data: z.array(lenderAnswer), hasMore: z.boolean() });

const archivedQuery = z
  .enum(["true", "false"], "Must be true or false")
  .optional()
  .describe("true: only those that are archived, which are otherwise left out");

export const lenderFilters = {
  environment: oneOf(environments).optional().describe("Only those of this environment"),
  archived: archivedQuery,
};
