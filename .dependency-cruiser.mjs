/**
 * Who may import whom. Rules speak of folders and of file names that mean the same in every room, so they hold for a room
 * added tomorrow. `reachable` means through any number of imports; an import of a type counts like any other.
 */
const tests = "[.](test|spec)[.]tsx?$|^(bench|e2e|test)/";
const database = "^db/|^node_modules/(drizzle-orm|postgres)/";
/** Modules of Node.js are the only ones without an ending. */
const nodeModules = "^[^.]+$";
const framework = "^node_modules/(next|react|react-dom)/";
/** The wings of lib in the order of the story: each imports those before it, and nobody knows the last. */
const wings = "kernel terms platform parties merchants sales loans lending surfaces sandbox edge".split(" ");
/** What a room shares with everybody: types and lists, no behaviour. */
const vocabulary =
  "^lib/terms/|^lib/.+/(constants|schema|states)[.]ts$|^lib/.+-schema[.]ts$|^lib/surfaces/journey/protocol[.]ts$";
const product = "^(app|components|db|lib|sdk)/";
/** How Next starts the application, and what it asks before a page. */
const starts = "^(instrumentation|middleware)[.]ts$";
/** What runs with the packages of a start. */
const runs =
  "^scripts/(start|steps|server|demo|rehearse|operator|receiver|rotate-keys|documents|portfolio|build|install)[./]";
const http = "^lib/edge/http/";
/** Routes that are no pages. */
const programs = "^app/(api/(?!auth/)|marketplace/|oauth/(token|revoke|introspect)/|[.]well-known/|openapi[.]json/)";
/** Made-up data for the sandbox, tests and scripts alike: these files import nothing. */
const fixtures = "/fixtures/";
/** Wherever the database, the outside, the time or chance come in, one of these is behind it. */
const server = ["^node_modules/(drizzle-orm|postgres)/", nodeModules, "^lib/kernel/(clock|coalesce|env|wake-up)[.]ts$"];
const behind = { path: server, reachable: true };

/** Files that only compute: what they answer depends on their arguments and nothing else. */
const pure = [
  "^lib/kernel/(answer-fields|calendar|csv|html|money|snake-case|time|validation)[.]ts$",
  "^lib/platform/messages/mails/(html-part|render-mail)[.]ts$",
  "^lib/parties/lenders/(assumed-sales|choose-lender|deduction-percentage|price|product)[.]ts$",
  "^lib/parties/marketplaces/go-live/checklist[.]ts$",
  "^lib/merchants/documents/file-type[.]ts$",
  "^lib/merchants/kyc/(automatic-outcome|plausible-numbers|progress|provenance|requirements)[.]ts$",
  "^lib/sales/records/(assess-record|carry-over|check-record)[.]ts$",
  "^lib/sales/scoring/(?!credit-scores/)",
  "^lib/loans/agreements/(key-facts|template|words)[.]ts$",
  "^lib/loans/ledger/(balances|loan-transactions|recompute|refund|serialize)[.]ts$",
  "^lib/loans/loans/(annual-percentage|collection|forecast|milestone-payloads|milestones|next-due)[.]ts$",
  "^lib/loans/loans/(postponement|terms|transitions)[.]ts$|^lib/loans/loans/deduction-quotes/(quote|shared-sales)[.]ts$",
  "^lib/loans/statements/(explain-events|movements|statement-csv)[.]ts$",
  "^lib/lending/bank-statements/readers/",
  "^lib/lending/collection/(cap|day-figures|evidence|sales|shares|spread|window)[.]ts$",
  "^lib/lending/funding/(decided-by|offer-policy|options|policy)[.]ts$",
  "^lib/lending/reconciliation/breaks/(collection-messages|messages|needs-operator)[.]ts$",
  "^lib/lending/reconciliation/settlements/(compare-settlement|first-report)[.]ts$",
  "^lib/lending/repayments/(add-to-totals|effective-reversals|repayment-fact)[.]ts$",
  "^lib/lending/servicing/reminders[.]ts$",
  "^lib/lending/transfers/mandates/(amount-in-words|link-state)[.]ts$|^lib/lending/transfers/payments/debit-rules[.]ts$",
  "^lib/lending/transfers/payouts/account-name[.]ts$",
  "^lib/surfaces/journey/(journey-place|loan-stage|origin|refresh)[.]ts$",
];

/** @typedef {import("dependency-cruiser").IRegularForbiddenRuleType | import("dependency-cruiser").IReachabilityForbiddenRuleType} Rule */

