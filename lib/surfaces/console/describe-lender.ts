import type { lenders } from "@/db/schema/lenders";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import type { LenderProduct } from "@/lib/parties/lenders/product";
import { lenderColumns, productColumns, tableOf } from "@/lib/parties/lenders/save-products";
import { type LenderInput, lenderInput } from "@/lib/parties/lenders/schema";
import { isLimited, type LenderLimits, shownLimits } from "@/lib/terms/lender-limits";
import type { Licence } from "@/lib/terms/licences";

type Product = Omit<LenderProduct, "lenderId" | "name" | "minimumPrincipal" | "maximumPrincipal" | "minimumDeduction">;
type Limits =
  | "environment"
  | "name"
  | "minimumPrincipal"
  | "maximumPrincipal"
  | "minimumDeduction"
  | "limits"
  | "licences"
  | "workMail";

/** A lender as it is stored, or would be. */
export type Lender = Pick<typeof lenders.$inferSelect, Limits> & {
  products: readonly Product[];
  pausedAt?: Date | null;
};

/** What a file would store. @param before the lender that it changes, which keeps limits that the file leaves out */
export function lenderOf(input: LenderInput, before?: Lender): Lender {
  const columns = { environment: input.environment, ...lenderColumns(input) };
  const kept = before && {
    pausedAt: before.pausedAt ?? null,
    ...(input.limits ? {} : { limits: before.limits }),
    ...(input.licences ? {} : { licences: before.licences }),
    ...(input.workMail == null && { workMail: before.workMail }),
  };
  return { ...columns, ...kept, products: productColumns(tableOf(input).products) };
}

/** A lender in lines, in one order, so that equal lenders read alike. */
export function describeLender({ environment, name, products, pausedAt, ...limits }: Lender): string[] {
  const [least, most, deduction] = [limits.minimumPrincipal, limits.maximumPrincipal, limits.minimumDeduction].map(
    (amount) => nairaText(fromKobo(amount)),
  );
  const byTerms = new Map<string, number[]>();
  for (const product of [...products].sort((one, other) => one.tenorDays - other.tenorDays)) {
    const terms = termsOf(product);
    byTerms.set(terms, [...(byTerms.get(terms) ?? []), product.tenorDays]);
  }
  return [
    `Lender       ${name}, ${environment}`,
    ...(pausedAt ? [`             paused since ${pausedAt.toISOString()}`] : []),
    `             ${least} to ${most}, least deduction ${deduction}`,
    ...limitLines(limits.limits),
    ...limits.licences.map(licenceLine),
    ...(limits.workMail ? [`             told at ${limits.workMail} of work that waits`] : []),
    ...[...byTerms].sort().map(([terms, tenors]) => `${terms}, for ${tenors.join(", ")} days`),
  ];
}

function licenceLine({ number, authority, expiresOn }: Licence): string {
  return `             licence ${number} of ${authority}${expiresOn ? `, until ${expiresOn}` : ""}`;
}

function limitLines(limits: LenderLimits): string[] {
  const { perTier, ...shown } = shownLimits(limits);
  const named = {
    "in all": shown.facility,
    "a borrower": shown.perBorrower,
    "a marketplace": shown.perMarketplace,
    "a month": shown.perMonth,
    ...Object.fromEntries(Object.entries(perTier).map(([tier, most]) => [`tier ${tier}`, most])),
  };
  const set = Object.entries(named).flatMap(([what, most]) => (most === null ? [] : [`${what} ${nairaText(most)}`]));
  return set.length > 0 ? [`             at most ${set.join(", ")}`] : [];
}

function termsOf(product: Product): string {
  const [lowest, highest] = [product.lowestDeductionBasisPoints / 100, product.highestDeductionBasisPoints / 100];
  const rate = product.rateBasisPoints / 100;
  const { riskTier, defaultAfterDays, recoversFromSales } = product;
  const after = recoversFromSales ? "" : ", no deductions after a write-off";
  return `  Tier ${riskTier}     ${lowest} to ${highest}% of sales, ${rate}% for 30 days, default after ${defaultAfterDays} days${after}`;
}

/** A lender as a file for `lender change`; null where a file cannot say it, as when its products differ by tenor. */
export function fileOf({ environment, name, products, ...limits }: Lender): LenderInput | null {
  const shortest = Math.min(...products.map(({ tenorDays }) => tenorDays));
  const parsed = lenderInput.safeParse({
    environment,
    name,
    minimumPrincipal: fromKobo(limits.minimumPrincipal),
    maximumPrincipal: fromKobo(limits.maximumPrincipal),
    minimumDeduction: fromKobo(limits.minimumDeduction),
    ...(isLimited(limits.limits) ? { limits: shownLimits(limits.limits) } : {}),
    ...(limits.licences.length > 0 ? { licences: limits.licences } : {}),
    ...(limits.workMail && { workMail: limits.workMail }),
    tenors: [...new Set(products.map(({ tenorDays }) => tenorDays))].sort((one, other) => one - other),
    products: products
      .filter(({ tenorDays }) => tenorDays === shortest)
      .sort((one, other) => (one.riskTier < other.riskTier ? -1 : 1))
      .map((product) => ({
        riskTier: product.riskTier,
        lowestDeduction: product.lowestDeductionBasisPoints / 100,
        highestDeduction: product.highestDeductionBasisPoints / 100,
        ratePer30Days: product.rateBasisPoints / 100,
        defaultAfterDays: product.defaultAfterDays,
        recoversFromSales: product.recoversFromSales,
      })),
  });
  if (!parsed.success) return null;
  const stored = describeLender({ environment, name, products, ...limits, pausedAt: null }).join("\n");
  return describeLender(lenderOf(parsed.data)).join("\n") === stored ? parsed.data : null;
}
