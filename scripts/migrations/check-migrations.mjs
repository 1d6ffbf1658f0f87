import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#scripts/install.mjs";
import { complaintsOf } from "./rules.mjs";

/** Fails for a migration that would be noticed (rules.mjs). Those up to 0027 have landed before there were rules. */
const landed = "0027";
const folder = join(root, "db", "migrations");

/** @type {{ entries: { tag: string }[] }} */
const { entries } = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
const names = entries.map(({ tag }) => tag);
const looked = names.filter((name) => name.slice(0, 4) > landed);
const complaints = looked.flatMap((name) =>
  complaintsOf({ name, text: readFileSync(join(folder, `${name}.sql`), "utf8") }, names.slice(0, names.indexOf(name))),
);
for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
process.stdout.write(`${looked.length} migrations checked, ${complaints.length} problems.\n`);
process.exitCode = complaints.length > 0 ? 1 : 0;
