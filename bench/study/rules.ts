import { floorToNaira, least, toKobo } from "@/lib/kernel/money";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { nothingOwed } from "@/lib/lending/funding/borrowers/standing";
import { fundingOptionsOf } from "@/lib/lending/funding/options";
import type { MerchantFacts } from "@/lib/lending/funding/policy";
import { termsOf } from "@/lib/loans/loans/terms";
import type { LenderProduct } from "@/lib/parties/lenders/product";
import { percentOf } from "@/lib/sales/scoring/cap";
import { score as formerScore } from "@/lib/sales/scoring/models/2026-11-01.mjs";
import { score } from "@/lib/sales/scoring/score";
import { demoLender } from "@/lib/sandbox/seed/demo-lender";
import { installmentDays } from "@/lib/terms/loans/schedule";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { capStep } from "@/lib/terms/scoring/constants";
import { limitsFor } from "@/lib/terms/scoring/limits";
import { formerOffers } from "./before";
import type { Decided, Offer, Rules } from "./measure";

/** What the sandbox's marketplace and lender allow. */
const maxima = { marketplaceMax: toKobo(50_000_000), lenderMax: demoLender.maximumPrincipal };

const products = demoLender.products.map(
  (product): LenderProduct => ({
    lenderId: "lnd_demo",
    defaultAfterDays: 90,
    recoversFromSales: true,
    ...demoLender,
    ...product,
  }),
);

/** What the rules of this code are tried with. */
export type Options = {
  /** Percent per 30 days, instead of each tier's. */
  rate?: number;
  /** Percent of assumed monthly sales that a tier may borrow at most. */
  tierCaps?: Readonly<Record<string, number>>;
  /** The only tenor, in days. */
  tenor?: number;
};

/** The rules before, and those of this code. */
export function rulesAt(realNow: RealTime, options: Options = {}): readonly [Rules, Rules] {
  const asOf = businessTime(realNow, 0);
  return [
    { name: "before (model 2026-11-01)", decide: (record) => before(record, asOf) },
    { name: "now", decide: (record) => now(record, asOf, options) },
  ];
}

function before(record: MerchantRecord, asOf: BusinessTime): Decided {
  const { totalScore, riskTier: tier, maxLendingCap: cap, loanEligibility } = formerScore(subjectOf(record, asOf));
  const monthly = loanEligibility?.maxMonthlyRepayment ?? null;
  return { tier, score: totalScore, cap, offers: formerOffers({ tier, cap, monthly }) };
}

function now(record: MerchantRecord, asOf: BusinessTime, { rate, tierCaps, tenor }: Options): Decided {
  const result = score(subjectOf(record, asOf));
  const { riskTier: tier, assumedMonthlySales, weakestRuns, salesUntil } = result;
  const share = tierCaps?.[tier];
  const most = share === undefined ? result.maxLendingCap : percentOf(assumedMonthlySales, share);
  const maxLendingCap = least(result.maxLendingCap, floorToNaira(most, capStep));
  const sales = { assumedMonthlySales, weakestRuns };
  const facts: MerchantFacts = {
    now: asOf,
    connectionStatus: "ACTIVE",
    kyc: { status: "APPROVED", decidedAt: asOf },
    score: { tier, maxLendingCap, capReason: null, ...sales, salesUntil, dataFrom: asOf },
    scoringPending: false,
    own: nothingOwed,
    others: { here: nothingOwed, elsewhere: nothingOwed },
    committedDeduction: 0,
  };
  const ofTier = products
    .filter(({ riskTier, tenorDays }) => riskTier === tier && (tenor === undefined || tenorDays === tenor))
    .map((product) => (rate === undefined ? product : { ...product, rateBasisPoints: Math.round(rate * 100) }));
  const offers = fundingOptionsOf(facts, ofTier, null).options.flatMap(({ tenorDays, maximum }): Offer[] => {
    const product = ofTier.find((one) => one.tenorDays === tenorDays);
    if (!product || maximum === 0) return [];
    const terms = termsOf(toKobo(maximum), product, sales, "2026-01-01");
    const days = installmentDays(tenorDays);
    const schedule = terms.schedule.map(({ amount }, i) => ({ day: days[i] ?? tenorDays, amount }));
    return [{ ...terms, schedule }];
  });
  return { tier, score: result.totalScore, cap: maxLendingCap, offers };
}

function subjectOf(record: MerchantRecord, asOf: Date) {
  return { record, asOf, limits: limitsFor(record, maxima) };
}
