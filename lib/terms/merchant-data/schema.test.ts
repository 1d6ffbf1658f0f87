import { describe, expect, test } from "vitest";
import { z } from "zod";
import { merchantRecord as goodRecord } from "@/test/factories/merchant-record";
import { fc } from "@/test/proof";
import { merchantRecord, salesDataRecord } from "./schema";

const good = () => JSON.parse(JSON.stringify(goodRecord()));

/** The good record with the value at a dot path replaced, or taken away when it is undefined. */
function withValue(path: string, value: unknown): unknown {
  const record = good();
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const parent = keys.reduce((node, key) => node[key], record);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return record;
}

function errorsOf(record: unknown, schema: z.ZodType = merchantRecord): Record<string, string> {
  const { error } = schema.safeParse(record);
  // The first error of a field: zod checks the length of whatever has one, even of what is no list.
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join("."), message]));
}

const amounts = [
  "salesPerformance.gmv30Days",
  "salesPerformance.gmv90Days",
  "salesPerformance.gmv180Days",
  "salesPerformance.avgMonthlySales",
  "salesPerformance.avgOrderValue",
  "fulfillmentMetrics.refundAmount",
  "payoutCashFlow.avgPayoutValue",
  "historicalCredit.totalBorrowed",
  "historicalCredit.totalOutstanding",
  "historicalCredit.totalOverdue",
  "monthlySalesHistory.3.salesAmount",
  "monthlySalesHistory.5.refundAmount",
];
const counts = [
  "salesPerformance.orderCount",
  "revenueConsistency.zeroSalesMonths",
  "revenueConsistency.longestSalesStreak",
  "payoutCashFlow.failedPayouts",
  "behavioralRisk.accountSuspensions",
  "historicalCredit.totalLoans",
  "historicalCredit.activeLoans",
  "historicalCredit.repaidLoans",
  "historicalCredit.defaultedLoans",
  "historicalCredit.latePayments",
  "historicalCredit.maxDaysPastDue",
  "monthlySalesHistory.0.orderCount",
];
const percentages = [
  "revenueConsistency.revenueConcentration",
  "fulfillmentMetrics.fulfillmentRate",
  "fulfillmentMetrics.cancellationRate",
  "fulfillmentMetrics.refundRate",
  "fulfillmentMetrics.disputeRate",
  "fulfillmentMetrics.lateDeliveryRate",
  "payoutCashFlow.walletBalanceUsage",
  "platformDependency.topProductGmvPercentage",
  "platformDependency.topCustomerPercentage",
];
const unbounded = ["revenueConsistency.monthlySalesVariance", "payoutCashFlow.settlementDelays"];
const numbers = [...amounts, ...counts, ...percentages, ...unbounded, "salesPerformance.salesGrowthRate"];
const texts = {
  "merchantIdentity.merchantId": 255,
  "merchantIdentity.businessName": 150,
  "merchantIdentity.country": 56,
  "merchantIdentity.location": 255,
  "merchantIdentity.category": 100,
};
const flags = [
  "merchantIdentity.verificationStatus",
  "behavioralRisk.hasFraudFlags",
  "behavioralRisk.hasSuddenGmvSpikes",
  "behavioralRisk.hasLinkedAccounts",
];
const choices = [
  "merchantIdentity.businessType",
  "payoutCashFlow.payoutFrequency",
  "behavioralRisk.policyViolationsSeverity",
];
const instants = ["merchantIdentity.marketplaceOnboardingDate", "historicalCredit.lastLoanDate"];
const required = [
  "merchantIdentity.merchantId",
  "merchantIdentity.businessName",
  "merchantIdentity.country",
  "salesPerformance.gmv30Days",
  "salesPerformance.gmv90Days",
  "salesPerformance.gmv180Days",
  "salesPerformance.avgMonthlySales",
  "salesPerformance.orderCount",
  "salesPerformance.avgOrderValue",
  "salesPerformance.salesGrowthRate",
  "monthlySalesHistory.3.month",
  "monthlySalesHistory.3.salesAmount",
];
const groups = [
  "merchantIdentity",
  "salesPerformance",
  "revenueConsistency",
  "fulfillmentMetrics",
  "payoutCashFlow",
  "platformDependency",
  "behavioralRisk",
  "historicalCredit",
];

