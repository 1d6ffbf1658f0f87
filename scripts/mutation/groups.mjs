/**
 * What `npm run mutation` changes, by group: the files, the tests that have to notice, and the least score in percent that
 * passes. Static data count too: a table of points is as much a rule as an `if`.
 * @type {Record<string, { mutate: string[], tests: string[], database?: boolean, floor: number }>}
 */
export const groups = {
  ledger: {
    ...tested("lib/ledger", ["allocation", "balances", "loan-transactions", "recompute", "refund"]),
    floor: 85,
  },
  quotes: {
    ...together(
      tested("lib/deductions", ["quote"]),
      tested("lib/loans", ["annual-percentage", "forecast", "terms"], ["schedule"]),
      tested("lib", ["calendar"]),
    ),
    floor: 85,
  },
  policy: {
    ...together(
      tested("lib/funding", ["offer-policy", "options", "policy"]),
      tested("lib/lenders", ["choose-lender", "price"], ["assumed-sales", "deduction-percentage"]),
    ),
    floor: 85,
  },
  borrowers: {
    mutate: ["lib/borrowers/!(*.test).ts"],
    tests: ["lib/borrowers/borrowers.test.ts", "lib/borrowers/lock-borrower.test.ts"],
    database: true,
    floor: 85,
  },
  "deciding-again": {
    mutate: ["lib/funding/decide-again.ts"],
    tests: ["deciding-again", "held-payouts"].map((name) => `app/api/v1/embed/loans/${name}.test.ts`),
    database: true,
    floor: 80,
  },
  deliveries: {
    ...tested("lib/webhooks/outbound", ["retry-policy", "sign-webhook"]),
    ...tested("lib/marketplace-servers", ["address-policy"]),
    floor: 90,
  },
  oauth: {
    mutate: ["lib/oauth/check-authorization.ts", "lib/oauth/checks/*.ts"],
    // The checks are tested as the standards have them: through the addresses, and those need a database.
    tests: ["app/oauth/*.test.ts"],
    database: true,
    floor: 90,
  },
  scoring: {
    // All but the words in which a score is explained.
    mutate: ["lib/scoring/!(*.test|labels|recommendations).ts"],
    tests: ["lib/scoring/*.test.ts"],
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
