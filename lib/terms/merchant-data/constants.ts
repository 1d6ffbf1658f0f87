/** How often a marketplace pays its merchants out, most frequent first. */
export const payoutFrequencies = ["DAILY", "WEEKLY", "BIWEEKLY", "MONTHLY"] as const;

/** Severities of the worst policy violation, mildest first; `null` in a record means there is none. */
export const violationSeverities = ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const;

/** Months in `monthlySalesHistory`: this many, or no history at all. */
export const historyMonths = 6;

/** Maximum lengths of the record's texts, in characters. The first two are part of the contract. */
export const maxLengths = { merchantId: 255, businessName: 150, location: 255, country: 56, category: 100 } as const;
