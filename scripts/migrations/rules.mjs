import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "#scripts/install.mjs";

/**
 * What a migration must not do beside a service that runs: hold a table while all its rows are read or written, or take
 * away what the release before still uses (CONTRIBUTING.md#change-the-schema). squawk knows the statements that change tables; those
 * that change rows are ours.
 * @typedef {{ name: string, text: string }} Written a migration's name and SQL
 */

/** Of style alone, or set by who applies migrations (db/apply-migrations.ts). */
const ofNoConcern = [
  "identifier-too-long",
  "prefer-bigint-over-int",
  "prefer-bigint-over-smallint",
  "prefer-robust-stmts",
  "prefer-text-field",
  "require-lock-timeout",
  "require-statement-timeout",
];
/** What old code may still use: gone only with the name of a migration that all code that runs must know. */
const contracting = ["ban-drop-column", "ban-drop-table", "changing-column-type", "renaming-column", "renaming-table"];

/** How a statement may begin; all else changes rows, or more than one table. */
const plain =
  /^(?:create\b|alter\b|drop\b|comment on\b|grant\b|revoke\b|insert into\s+[\w".]+\s*(?:\([^()]*\)\s*)?values\b)/i;
/** @type {readonly [RegExp, string][]} */
const whole = [
  [
    /^alter table\b[^;]*\badd column\b[^;]*\bcheck\s*\(/i,
    "checks a new column in all rows: add the constraint NOT VALID",
  ],
  [/^alter table\b[^;]*\badd column\b[^;]*\bas identity\b/i, "numbers all rows: fill the column in pages first"],
  [/^alter table\b[^;]*\bset (?:logged|unlogged|tablespace|access method)\b/i, "writes the whole table anew"],
  [/^alter table\b[^;]*\battach partition\b/i, "reads the whole partition under a lock"],
  [/^create table\b[^;]*\bas\s+select\b/i, "copies rows: have the service do that in pages"],
];

/** What may run again without a transaction, after a try that was interrupted. */
const repeatable =
  /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists|alter table [\w".]+ validate constraint)\b/i;

/** What is wrong with a migration, a line each. @param {Written} migration @param {readonly string[]} before names of those before it */
export function complaintsOf({ name, text }, before) {
  const inTransaction = !/^-- no transaction$/m.test(text);
  const complaints = [
    ...bySquawk(name, text, inTransaction),
    ...statementsOf(text).flatMap((statement) => ownComplaints(statement, inTransaction)),
    ...replacedIndexes(text),
  ];
  const contracts = /^-- contracts: (\S+)$/m.exec(text)?.[1];
  const takesAway = contracting.some((rule) => new RegExp(`squawk-ignore[^\\n]*${rule}`).test(text));
  if (contracts && !before.includes(contracts))
    complaints.push(`contracts: there is no migration ${contracts} before it`);
  if (takesAway && !contracts)
    complaints.push('takes something away: name in "-- contracts: 0028_name" what code must know');
  return complaints.map((complaint) => `${name}: ${complaint}`);
}

/** @param {string} statement @param {boolean} inTransaction */
function ownComplaints(statement, inTransaction) {
  const bare = statement.replace(/--.*$/gm, "").trim();
  const begins = bare.slice(0, 60).replace(/\s+/g, " ");
  if (!inTransaction && !repeatable.test(bare)) return [`"${begins}" belongs into a migration with a transaction`];
  if (inTransaction && /^[^;]*\bindex concurrently\b/i.test(bare))
    return [`"${begins}" needs "-- no transaction" at the top`];
  if (/^-- bounded: \S/m.test(statement)) return [];
  if (!plain.test(bare)) return [`"${begins}" may touch any number of rows; "-- bounded: why" says that it does not`];
  return whole.filter(([rule]) => rule.test(bare)).map(([, why]) => `"${begins}" ${why}`);
}

/**
 * An index that is changed under its name: without it until the next is made, queries read whole tables and nothing keeps apart what
 * was unique.
 * @param {string} text
 */
function replacedIndexes(text) {
  const named = (/** @type {string} */ verb) =>
    new RegExp(`^\\s*${verb} index (?:concurrently )?(?:if (?:not )?exists )?(?:"?public"?\\.)?"?(\\w+)`, "i");
  const bare = statementsOf(text).map((statement) => statement.replace(/--.*$/gm, "").replace(/\s+/g, " "));
  const [made, dropped] = [named("create(?: unique)?"), named("drop")].map((begins) =>
    bare.flatMap((statement) => begins.exec(statement)?.[1] ?? []),
  );
  return (dropped ?? [])
    .filter((name) => made?.includes(name))
    .map((name) => `index ${name} is dropped and made anew: give the new one a name of its own in db/schema/`);
}

/** @param {string} text */
const statementsOf = (text) =>
  text.split("--> statement-breakpoint").filter((statement) => statement.replace(/--.*$/gm, "").trim() !== "");

/** @param {string} name @param {string} text @param {boolean} inTransaction @returns {string[]} */
function bySquawk(name, text, inTransaction) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...[join(root, "node_modules", "squawk-cli", "js", "bin", "squawk"), "--reporter=json", "--pg-version=15.0"],
      ...[`--exclude=${ofNoConcern.join(",")}`, `--stdin-filepath=${name}.sql`],
      ...(inTransaction ? ["--assume-in-transaction"] : []),
    ],
    { input: text, encoding: "utf8" },
  );
  if (status !== 0 && status !== 1) return [`squawk ended with code ${status}: ${stderr.trim()}`];
  /** @type {{ line: number, rule_name: string, message: string, help?: string }[]} */
  const found = JSON.parse(stdout);
  return found.map(({ line, rule_name: rule, message, help }) =>
    `line ${line + 1}, ${rule}: ${message} ${help ?? ""}`.trim(),
  );
}
