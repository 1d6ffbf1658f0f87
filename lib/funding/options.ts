import { dateOf } from "@/lib/calendar";
import { chooseLender } from "@/lib/lenders/choose-lender";
import type { LenderProduct } from "@/lib/lenders/product";
import { forecast, type Sales } from "@/lib/loans/forecast";
import { type Terms, termsOf, yearlyRateOf } from "@/lib/loans/terms";
import { floorToNaira, fromKobo, greatest, type Kobo, kobo, least, plus, shareOf, toKobo, zero } from "@/lib/money";
import { type FailureReason, failureReasons, minimumAmount, tenors } from "./constants";
import { type MerchantFacts, monthlyRoom, objection, obstacle, repaymentMonths, roomUnderCap } from "./policy";
import type { FundingOptions } from "./schema";

const minimum = toKobo(minimumAmount);

type Option = FundingOptions["options"][number];

/**
 * What an amount costs on each tenor offered to the merchant's tier, if disbursed today, and what would become of a
 * request for it: what `decide` returns for the same facts once KYC is approved.
 * @param products for the merchant's tier, all tenors
 * @param sales as last submitted, for the expected dates
 * @param asked naira; by default the most that can be requested
 */
export function fundingOptionsOf(
  facts: MerchantFacts,
  products: readonly LenderProduct[],
  sales: Sales | null,
  asked?: number,
): FundingOptions {
  const lent = tenors
    .map((tenorDays) => ({ tenorDays, products: products.filter((product) => product.tenorDays === tenorDays) }))
    .flatMap((tenor) => {
      const [best] = [...tenor.products].sort((a, b) => a.interestBasisPoints - b.interestBasisPoints);
      return best ? [{ ...tenor, best, maximum: mostOf(facts, tenor.tenorDays, tenor.products) }] : [];
    });
  const refusal: FailureReason | null = facts.kyc.status === "REJECTED" ? "KYC_REJECTED" : obstacle(facts);
  const most = refusal ? zero : lent.map(({ maximum }) => maximum).reduce(greatest, zero);
  const principal = greatest(minimum, asked === undefined ? most : toKobo(asked));
  const options = lent.map(({ tenorDays, products: some, best, maximum }): Option => {
    const reason = refusal ?? objection(facts, { principal, tenorDays }, some);
    // Where nobody lends the amount, the figures are those of the cheapest lender.
    const product = chooseLender(some, principal) ?? best;
    return {
      tenorDays,
      available: reason === null,
      reason,
      maximum: fromKobo(refusal ? zero : maximum),
      ...figuresOf(facts, product, principal, sales),
    };
  });
  return {
    minimum: minimumAmount,
    maximum: fromKobo(most),
    amount: fromKobo(principal),
    blocked: refusal ?? (most > 0 ? null : obstacleToLeast(facts, lent)),
    options,
  };
}

/** The most that can be requested on a tenor, in whole naira: what the cap, the capacity and a lender allow. */
function mostOf(facts: MerchantFacts, tenorDays: number, products: readonly LenderProduct[]): Kobo {
  const monthly = monthlyRoom(facts);
  const total = monthly === null ? null : kobo(monthly * repaymentMonths(tenorDays));
  const each = products.map(({ interestBasisPoints, minimumPrincipal, maximumPrincipal }) => {
    const lent = least(roomUnderCap(facts), maximumPrincipal);
    // A cheaper lender for the same amount only allows more, so the largest of these is never rejected.
    const most = floorToNaira(total === null ? lent : least(lent, principalWithin(total, interestBasisPoints)), 1);
    return most >= greatest(minimum, minimumPrincipal) ? most : zero;
  });
  return each.reduce(greatest, zero);
}

/** The largest principal whose total, with interest, is at most `total`. */
function principalWithin(total: Kobo, interestBasisPoints: number): Kobo {
  if (total <= 0) return zero;
  let principal = kobo(Math.floor(total / (1 + interestBasisPoints / 10_000)) + 1);
  while (plus(principal, shareOf(principal, interestBasisPoints)) > total) principal = kobo(principal - 1);
  return principal;
}

/** The reason not even the minimum can be requested. */
function obstacleToLeast(
  facts: MerchantFacts,
  lent: readonly { tenorDays: number; products: readonly LenderProduct[] }[],
): FailureReason {
  const reasons = lent.map(({ tenorDays, products }) => objection(facts, { principal: minimum, tenorDays }, products));
  const first = failureReasons.find((reason) => reasons.includes(reason));
  return first ?? (minimum > roomUnderCap(facts) ? "ABOVE_LENDING_CAP" : "NO_LENDER_AVAILABLE");
}

function figuresOf(facts: MerchantFacts, product: LenderProduct, principal: Kobo, sales: Sales | null) {
  const today = dateOf(facts.now);
  const terms = termsOf(principal, product, product.riskTier, today);
  return {
    fee: fromKobo(terms.interest),
    totalRepayment: fromKobo(terms.totalRepayment),
    interestRate: terms.interestBasisPoints / 100,
    yearlyRate: yearlyRateOf(terms),
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
