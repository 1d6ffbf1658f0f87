/**
 * Who may import whom. Rules speak of folders and of file names that mean the same in every noun, so they hold for a noun
 * added tomorrow. `reachable` means through any number of imports; an import of a type counts like any other.
 */
const tests = "[.](test|spec)[.]tsx?$|^(bench|e2e|test)/";
const database = "^db/|^node_modules/(drizzle-orm|postgres)/";
/** Modules of Node.js are the only ones without an ending. */
const nodeModules = "^[^.]+$";
const framework = "^node_modules/(next|react|react-dom)/";
/** What a noun shares with everybody: types and lists, no behaviour. */
const vocabulary = "^lib/.+/(constants|events|schema|states)[.]ts$|^lib/.+-schema[.]ts$|^lib/embed/protocol[.]ts$";
/** Made-up data for the sandbox, tests and scripts alike: these files import nothing. */
const fixtures = "/fixtures/";
/** Wherever the database, the outside, the time or chance come in, one of these is behind it. */
const server = ["^node_modules/(drizzle-orm|postgres)/", nodeModules, "^lib/(clock|coalesce|env|nudge)[.]ts$"];

/** Files that only compute: what they answer depends on their arguments and nothing else. */
const pure = [
  "^lib/(answer-fields|calendar|csv|html|money|snake-case|time|validation)[.]ts$",
  "^lib/scoring/",
  "^lib/agreements/(key-facts|template|words)[.]ts$",
  "^lib/breaks/(collection-messages|messages|needs-operator)[.]ts$",
  "^lib/collection/(cap|day-figures|day-schema|evidence|sales|shares|spread|window)[.]ts$",
  "^lib/deductions/(quote|shared-sales)[.]ts$",
  "^lib/documents/file-type[.]ts$",
  "^lib/embed/(journey-place|loan-stage|origin|refresh)[.]ts$",
  "^lib/funding/(decided-by|offer-policy|options|policy)[.]ts$",
  "^lib/go-live/checklist[.]ts$",
  "^lib/ingestion/(assess-record|carry-over|check-record)[.]ts$",
  "^lib/kyc/(automatic-outcome|plausible-numbers|progress|provenance|requirements)[.]ts$",
  "^lib/ledger/(allocation|balances|loan-transactions|recompute|refund|serialize)[.]ts$",
  "^lib/lenders/(assumed-sales|choose-lender|deduction-percentage|price|product)[.]ts$",
  "^lib/loans/(annual-percentage|collection|delinquency|forecast|milestone-payloads|milestones|next-due|postponement|schedule|terms|transitions)[.]ts$",
  "^lib/mandates/(amount-in-words|link-state)[.]ts$",
  "^lib/notifications/(account-mail|application-mail|catalogue|formats|html-part|merchant-mail|render-account-mail|render-application-mail|render-mail|texts-.+)[.]ts$",
  "^lib/payments/debit-rules[.]ts$",
  "^lib/payouts/(account-name|bank-name)[.]ts$",
  "^lib/repayments/(add-to-totals|effective-reversals|repayment-fact)[.]ts$",
  "^lib/servicing/reminders[.]ts$",
  "^lib/settlements/(compare-settlement|first-report)[.]ts$",
  "^lib/statements/(explain-events|movements|statement-csv)[.]ts$",
];

/** @typedef {import("dependency-cruiser").IRegularForbiddenRuleType | import("dependency-cruiser").IReachabilityForbiddenRuleType} Rule */

