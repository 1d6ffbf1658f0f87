import { expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import { limitsFor } from "@/lib/terms/scoring/limits";
import { goldenMerchants } from "@/test/factories/golden-merchants";
import { type GoldenScore, goldenScores } from "@/test/factories/golden-scores";
import { merchantRecord, recordMoment } from "@/test/factories/merchant-record";
import { score } from "./score";
import { serializeScore } from "./serialize";

const unlimited = { marketplaceMax: null, lenderMax: null };
const shown = (record: ReturnType<typeof merchantRecord>, maxima: Parameters<typeof limitsFor>[1] = unlimited) =>
  serializeScore(score({ record, asOf: recordMoment, limits: limitsFor(record, maxima) }), recordMoment);

test("every golden merchant has its expectation", () => {
  expect(Object.keys(goldenScores)).toEqual(Object.keys(goldenMerchants));
});

test.each(Object.entries(goldenMerchants))("%s", (name, record) => {
  const { scoreBreakdown, loanEligibility, reasons, ...result } = shown(record);
  const actual: GoldenScore = {
    components: Object.values(scoreBreakdown),
    total: result.totalScore,
    tier: result.riskTier,
    confidence: result.confidence,
    assumed: result.assumedMonthlySales ?? Number.NaN,
    cap: result.maxLendingCap,
    flags: result.riskFlags,
    eligibility: {
      monthly: loanEligibility?.maxMonthlyRepayment ?? Number.NaN,
      months: loanEligibility?.monthsAssessed ?? Number.NaN,
      codes: (loanEligibility?.reasons ?? []).map(({ code }) => code),
    },
    firstReason: reasons[0]?.message ?? "",
  };
  expect(actual).toEqual(goldenScores[name]);
  expect(loanEligibility?.maxEligibleAmount).toBe(result.maxLendingCap);
  expect(loanEligibility?.eligible).toBe(result.maxLendingCap > 0);
});

test("a lender's limit bounds the cap of the steady grocer, in whole thousands", () => {
  const { maxLendingCap, loanEligibility } = shown(merchantRecord(), {
    marketplaceMax: kobo(150_000_000),
    lenderMax: kobo(50_050_000),
  });
  expect(maxLendingCap).toBe(500_000);
  expect(loanEligibility?.reasons.map(({ code }) => code)).toEqual(["LIMIT"]);
});
