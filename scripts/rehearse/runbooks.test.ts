import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = "docs/operations";
/** Pages of the folder that say how things are, not what to do. */
const noRunbooks = ["alerts.md", "faults.md", "metrics.md", "million.md", "README.md", "traces.md"];
const runbooks = readdirSync(folder).filter((name) => name.endsWith(".md") && !noRunbooks.includes(name));
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
const parts = ["When", "What people see", "How one knows that it is over", "Rehearsal"];

/** What a line of a runbook's rehearsal says that is not there. */
function missingIn(command: string): string[] {
  const [, name] = /^npm run (\S+)/.exec(command) ?? [];
  if (name) return scripts[name] ? [] : [name];
  const [, runner, ...files] = command.split(" ");
  if (!["vitest", "playwright"].includes(runner ?? "")) return [command];
  const tests = files.filter((file) => !["run", "test"].includes(file));
  return tests.length > 0 ? tests.filter((file) => !existsSync(file)) : [command];
}

test("there is a runbook for each day that is not like the others", () => {
  expect(runbooks.length).toBeGreaterThanOrEqual(10);
  const index = readFileSync(`${folder}/README.md`, "utf8");
  expect(runbooks.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});

test.each(runbooks)("%s says when, what is seen and how it ends, and its rehearsal is there", (name) => {
  const text = readFileSync(`${folder}/${name}`, "utf8");
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(expect.arrayContaining(parts));
  expect(headings.at(-1)).toBe("Rehearsal");
  const [, rehearsal = ""] = text.split("\n## Rehearsal\n");
  const commands = [...rehearsal.matchAll(/^ {4}(np[mx] .+?)(?: +#.*)?$/gm)].map(([, command]) => String(command));
  expect(commands).not.toEqual([]);
  expect(commands.flatMap(missingIn)).toEqual([]);
});

test("commands that operators are told to type are there", () => {
  const known = ["lib/surfaces/console", "lib/edge/terminal"]
    .flatMap((home) => readdirSync(home).map((file) => `${home}/${file}`))
    .filter((file) => file.endsWith("-commands.ts"))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^ {2}"([a-z]+ [a-z-]+)": /gm)])
    .map(([, command]) => command);
  const told = runbooks.flatMap((name) => [
    ...readFileSync(`${folder}/${name}`, "utf8").matchAll(/npm run operator -- ([a-z]+ [a-z-]+)/g),
  ]);
  expect(told.length).toBeGreaterThan(5);
  expect(told.map(([, command]) => command).filter((command) => !known.includes(command))).toEqual([]);
});