/** Everything in these folders that is no test. @param {string | string[]} path @param {string[]} pathNot */
const code = (path, ...pathNot) => ({ path, pathNot: [tests, ...pathNot] });
/** @type {(name: string, comment: string, from: Rule["from"], to: Rule["to"]) => Rule} */
const never = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    never("no-cycles", "No file imports itself by a detour, not even for a type.", {}, { circular: true }),
    never("no-unresolved", "What cannot be found cannot be guarded.", {}, { couldNotResolve: true }),
    never(
      "no-dev-dependencies",
      "What runs in production needs no package that only tests have.",
      code("^(app|components|db|lib|sdk)/|^(instrumentation|middleware)[.]ts$"),
      { dependencyTypes: ["npm-dev"] },
    ),
    never("tests-are-not-imported", "Nothing outside tests imports what tests share.", code("", "^scripts/vitest-"), {
      path: tests,
    }),
    never(
      "e2e-from-outside",
      "These tests drive a running service and know nothing of its insides.",
      { path: "^e2e/" },
      { path: "^(app|bench|components|db|lib|sdk)/", pathNot: fixtures, reachable: true },
    ),
    never("scripts-stand-alone", "Scripts run in plain Node.js, before anything is built.", code("^scripts/"), {
      path: "^(app|components|db|lib|sdk)/",
      pathNot: fixtures,
      dependencyTypesNot: ["type-only"],
    }),
    never("fixtures-import-nothing", "Everybody can use them.", code(fixtures), { pathNot: fixtures }),
    never("scripts-are-not-imported", "Nobody asks how he was started.", code("^(app|components|db|lib|sdk)/"), {
      path: "^scripts/",
    }),
    never("sdk-stands-alone", "No package, nothing of Node.js; of the service the message protocol.", code("^sdk/"), {
      pathNot: "^sdk/|^lib/embed/protocol[.]ts$",
    }),

    never("app-is-the-top", "Nothing imports routes and pages.", code("", "^app/"), { path: "^app/" }),
    never(
      "app-uses-verbs",
      "Routes and pages use the verbs and queries of nouns, never the database.",
      code("^app/|^(instrumentation|middleware)[.]ts$"),
      { path: database },
    ),

    never(
      "components-in-areas",
      "Areas import ui, forms, charts and loan, but not each other.",
      code("^components/([^/]+)/"),
      {
        path: "^(components|db|sdk)/",
        pathNot: "^components/(calls|charts|forms|kyc|loan|ui|$1)/",
      },
    ),
    never(
      "components-share-vocabulary",
      "Of lib: schemas, constants, money, addresses and the protocol.",
      code("^components/"),
      {
        path: ["^lib/", database, nodeModules],
        pathNot: "^lib/.+/(constants|schema)[.]ts$|^lib/(embed/protocol|money|parse-url)[.]ts$",
      },
    ),
    never("components-primitives", "Primitives import packages, each other and money.", code("^components/ui/"), {
      path: "^(components|lib)/",
      pathNot: "^components/ui/|^lib/money[.]ts$",
    }),

    never("vocabulary-reaches-no-server", "Forms share these files with the server.", code(vocabulary), {
      path: server,
      reachable: true,
    }),
    never("pure-files-compute", "No database, environment, clock or randomness.", code(pure), {
      path: server,
      reachable: true,
    }),

    never("lib-below-pages", "Below the routes nobody knows who asks.", code("^(db|lib)/"), {
      path: "^(components|sdk)/",
    }),
    never(
      "programs-without-next",
      "The server calls these routes outside Next (scripts/server/fast-lane.mjs), where nothing of it works.",
      code("^app/(api/(?!auth/)|marketplace/|oauth/(token|revoke|introspect)/|[.]well-known/|openapi[.]json/)"),
      { path: "^node_modules/next/", reachable: true },
    ),
    never("lib-without-framework", "Below the routes nobody knows Next or React.", code("^(db|lib)/", "^lib/http/"), {
      path: framework,
    }),
    never("http-renders-nothing", "The HTTP layer answers; pages render.", code("^lib/http/"), {
      path: "^node_modules/react(-dom)?/",
    }),
    never("verbs-know-no-caller", "Neither HTTP nor the engine.", code("^(db|lib)/", "^lib/(http|jobs|openapi)/"), {
      path: "^lib/(http|jobs|openapi)/",
    }),
    never("openapi-describes-routes", "It reads their declarations; they know nothing of it.", code("^lib/http/"), {
      path: "^lib/openapi/",
    }),
    never("http-and-jobs-apart", "HTTP wakes the engine through lib/nudge.ts.", code("^lib/(http|jobs)/"), {
      path: "^lib/(http|jobs)/",
      pathNot: "^lib/$1/",
    }),
    never("kernel-is-the-base", "The kernel imports packages and itself.", code("^lib/[^/]+$"), {
      path: ["^lib/[^/]+/", database],
    }),
    never("database-below-nouns", "Tables know the vocabulary of nouns and what scoring answers.", code("^db/"), {
      path: "^lib/[^/]+/",
      pathNot: [vocabulary, "^lib/scoring/"],
    }),
    never("providers-below-nouns", "Providers know vocabulary and the sandbox's stand-ins.", code("^lib/providers/"), {
      path: "^lib/[^/]+/",
      pathNot: [vocabulary, "^lib/(providers|sandbox)/"],
    }),
    never(
      "nouns-below-journey",
      "Journey, sandbox, demo and what is built on them are made of nouns; no noun knows them.",
      code(
        "^lib/[^/]+/",
        "^lib/(demo|embed|getting-started|held-loans|http|jobs|providers|retention|sandbox|showcase)/",
      ),
      { path: "^lib/(demo|embed|getting-started|held-loans|sandbox|showcase)/", pathNot: "^lib/embed/protocol[.]ts$" },
    ),
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