describe("what may be missing", () => {
  test("a complete record is taken as it is", () => {
    expect(merchantRecord.parse(good())).toEqual(good());
  });

  test.each(required)("%s is required", (field) => {
    expect(Object.keys(errorsOf(withValue(field, undefined)))).toEqual([field]);
  });

  test.each(["merchantIdentity", "salesPerformance"])("%s is required", (group) => {
    expect(errorsOf(withValue(group, undefined))).toEqual({ [group]: "Must be an object" });
  });

  test.each(
    [...numbers, ...Object.keys(texts), ...flags, ...choices, ...instants].filter((it) => !required.includes(it)),
  )("%s is optional", (field) => {
    expect(errorsOf(withValue(field, undefined))).toEqual({});
  });

  test.each([...groups.slice(2), "monthlySalesHistory"])("%s is optional, and so is everything in it", (group) => {
    expect(errorsOf(withValue(group, undefined))).toEqual({});
    if (group !== "monthlySalesHistory") expect(errorsOf(withValue(group, {}))).toEqual({});
  });

  test("the embedded journey needs the credit history", () => {
    expect(errorsOf(withValue("historicalCredit", undefined), salesDataRecord)).toEqual({
      historicalCredit: "Must be an object",
    });
    expect(salesDataRecord.parse(good())).toEqual(good());
  });

  test.each([null, [], "x", 7, true])("a record must be an object, not %j", (value) => {
    expect(errorsOf(value)).toEqual({ "": "Must be an object" });
  });

  test.each(groups)("%s must be an object", (group) => {
    for (const value of [null, [], "x", 7, true])
      expect(errorsOf(withValue(group, value))).toEqual({ [group]: "Must be an object" });
  });
});

