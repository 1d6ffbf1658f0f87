/**
 * What `npm run mutation` changes, by group: the files, the tests that have to notice, and the least score in percent that
 * passes. Static data count too: a table of points is as much a rule as an `if`.
 * @type {Record<string, { mutate: string[], tests: string[], database?: boolean, floor: number }>}
 */
export const groups = {
  ledger: {
    ...together(
      tested("lib/terms/ledger", ["allocation"]),
      tested("lib/loans/ledger", ["balances", "loan-transactions", "recompute", "refund"]),
    ),
    floor: 85,
  },
  quotes: {
    ...together(
      tested("lib/loans/loans/deduction-quotes", ["quote"]),
      tested("lib/loans/loans", ["annual-percentage", "forecast", "terms"]),
      tested("lib/terms/loans", [], ["schedule"]),
      tested("lib/kernel", ["calendar"]),
    ),
    floor: 85,
  },
  policy: {
    ...together(
      tested("lib/lending/funding", ["offer-policy", "options", "policy"]),
      tested("lib/parties/lenders", ["choose-lender", "price"], ["assumed-sales", "deduction-percentage"]),
    ),
    floor: 85,
  },
  borrowers: {
    mutate: ["lib/lending/funding/borrowers/!(*.test).ts"],
    tests: [
      "lib/lending/funding/borrowers/!(*.long).test.ts",
      // Who stands well.
      "lib/lending/funding/policy.test.ts",
      "lib/lending/funding/offer-policy.test.ts",
      // What a lender has in one borrower's hands.
      "lib/lending/funding/limit-products.test.ts",
    ],
    database: true,
    floor: 85,
  },
  "deciding-again": {
    mutate: ["lib/lending/funding/decide-again.ts"],
    tests: ["deciding-again", "held-payouts"].map((name) => `app/api/v1/embed/loans/${name}.test.ts`),
    database: true,
    floor: 80,
  },
  deliveries: {
    ...together(
      tested("lib/platform/messages/webhooks", ["retry-policy", "sign-webhook"]),
      tested("lib/platform/egress", ["address-policy"]),
    ),
    floor: 90,
  },
  oauth: {
    mutate: ["lib/sales/oauth/check-authorization.ts", "lib/sales/oauth/request-checks.ts"],
    // The checks are tested as the standards have them: through the addresses, and those need a database.
    tests: ["app/oauth/*.test.ts"],
    database: true,
    floor: 90,
  },
  scoring: {
    // All but the words in which a score is explained.
    mutate: ["lib/sales/scoring/!(*.test|labels|recommendations).ts", "lib/terms/scoring/!(*.test).ts"],
    tests: ["lib/sales/scoring/*.test.ts", "lib/terms/scoring/*.test.ts"],
    floor: 85,
  },
};

/**
 * Files that have their tests beside them, and others that the same tests go through.
 * @param {string} folder
 * @param {string[]} names
 * @param {string[]} [others]
 */
function tested(folder, names, others = []) {
  return {
    mutate: [...names, ...others].map((name) => `${folder}/${name}.ts`),
    tests: names.map((name) => `${folder}/${name}.test.ts`),
  };
}

/** @param {ReturnType<typeof tested>[]} parts */
function together(...parts) {
  return { mutate: parts.flatMap(({ mutate }) => mutate), tests: parts.flatMap(({ tests }) => tests) };
}
