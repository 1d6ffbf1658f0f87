import { beforeAll, describe, expect, it } from "vitest";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { call } from "@/test/call-route";
import { holdsContract } from "@/test/contract/suite";
import {
  also,
  average,
  boolean,
  count,
  type Field,
  filledText,
  foreignId,
  group,
  growth,
  list,
  literal,
  moment,
  never,
  nullable,
  oneOf,
  optional,
  percent,
  refusing,
  required,
  text,
  unbounded,
  value,
} from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { POST as submitSalesData } from "./merchants/[ref]/sales-data/route";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
  await createMerchant({
    actor: { kind: "sandbox", tenant: shop.test },
    input: { thirdPartyCustomerId: "shop-1", businessName: "Ada Provisions" },
    now: now(),
  });
});

const body = () => {
  const record = merchantRecord();
  const history = record.monthlySalesHistory?.map((month) => ({ ...month, orderCount: 20, refundAmount: 500 }));
  return { ...record, monthlySalesHistory: history };
};

/** Six months in a row that nobody can have sold anything in yet. */
const future = ["2198-08", "2198-09", "2198-10", "2198-11", "2198-12"];
const monthInFuture = never(
  "monthlySalesHistory.5.month",
  [value("in the future", "2199-01")],
  Object.fromEntries(future.map((month, i) => [`monthlySalesHistory.${i}.month`, month])),
);

const history: Field[] = [
  optional(
    "monthlySalesHistory",
    also(list, {
      refused: [
        value("empty", []),
        value("five months", body().monthlySalesHistory?.slice(1)),
        value("seven months", [...(body().monthlySalesHistory ?? []), { month: "2026-07", salesAmount: 1 }]),
      ],
    }),
  ),
  required("monthlySalesHistory.2", refusing(group)),
  required("monthlySalesHistory.2.month", {
    refused: [
      ...["", "2026-13", "2026-00", "2026-1", "2026-03-01", "March", "２０２６-03"].map((one) =>
        value(one || "empty", one),
      ),
      value("not the one after the month before", "2026-05"),
      value("the month before again", "2026-02"),
      value("a NUL byte behind it", "2026-03\u0000"),
      value("too long (100,000)", `2026-03${"0".repeat(100_000)}`),
      value("null", null),
      literal("202603"),
    ],
    accepted: [],
  }),
  required("monthlySalesHistory.2.salesAmount", average),
  optional("monthlySalesHistory.2.orderCount", count),
  optional("monthlySalesHistory.2.refundAmount", average),
];

/** The optional fields of a group that are of one kind. */
const all = (groupName: string, kind: Parameters<typeof optional>[1], ...names: string[]) =>
  names.map((name) => optional(`${groupName}.${name}`, kind));

holdsContract({
  operation: "POST /merchants/{ref}/sales-data",
  route: submitSalesData,
  key: () => shop.testKey,
  params: () => ({ ref: "shop-1" }),
  body,
  fields: [
    required("merchantIdentity", group),
    required("merchantIdentity.merchantId", refusing(foreignId())),
    required("merchantIdentity.businessName", filledText(150)),
    optional(
      "merchantIdentity.businessType",
      oneOf(
        "REGISTERED_BUSINESS",
        "LIMITED_LIABILITY_COMPANY",
        "SOLE_PROPRIETORSHIP",
        "PARTNERSHIP",
        "COOPERATIVE",
        "NGO",
        "UNREGISTERED",
      ),
    ),
    optional("merchantIdentity.marketplaceOnboardingDate", moment),
    optional("merchantIdentity.verificationStatus", boolean),
    optional("merchantIdentity.location", text(255)),
    required("merchantIdentity.country", filledText(56)),
    optional("merchantIdentity.category", text(100)),

    required("salesPerformance", group),
    ...["gmv30Days", "gmv90Days", "gmv180Days", "avgMonthlySales", "avgOrderValue"].map((name) =>
      required(`salesPerformance.${name}`, average),
    ),
    required("salesPerformance.orderCount", count),
    required("salesPerformance.salesGrowthRate", growth),

    optional("revenueConsistency", group),
    ...all("revenueConsistency", unbounded, "monthlySalesVariance"),
    ...all("revenueConsistency", count, "zeroSalesMonths", "longestSalesStreak"),
    ...all("revenueConsistency", percent, "revenueConcentration"),

    optional("fulfillmentMetrics", group),
    ...all("fulfillmentMetrics", percent, "fulfillmentRate", "cancellationRate", "refundRate"),
    ...all("fulfillmentMetrics", percent, "disputeRate", "lateDeliveryRate"),
    ...all("fulfillmentMetrics", average, "refundAmount"),

    optional("payoutCashFlow", group),
    ...all("payoutCashFlow", oneOf("DAILY", "WEEKLY", "BIWEEKLY", "MONTHLY"), "payoutFrequency"),
    ...all("payoutCashFlow", average, "avgPayoutValue"),
    ...all("payoutCashFlow", count, "failedPayouts"),
    ...all("payoutCashFlow", percent, "walletBalanceUsage"),
    ...all("payoutCashFlow", unbounded, "settlementDelays"),

    optional("platformDependency", group),
    ...all("platformDependency", percent, "topProductGmvPercentage", "topCustomerPercentage"),

    optional("behavioralRisk", group),
    ...all("behavioralRisk", count, "accountSuspensions"),
    ...all("behavioralRisk", nullable(oneOf("LOW", "MEDIUM", "HIGH", "CRITICAL")), "policyViolationsSeverity"),
    ...all("behavioralRisk", boolean, "hasFraudFlags", "hasSuddenGmvSpikes", "hasLinkedAccounts"),

    required("historicalCredit", group),
    ...all("historicalCredit", count, "totalLoans", "activeLoans", "repaidLoans", "defaultedLoans"),
    ...all("historicalCredit", count, "latePayments", "maxDaysPastDue"),
    ...all("historicalCredit", average, "totalBorrowed", "totalOutstanding", "totalOverdue"),
    ...all("historicalCredit", nullable(moment), "lastLoanDate"),

    ...history,
  ],
  beyondSchema: [never("merchantIdentity.merchantId", [value("another merchant's", "shop-2")]), monthInFuture],
});

describe("fields that the contract does not name", () => {
  const send = (extra: string) =>
    call(submitSalesData, {
      key: shop.testKey,
      params: { ref: "shop-1" },
      raw: JSON.stringify(body()).replace("{", `{"unknown":${extra},`),
    });

  it.each(['"a\\u0000b"', '"\\ud83d"', "1e400", "null", '{"__proto__":{"x":1}}', `"${"🍲".repeat(200_000)}"`])(
    "are kept: %.20s",
    async (extra) => expect(await send(extra)).toMatchObject({ status: 202 }),
  );

  it.each([100, 10_000, 200_000])("nested %d deep do no harm", async (depth) => {
    const answer = await send("[".repeat(depth) + "]".repeat(depth));
    expect(answer.status).toBeOneOf([202, 400]);
  });
});
