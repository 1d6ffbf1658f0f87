/**
 * What `npm run mutation` changes, by group: the files, the tests that have to notice, and the least score in percent that
 * passes. Static data count too: a table of points is as much a rule as an `if`.
 * @type {Record<string, { mutate: string[], tests: string[], database?: boolean, floor: number }>}
 */
export const groups = {
  ledger: {
    mutate: ["lib/ledger/{balances,facts,recompute,refund,waterfall}.ts"],
    tests: ["lib/ledger/{balances,facts,recompute,refund,waterfall}.test.ts"],
    floor: 85,
  },
  quotes: {
    mutate: ["lib/deductions/quote.ts", "lib/loans/{forecast,schedule,terms}.ts", "lib/calendar.ts"],
    tests: ["lib/deductions/quote.test.ts", "lib/loans/{forecast,terms}.test.ts", "lib/calendar.test.ts"],
    floor: 85,
  },
  policy: {
    mutate: ["lib/funding/{policy,options}.ts"],
    tests: ["lib/funding/{policy,options}.test.ts"],
    floor: 85,
  },
  scoring: {
    mutate: ["lib/scoring/!(*.test).ts"],
    tests: ["lib/scoring/*.test.ts"],
    floor: 0,
  },
  deliveries: {
    mutate: ["lib/webhooks/outbound/{address-policy,outcome,sign-webhook}.ts"],
    tests: ["lib/webhooks/outbound/{address-policy,outcome,sign-webhook}.test.ts"],
    floor: 0,
  },
  oauth: {
    mutate: ["lib/oauth/check-authorization.ts", "lib/oauth/checks/*.ts"],
    // The checks are tested as the standards have them: through the addresses, and those need a database.
    tests: ["app/oauth/*.test.ts"],
    database: true,
    floor: 0,
  },
};
