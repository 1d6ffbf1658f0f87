import { dateOf } from "@/lib/kernel/calendar";
import { fromKobo, greatest, type Kobo, kobo, least, minus, toKobo, zero } from "@/lib/kernel/money";
import { forecast, type Sales } from "@/lib/loans/loans/forecast";
import { costOf, type Terms, termsOf } from "@/lib/loans/loans/terms";
import { cheapestFirst, chooseLender } from "@/lib/parties/lenders/choose-lender";
import { isCarried } from "@/lib/parties/lenders/deduction-percentage";
import type { LenderProduct } from "@/lib/parties/lenders/product";
import { type FailureReason, failureReasons, minimumAmount, tenors } from "@/lib/terms/funding/constants";
import {
  deductionRoom,
  isAboveCapacity,
  type MerchantFacts,
  obstacle,
  refusalBy,
  refusalOf,
  roomUnderCaps,
  salesOf,
} from "./policy";
import type { FundingOptions } from "./schema";
import { toCapReason } from "./serialize";

const minimum = toKobo(minimumAmount);

type Option = FundingOptions["options"][number];

/**
 * If disbursed today, with what `decide` returns for the same facts once KYC is approved. `sales`: as last submitted,
 * for the expected dates. `asked`: naira; by default the most that can be requested.
 */
export function fundingOptionsOf(
  facts: MerchantFacts,
  products: readonly LenderProduct[],
  sales: Sales | null,
  asked?: number,
): FundingOptions {
  const lent = tenors
    .map((tenorDays) => ({ tenorDays, products: products.filter((product) => product.tenorDays === tenorDays) }))
    .map((tenor) => ({ ...tenor, maximum: mostOf(facts, tenor.products) }));
  const rejected = facts.kyc.status === "REJECTED" ? "KYC_REJECTED" : null;
  const refusal = rejected ?? refusalBy(facts, obstacle)?.reason ?? null;
  const most = refusal ? zero : lent.map(({ maximum }) => maximum).reduce(greatest, zero);
  const principal = greatest(minimum, asked === undefined ? most : toKobo(asked));
  const options = lent.flatMap(({ tenorDays, products: some, maximum }): Option[] => {
    const product = lenderShown(facts, principal, some);
    if (!product) return [];
    const reason = rejected ?? refusalOf(facts, principal, some)?.reason ?? null;
    return [
      {
        tenorDays,
        available: reason === null,
        reason,
        recommended: false,
        maximum: fromKobo(refusal ? zero : maximum),
        excess: refusal ? null : excessOf(facts, principal, some),
        ...figuresOf(facts, product, principal, sales),
      },
    ];
  });
  const recommended = recommendedOf(options);
  const blocked = refusal ?? (most > 0 ? null : obstacleToLeast(facts, lent));
  return {
    minimum: minimumAmount,
    maximum: fromKobo(most),
    amount: fromKobo(principal),
    blocked,
    ...toCapReason(blocked, facts.score?.capReason ?? null),
    assumedMonthlySales: facts.score && fromKobo(facts.score.assumedMonthlySales),
    recommendedTenor: recommended?.tenorDays ?? null,
    options: options.map((option) => ({ ...option, recommended: option === recommended })),
  };
}

/** The most that can be requested on a tenor, in whole naira: what the cap, the sales and a lender allow. */
export function mostOf(facts: MerchantFacts, products: readonly LenderProduct[]): Kobo {
  const each = products.map((product) => {
    const most = mostCarried(facts, product, least(roomUnderCaps(facts), product.maximumPrincipal));
    return most >= greatest(minimum, product.minimumPrincipal) ? most : zero;
  });
  return each.reduce(greatest, zero);
}

/** How much of an amount is above the largest that some product carries, whatever the cap; null if it is not above. */
function excessOf(facts: MerchantFacts, principal: Kobo, products: readonly LenderProduct[]): number | null {
  if (!isAboveCapacity(facts, principal, products)) return null;
  const carried = products.map((product) => mostCarried(facts, product, principal)).reduce(greatest, zero);
  return fromKobo(minus(principal, carried));
}

/** The largest amount in whole naira, up to `limit`, that is repaid in time on this product; found by halving. */
function mostCarried(facts: MerchantFacts, product: LenderProduct, limit: Kobo): Kobo {
  const carried = (naira: number) => isCarried(kobo(naira * 100), product, salesOf(facts), deductionRoom(facts));
  let known = 0;
  let above = Math.floor(limit / 100) + 1;
  while (above - known > 1) {
    const middle = Math.floor((known + above) / 2);
    if (carried(middle)) known = middle;
    else above = middle;
  }
  return kobo(known * 100);
}

/** The reason not even the minimum can be requested. */
function obstacleToLeast(facts: MerchantFacts, lent: readonly { products: readonly LenderProduct[] }[]): FailureReason {
  const reasons = lent.map(({ products }) => refusalOf(facts, minimum, products)?.reason);
  return failureReasons.find((reason) => reasons.includes(reason)) ?? "NO_LENDER_AVAILABLE";
}

/** The lender that would be chosen; where nobody lends the amount, the cheapest. */
function lenderShown(facts: MerchantFacts, principal: Kobo, products: readonly LenderProduct[]): LenderProduct | null {
  const sales = salesOf(facts);
  const [cheapest = null] = cheapestFirst(products, principal, sales);
  return chooseLender(products, principal, sales, deductionRoom(facts)) ?? cheapest;
}

/** Of those likely repaid by the due date; of equals the one that takes less of each sale, then the shorter. */
function recommendedOf(options: readonly Option[]): Option | undefined {
  const inTime = ({ forecast: dates, dueDate }: Option) =>
    dates === null || (dates.likely !== null && dates.likely <= dueDate);
  return options
    .filter((option) => option.available && inTime(option))
    .sort(
      (a, b) =>
        a.totalRepayment - b.totalRepayment ||
        a.deductionPercentage - b.deductionPercentage ||
        a.tenorDays - b.tenorDays,
    )[0];
}

function figuresOf(facts: MerchantFacts, product: LenderProduct, principal: Kobo, sales: Sales | null) {
  const today = dateOf(facts.now);
  const terms = termsOf(principal, product, salesOf(facts), today);
  return {
    fee: fromKobo(terms.interest),
    totalRepayment: fromKobo(terms.totalRepayment),
    ...costOf(terms),
    deductionPercentage: terms.deductionBasisPoints / 100,
    minimumDeduction: fromKobo(terms.minimumDeduction),
    dueDate: terms.dueDate,
    forecast: foreseen(terms, sales, today),
  };
}

function foreseen(terms: Terms, sales: Sales | null, today: string): Option["forecast"] {
  const { totalRepayment: outstanding, deductionBasisPoints, minimumDeduction } = terms;
  const nothingYet = { paused: false, observed: { days: 0, received: zero } };
  const paid = forecast({ today, outstanding, deductionBasisPoints, minimumDeduction, sales, ...nothingYet });
  return paid && { early: paid.early, likely: paid.likely, late: paid.late };
}
