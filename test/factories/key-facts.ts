import type { KeyFacts } from "@/lib/terms/agreements";

/** The key facts of an offer over 120 days, with everything that a sheet can say. */
export function anyKeyFacts(over: Partial<KeyFacts> = {}): KeyFacts {
  const dates = ["2026-12-22", "2027-01-21", "2027-02-20", "2027-03-22"];
  return {
    reference: "LN-2026-ABCD1234",
    test: true,
    borrower: "Ìyá Àdùnní Ọjà & Sons <Ltd>",
    marketplace: "Naija Mart",
    lender: "Sahel Capital",
    complaints: "complaints@example.com",
    purpose: "Working capital",
    principalAmount: 1_000_000,
    fee: 52_000,
    totalRepayment: 1_052_000,
    interestRate: 5.2,
    tenorDays: 120,
    annualPercentageRate: 31.42,
    scheduledAnnualPercentageRate: 29.9,
    assumedMonthlySales: 3_500_000,
    expectedDays: 92,
    deductionPercentage: 10.5,
    minimumDeduction: 100,
    startDate: "2026-11-22",
    dueDate: "2027-03-22",
    schedule: dates.map((dueDate, i) => ({ installment: i + 1, dueDate, amount: 263_000 })),
    forecast: { early: "2027-02-10", likely: "2027-02-25", late: null },
    defaultAfterDays: 90,
    offerExpiresAt: "2026-12-22T10:00:00.000Z",
    ...over,
  };
}
