import "./node-version.mjs";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { installDependencies, root } from "./install.mjs";
import { run } from "./processes.mjs";
import { testFilesWith } from "./test-files.mjs";

/**
 * `npm run proof`: the property tests with thousands of cases from a seed of their own, where `npm test` draws a few from a
 * fixed one (test/proof.ts). A failure names its seed; PROOF_SEED and PROOF_CASES in the environment repeat it.
 */
const { PROOF_CASES = "5000", PROOF_SEED = String(randomInt(2 ** 31)) } = process.env;

const proofs = testFilesWith('"@/test/proof"');

await installDependencies();
const drawn = `PROOF_CASES=${PROOF_CASES} PROOF_SEED=${PROOF_SEED}`;
process.stdout.write(`${proofs.length} files, ${drawn}\n`);
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, NODE_ENV: "test", PROOF_CASES, PROOF_SEED };
process.exitCode = await run(process.execPath, [vitest, "run", ...proofs], { cwd: root, env });
process.stdout.write(`${drawn}: ${process.exitCode === 0 ? "every proof holds" : "a proof does not hold"}\n`);
