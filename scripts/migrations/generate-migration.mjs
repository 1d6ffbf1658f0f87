import "#scripts/node-version.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#scripts/install.mjs";
import { run } from "#scripts/processes.mjs";
import { splitMigration } from "./split-migration.mjs";

/**
 * `npm run db:generate -- --name NAME`: the migration from the schema of the newest to what `db/schema/` says now. What is to be done
 * beside whoever writes becomes a migration of its own after it, NAME_beside.
 */
const folder = join(root, "db", "migrations");
const fileOf = (/** @type {string} */ name) => join(folder, `${name}.sql`);

/** @returns {string[]} */
function names() {
  /** @type {{ entries: { tag: string }[] }} */
  const { entries } = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
  return entries.map(({ tag }) => tag);
}

/** Has drizzle-kit write a migration. Answers its name, if there is one. @param {readonly string[]} args */
async function generate(args) {
  const before = names();
  const kit = join(root, "node_modules", "drizzle-kit", "bin.cjs");
  const code = await run(process.execPath, [kit, "generate", ...args], { cwd: root, stdio: "inherit" });
  if (code !== 0) process.exit(code);
  return names().find((name) => !before.includes(name));
}

const args = process.argv.slice(2);
const name = await generate(args);
if (name && !args.includes("--custom")) {
  const { atOnce, beside } = splitMigration(readFileSync(fileOf(name), "utf8"));
  if (beside && !atOnce) writeFileSync(fileOf(name), beside);
  else if (beside) {
    writeFileSync(fileOf(name), atOnce);
    const after = await generate(["--custom", "--name", `${name.replace(/^\d+_/, "")}_beside`]);
    if (after) writeFileSync(fileOf(after), beside);
  }
}
