import type { Client, Json } from "./client";
import { api } from "./client";

/** A PDF of one empty page. */
const pdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF\n",
);

/** Six months of sales that end with the month before this one. */
function history(monthly: number, now = new Date()) {
  return [0.94, 1.02, 0.97, 1.05, 1.01, 1.08].map((share, i) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 6 + i, 1)).toISOString().slice(0, 7);
    return { month, salesAmount: Math.round(monthly * share), orderCount: 90 + 3 * i };
  });
}

/** A merchant data record. `strength` 1 is a sound business, 0 one that nobody lends to. */
export function salesRecord(merchantId: string, { strength = 1, monthly = 1_800_000 } = {}) {
  const weak = 1 - strength;
  return {
    merchantIdentity: {
      merchantId,
      businessName: `${merchantId} Trading`,
      businessType: "REGISTERED_BUSINESS",
      marketplaceOnboardingDate: weak > 0.5 ? new Date(Date.now() - 40 * 86_400_000) : "2022-05-20T08:30:00Z",
      verificationStatus: weak < 0.5,
      location: "Ibadan",
      country: "NG",
      category: "HOUSEHOLD",
    },
    salesPerformance: {
      gmv30Days: Math.round(monthly * (1 - 0.5 * weak)),
      gmv90Days: Math.round(monthly * 3 * (1 - 0.4 * weak)),
      gmv180Days: Math.round(monthly * 6 * (1 - 0.3 * weak)),
      avgMonthlySales: Math.round(monthly * (1 - 0.3 * weak)),
      orderCount: Math.round(260 - 220 * weak),
      avgOrderValue: 7_400,
      salesGrowthRate: 11 - 60 * weak,
    },
    revenueConsistency: {
      monthlySalesVariance: 9 + 90 * weak,
      zeroSalesMonths: Math.round(3 * weak),
      longestSalesStreak: Math.round(6 - 5 * weak),
      revenueConcentration: 14 + 70 * weak,
    },
    fulfillmentMetrics: {
      fulfillmentRate: 98 - 40 * weak,
      cancellationRate: 1 + 20 * weak,
      refundRate: 1.4 + 22 * weak,
      refundAmount: Math.round(18_000 + 400_000 * weak),
      disputeRate: 0.4 + 9 * weak,
      lateDeliveryRate: 2 + 35 * weak,
    },
    payoutCashFlow: {
      payoutFrequency: "WEEKLY",
      avgPayoutValue: Math.round(monthly / 4),
      failedPayouts: Math.round(6 * weak),
      walletBalanceUsage: 35 + 60 * weak,
      settlementDelays: Math.round(12 * weak),
    },
    platformDependency: { topProductGmvPercentage: 20 + 60 * weak, topCustomerPercentage: 8 + 50 * weak },
    behavioralRisk: {
      accountSuspensions: Math.round(3 * weak),
      policyViolationsSeverity: weak > 0.5 ? "HIGH" : null,
      hasFraudFlags: weak === 1,
      hasSuddenGmvSpikes: weak > 0.5,
      hasLinkedAccounts: weak > 0.5,
    },
    historicalCredit: {
      totalLoans: 1,
      activeLoans: 0,
      repaidLoans: 1,
      defaultedLoans: 0,
      latePayments: 0,
      maxDaysPastDue: 0,
      totalBorrowed: 400_000,
      totalOutstanding: 0,
      totalOverdue: 0,
      lastLoanDate: "2025-02-11T10:00:00Z",
    },
    monthlySalesHistory: history(monthly),
  };
}

/** A director; whatever the test cares about in `over`. */
export function director(over: Record<string, unknown> = {}) {
  return {
    firstName: "Amaka",
    lastName: "Obi",
    email: "amaka.obi@shop.example",
    phoneNumber: "+2348035550142",
    address: "14 Ring Road, Ibadan",
    dateOfBirth: "1987-09-04",
    nationality: "Nigerian",
    identityType: "BVN",
    identityNumber: "22145678903",
    position: "CEO",
    isPrimary: true,
    ...over,
  };
}

/** Ask for money: a modest sum unless the test says otherwise. */
export function funding(over: Record<string, unknown> = {}) {
  return { amountRequested: 120_000, tenorDays: 365, purpose: "Inventory purchase", ...over };
}

/**
 * What a marketplace does for one merchant. `insistent`: every call is repeated until it is answered, so that a server
 * that dies meanwhile costs time only.
 */
export function merchantOf(client: Client, id: string, { insistent = false } = {}) {
  const ask: Client["ask"] = insistent ? client.insist : client.ask;
  const base = `${api}/merchants/${encodeURIComponent(id)}`;
  const contact = { email: `${id}@shop.example`, phoneNumber: "+2348035550142", firstName: "Amaka", lastName: "Obi" };
  const business = {
    businessName: `${id} Trading`,
    businessType: "REGISTERED_BUSINESS",
    operatingAddress: "14 Ring Road, Ibadan",
    registrationNumber: "RC4417203",
  };

  async function upload(bytes: Uint8Array = pdf): Promise<Json> {
    const file = { fileName: "certificate.pdf", mimeType: "application/pdf", fileSize: String(bytes.byteLength) };
    const { fileKey, upload } = await ask("POST", `${api}/uploads`, { body: file });
    await ask("PUT", upload.url, { body: bytes, headers: upload.headers, anonymous: true });
    await ask("POST", `${api}/uploads/confirm`, { body: { fileKey } });
    return { ...file, fileKey };
  }

  const steps = {
    id,
    base,
    create: (over = {}): Promise<Json> =>
      ask("POST", `${api}/merchants`, {
        body: { thirdPartyCustomerId: id, businessName: `${id} Trading`, ...contact, ...over },
      }),
    sendSales: (record: unknown = salesRecord(id)): Promise<Json> =>
      ask("POST", `${base}/sales-data`, { body: record }),
    saveBusiness: (over = {}): Promise<Json> => ask("PUT", `${base}/business-info`, { body: { ...business, ...over } }),
    saveDirectors: (directors: unknown[] = [director()]): Promise<Json> =>
      ask("POST", `${base}/directors`, { body: { directors } }),
    upload,
    attach: async (over = {}): Promise<Json> => {
      const file = await upload();
      return ask("POST", `${base}/documents`, { body: { documentType: "CAC_CERTIFICATE", ...file, ...over } });
    },
    submit: (): Promise<Json> => ask("POST", `${base}/submit`),
    fund: (over = {}): Promise<Json> => ask("POST", `${base}/funding-requests`, { body: funding(over) }),
    status: (): Promise<Json> => ask("GET", base),
    /** Business information, directors, one document, submission. */
    sendKyc: async (directors?: unknown[]): Promise<Json> => {
      await steps.saveBusiness();
      await steps.saveDirectors(directors);
      await steps.attach();
      return steps.submit();
    },
  };
  return steps;
}
