import "./node-version.mjs";
import { randomInt } from "node:crypto";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildApplication } from "./build.mjs";
import { applyExample, copySources, readExamples } from "./examples/examples.mjs";
import { Failure, report } from "./failure.mjs";
import { installDependencies, root } from "./install.mjs";
import { run } from "./processes.mjs";
import { testFilesWith } from "./test-files.mjs";

/**
 * `npm run proof`: what takes too long for `npm test`, in parts; `npm run proof -- next` for one of them.
 * @type {Record<string, () => Promise<number>>}
 */
const parts = { properties, next, kills, fuzz, engines, examples, statements, paystack };

/**
 * The property tests with thousands of cases from a seed of their own, where `npm test` draws a few from a fixed one
 * (test/proof.ts). A failure names its seed; PROOF_SEED and PROOF_CASES in the environment repeat it.
 */
async function properties() {
  const { PROOF_CASES = "5000", PROOF_SEED = String(randomInt(2 ** 31)) } = process.env;
  const proofs = testFilesWith('"@/test/proof"');
  process.stdout.write(`${proofs.length} files, PROOF_CASES=${PROOF_CASES} PROOF_SEED=${PROOF_SEED}\n`);
  return command("vitest", ["run", ...proofs], { NODE_ENV: "test", PROOF_CASES, PROOF_SEED });
}

/** The API's tests from outside with Next answering its routes, where `npm test` has the fast lane answer. */
async function next() {
  await buildApplication({ whole: true });
  return command("playwright", ["test", "--project=api"], { FAST_LANE: "off" });
}

/** Processes that die, or are two, at whatever is under way, where `npm test` kills all of them once (e2e/kills). */
async function kills() {
  await buildApplication();
  return command("playwright", ["test", "e2e/kills", "e2e/api/killed.spec.ts"], { KILLS: "on" });
}

/** Nonsense to every operation, many times and from a seed of its own, where `npm test` sends a little from a fixed one. */
async function fuzz() {
  await buildApplication();
  const { FUZZ_RUNS = "40" } = process.env;
  return command("playwright", ["test", "e2e/attacks/fuzz.spec.ts"], { FUZZ_RUNS });
}

/** Both engines at the work of hours: ten thousand due rows, an idle hour (test/engines). */
function engines() {
  return command("vitest", ["run", "test/engines"], { NODE_ENV: "test", ENGINES: "long" });
}

/**
 * The worked examples of CONTRIBUTING.md, done in a copy: with the commands that they name, every check, and every unit test
 * but for that of the examples, which has a copy of its own.
 */
async function examples() {
  const copy = join(root, ".cache", "examples");
  copySources(root, copy);
  for (const example of readExamples(readFileSync(join(root, "CONTRIBUTING.md"), "utf8"))) applyExample(copy, example);
  rmSync(join(copy, "scripts", "examples", "examples.long.test.ts"));
  // Checks ask git which files there are, and some packages' files are read by their path.
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
  const bin = join(root, "node_modules", ".bin");
  const steps = [
    ["git", "init", "--quiet"],
    [join(bin, "drizzle-kit"), "generate", "--name", "examples"],
    [process.execPath, "scripts/openapi/accept-api.mjs"],
    ["npm", "run", "docs:accept"],
    ["git", "add", "--all"],
    [join(bin, "next"), "typegen"],
    [join(bin, "tsc"), "--noEmit", "--incremental", "false"],
    [join(bin, "biome"), "ci", "."],
    [join(bin, "depcruise"), "."],
    [join(bin, "vitest"), "run"],
  ];
  for (const [file = "", ...args] of steps) {
    const code = await run(file, args, { cwd: copy, env: { ...process.env, NODE_ENV: "test" } });
    if (code !== 0) return code;
  }
  return 0;
}

/**
 * Random bank statements of which each line counts once, 500 where `npm test` imports 20 (test/bank-statements); and what is
 * read of the samples that banks publish: `npm run proof -- statements FILE…`.
 */
function statements() {
  const { STATEMENTS = "500", PROOF_SEED = String(randomInt(2 ** 31)) } = process.env;
  process.stdout.write(`STATEMENTS=${STATEMENTS} PROOF_SEED=${PROOF_SEED}\n`);
  return command("vitest", ["run", "--reporter=verbose", "test/bank-statements"], {
    NODE_ENV: "test",
    STATEMENTS,
    PROOF_SEED,
  });
}

/**
 * What Paystack's client asks and understands, against Paystack's public specification, which is not ours to keep:
 * `npm run proof -- paystack FILE`, or PAYSTACK_SPEC. With PAYSTACK_MOCK, a server made from it answers.
 */
function paystack() {
  const { PAYSTACK_SPEC } = process.env;
  if (PAYSTACK_SPEC)
    return command("vitest", ["run", "--reporter=verbose", "test/paystack/specification.test.ts"], {
      NODE_ENV: "test",
    });
  process.stdout.write("Left out: there is no specification. Name its file: npm run proof -- paystack FILE\n");
  return Promise.resolve(0);
}

/** The file after the part that takes one. @param {string[]} asked */
function takeSpecification(asked) {
  const at = asked.indexOf("paystack") + 1;
  const [name] = at > 0 && !(String(asked[at]) in parts) ? asked.splice(at, 1) : [];
  const file = name && resolve(process.env.INIT_CWD ?? "", name);
  if (file && !existsSync(file)) throw new Failure(`There is no file ${file}.`);
  if (file) process.env.PAYSTACK_SPEC = file;
  if (at > 0 && !process.env.PAYSTACK_SPEC) throw new Failure("Name the specification: npm run proof -- paystack FILE");
}

/** Those after the part that takes any number. @param {string[]} asked */
function takeSamples(asked) {
  const at = asked.indexOf("statements") + 1;
  if (at === 0) return;
  const end = asked.findIndex((name, i) => i >= at && name in parts);
  const names = asked.splice(at, (end < 0 ? asked.length : end) - at);
  const files = names.map((name) => resolve(process.env.INIT_CWD ?? "", name));
  const missing = files.find((file) => !existsSync(file));
  if (missing) throw new Failure(`There is no file ${missing}.`);
  process.env.STATEMENT_SAMPLES = files.join("\n");
}

/** @param {"vitest" | "playwright"} name @param {readonly string[]} args @param {Partial<NodeJS.ProcessEnv>} more */
function command(name, args, more) {
  const file = { vitest: join("vitest", "vitest.mjs"), playwright: join("playwright", "cli.js") }[name];
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, ...more };
  return run(process.execPath, [join(root, "node_modules", file), ...args], { cwd: root, env });
}

async function main() {
  const asked = process.argv.slice(2);
  takeSamples(asked);
  takeSpecification(asked);
  const unknown = asked.find((name) => !(name in parts));
  if (unknown) throw new Failure(`There is no part "${unknown}"; the parts are ${Object.keys(parts).join(", ")}.`);
  await installDependencies();
  const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name));
  /** @type {string[]} */
  const failed = [];
  for (const [name, prove] of chosen) {
    process.stdout.write(`\nProof: ${name}\n`);
    if ((await prove()) !== 0) failed.push(name);
  }
  process.stdout.write(failed.length === 0 ? "Every proof holds.\n" : `These do not hold: ${failed.join(", ")}.\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

main().catch((error) => {
  report(error);
  process.exitCode = 1;
});