/** Everything in these folders that is no test. @param {string | string[]} path @param {string[]} pathNot */
const code = (path, ...pathNot) => ({ path, pathNot: [tests, ...pathNot] });
/** @type {(name: string, comment: string, from: Rule["from"] | string, to: Rule["to"] | string) => Rule} */
const never = (name, comment, from, to) => ({ name, comment, severity: "error", from: at(from), to: at(to) });
/** @template T @param {T | string} side */
const at = (side) => (typeof side === "string" ? { path: side } : side);

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    never("no-cycles", "No file imports itself by a detour, not even for a type.", {}, { circular: true }),
    never("no-unresolved", "What cannot be found cannot be guarded.", {}, { couldNotResolve: true }),
    never("no-dev-dependencies", "Production needs no package that only tests have.", code([product, starts, runs]), {
      dependencyTypes: ["npm-dev"],
    }),
    never("traces-loaded-when-kept", "Where nobody keeps traces, none of it is loaded.", code(product), {
      path: "^node_modules/@opentelemetry/",
      dependencyTypesNot: ["dynamic-import", "type-only"],
    }),
    never("tests-are-not-imported", "Nothing imports what tests share.", code("", "^scripts/vitest-"), tests),
    never("e2e-from-outside", "They drive a running service, and know nothing of its insides.", "^e2e/", {
      path: ["^bench/", product],
      pathNot: fixtures,
      reachable: true,
    }),
    never("scripts-stand-alone", "Scripts run in plain Node.js, before anything is built.", code("^scripts/"), {
      path: product,
      pathNot: fixtures,
      dependencyTypesNot: ["type-only"],
    }),
    never("scripts-are-not-imported", "Nobody asks how he was started.", code(product), "^scripts/"),
    never("fixtures-import-nothing", "Everybody can use them.", code(fixtures), { pathNot: fixtures }),
    never("sdk-stands-alone", "No package, nothing of Node.js; of the service the message protocol.", code("^sdk/"), {
      pathNot: "^sdk/|^lib/surfaces/journey/protocol[.]ts$",
    }),

    never("app-is-the-top", "Nothing imports routes and pages.", code("", "^app/"), "^app/"),
    never("app-uses-verbs", "Routes and pages never see the database.", code(["^app/", starts]), database),
    never(
      "programs-without-next",
      "The server calls them outside Next (scripts/server/fast-lane.mjs).",
      code(programs),
      {
        path: "^node_modules/next/",
        reachable: true,
      },
    ),

    never("components-in-areas", "Areas import what areas share, not each other.", code("^components/([^/]+)/"), {
      path: "^(components|db|sdk)/",
      pathNot: "^components/(calls|charts|forms|kyc|loan|staff|ui|$1)/",
    }),
    never("components-share-vocabulary", "Of lib: vocabulary, money and addresses.", code("^components/"), {
      path: ["^lib/(?!surfaces/)", database, nodeModules],
      pathNot: [vocabulary, "^lib/kernel/(money|parse-url)[.]ts$"],
    }),
    never("components-show-what-is-read", "Of surfaces also the types of what they read.", code("^components/"), {
      path: "^lib/surfaces/",
      pathNot: vocabulary,
      dependencyTypesNot: ["type-only"],
    }),
    never("components-primitives", "Primitives import packages, each other and money.", code("^components/ui/"), {
      path: "^(components|lib)/",
      pathNot: "^components/ui/|^lib/kernel/money[.]ts$",
    }),

    never("vocabulary-reaches-no-server", "Forms share it with the server.", code(vocabulary, fixtures), behind),
    never("pure-files-compute", "No database, environment, clock or randomness.", code(pure), behind),

    never("lib-below-pages", "Below the routes nobody knows who asks.", code("^(db|lib)/"), "^(components|sdk)/"),
    never("lib-without-framework", "Nobody knows Next or React.", code("^(db|lib)/", http), framework),
    never("http-renders-nothing", "The HTTP layer answers; pages render.", code(http), "^node_modules/react(-dom)?/"),
    never("openapi-describes-routes", "Routes know nothing of it.", code(http), "^lib/edge/openapi/"),
    never("http-and-jobs-apart", "HTTP wakes the engine by lib/kernel/wake-up.ts.", code("^lib/edge/(http|jobs)/"), {
      path: "^lib/edge/(http|jobs)/",
      pathNot: "^lib/edge/$1/",
    }),
    never("ground-without-database", "Tables are made of it.", code("^lib/(kernel|terms)/"), database),
    never("database-on-the-ground", "Tables know the kernel and the terms.", code("^db/"), {
      path: "^lib/",
      pathNot: "^lib/(kernel|terms)/",
    }),
    ...wings.slice(0, -1).map((wing, i) => {
      const later = `^lib/(${wings.slice(i + 1).join("|")})/`;
      return never(`wing-${wing}`, "It imports none that comes later.", code(`^lib/${wing}/`), later);
    }),
  ],
  options: {
    doNotFollow: { path: "^node_modules/" },
    exclude: { path: "(^|/)[.][^/]+/|^(playwright-report|public|test-results)/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default"] },
    skipAnalysisNotInRules: true,
  },
};