describe("numbers", () => {
  test.each(numbers)("%s must be a number", (field) => {
    for (const value of [null, "1", "", true, [], {}, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(errorsOf(withValue(field, value))).toEqual({ [field]: "Must be a number" });
    }
  });

  test.each([...amounts, ...counts, ...percentages, ...unbounded])("%s must not be negative", (field) => {
    expect(errorsOf(withValue(field, -1))).toEqual({ [field]: "Must be a non-negative number" });
    expect(errorsOf(withValue(field, 0))).toEqual({});
  });

  test.each(amounts)("%s is at most 1e13", (field) => {
    expect(errorsOf(withValue(field, 1e13))).toEqual({});
    for (const value of [1e13 + 1, 1e300]) {
      expect(errorsOf(withValue(field, value))).toEqual({ [field]: "Must be at most 10000000000000" });
    }
  });

  test.each(counts)("%s must be whole, and exact", (field) => {
    expect(errorsOf(withValue(field, 1.5))).toEqual({ [field]: "Must be a whole number" });
    expect(errorsOf(withValue(field, Number.MAX_SAFE_INTEGER))).toEqual({});
    expect(Object.keys(errorsOf(withValue(field, 2 ** 53)))).toEqual([field]);
    expect(Object.keys(errorsOf(withValue(field, 1e300)))).toEqual([field]);
  });

  test.each(percentages)("%s is at most 100", (field) => {
    expect(errorsOf(withValue(field, 97.56789))).toEqual({});
    expect(errorsOf(withValue(field, 100))).toEqual({});
    expect(errorsOf(withValue(field, 100.01))).toEqual({ [field]: "Must be at most 100" });
  });

  test.each(unbounded)("%s has no upper bound", (field) => {
    expect(errorsOf(withValue(field, 1e300))).toEqual({});
  });

  test("salesGrowthRate begins at -100 and has no upper bound", () => {
    const field = "salesPerformance.salesGrowthRate";
    for (const value of [-100, 0, 708.74, 1e300]) expect(errorsOf(withValue(field, value))).toEqual({});
    expect(errorsOf(withValue(field, -100.01))).toEqual({ [field]: "Must be at least -100" });
  });

  test("amounts are rounded half-up to the kobo, because averages occur", () => {
    for (const [sent, kept] of [
      [33.333333, 33.33],
      [0.005, 0.01],
      [1.005, 1.01],
      [8.575, 8.58],
    ]) {
      expect(
        merchantRecord.parse(withValue("salesPerformance.avgOrderValue", sent)).salesPerformance.avgOrderValue,
      ).toBe(kept);
    }
  });
});

describe("texts, flags and choices", () => {
  test.each(Object.entries(texts))("%s is text of at most %i characters", (field, max) => {
    expect(errorsOf(withValue(field, 7))).toEqual({ [field]: "Must be a string" });
    expect(errorsOf(withValue(field, null))).toEqual({ [field]: "Must be a string" });
    expect(errorsOf(withValue(field, "x".repeat(max)))).toEqual({});
    // An id is not trimmed.
    const longer = field.endsWith("merchantId") ? { [field]: `Must be at most ${max} characters` } : {};
    expect(errorsOf(withValue(field, ` ${"x".repeat(max)} `))).toEqual(longer);
    expect(errorsOf(withValue(field, "x".repeat(max + 1)))).toEqual({ [field]: `Must be at most ${max} characters` });
    expect(errorsOf(withValue(field, "bad\u0000text"))).toEqual({ [field]: "Must not contain NUL characters" });
    expect(errorsOf(withValue(field, "bad\ud800text"))).toEqual({ [field]: "Must be well-formed Unicode" });
  });

  test("required texts are not blank, optional ones may be", () => {
    for (const field of ["merchantIdentity.merchantId", "merchantIdentity.businessName", "merchantIdentity.country"]) {
      expect(Object.keys(errorsOf(withValue(field, "  ")))).toEqual([field]);
    }
    for (const field of ["merchantIdentity.location", "merchantIdentity.category"]) {
      expect(errorsOf(withValue(field, "  "))).toEqual({});
    }
  });

  test("a merchantId may not look like one of ours", () => {
    const field = "merchantIdentity.merchantId";
    expect(Object.keys(errorsOf(withValue(field, "mer_1")))).toEqual([field]);
    expect(Object.keys(errorsOf(withValue(field, "  mer_1")))).toEqual([field]);
    expect(errorsOf(withValue(field, "merchant_1"))).toEqual({});
  });

  test.each(["NG", "Nigeria", "ng"])("country %s is taken", (country) => {
    expect(errorsOf(withValue("merchantIdentity.country", country))).toEqual({});
  });

  test.each(flags)("%s must be a boolean", (field) => {
    for (const value of [null, 0, 1, "true"]) {
      expect(errorsOf(withValue(field, value))).toEqual({ [field]: "Must be a boolean" });
    }
  });

  test.each(choices)("%s is one of a list", (field) => {
    for (const value of ["NONSENSE", "", 7, "weekly"])
      expect(errorsOf(withValue(field, value))[field]).toMatch(/^Must be one of [A-Z]/);
  });

  test("only policyViolationsSeverity and lastLoanDate may be null", () => {
    expect(errorsOf(withValue("behavioralRisk.policyViolationsSeverity", null))).toEqual({});
    expect(errorsOf(withValue("historicalCredit.lastLoanDate", null))).toEqual({});
    for (const field of ["payoutCashFlow.payoutFrequency", "merchantIdentity.marketplaceOnboardingDate"]) {
      expect(Object.keys(errorsOf(withValue(field, null)))).toEqual([field]);
    }
  });

  test.each(instants)("%s is a timestamp that exists", (field) => {
    for (const value of ["2024-02-29T10:00:00Z", "2024-01-10T09:00:00.123+01:00"]) {
      expect(errorsOf(withValue(field, value))).toEqual({});
    }
    for (const value of ["2023-02-29T10:00:00Z", "2024-01-10", "2024-01-10T09:00:00", "yesterday", "", 1_700_000_000]) {
      expect(errorsOf(withValue(field, value))).toEqual({ [field]: "Must be an ISO 8601 timestamp with a UTC offset" });
    }
  });
});

test("anything at all is refused or taken, never thrown at, and what is taken is taken again unchanged", () => {
  const paths = [
    ...numbers,
    ...Object.keys(texts),
    ...flags,
    ...choices,
    ...instants,
    ...groups,
    "monthlySalesHistory",
  ];
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.anything({ withNullPrototype: false }), (path, value) => {
      const record =
        path === "monthlySalesHistory.5.refundAmount" || path === "monthlySalesHistory.0.orderCount"
          ? good()
          : withValue(path, value);
      const { data } = merchantRecord.safeParse(record);
      if (data) expect(merchantRecord.parse(data)).toEqual(data);
    }),
  );
});

test("the schema can be published", () => {
  for (const schema of [merchantRecord, salesDataRecord]) {
    const { $defs, ...whole } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const { properties, required: names } = whole.$ref ? ($defs?.MerchantRecord ?? {}) : whole;
    expect(Object.keys(properties ?? {})).toEqual(Object.keys(good()));
    expect(names).toContain("salesPerformance");
  }
});
