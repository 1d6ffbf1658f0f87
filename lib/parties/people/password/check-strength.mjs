import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/**
 * A thread that tells how easy passwords are to guess, one after another (lib/parties/people/password/common-password.ts). It holds 50,000
 * passwords, about 6 MB.
 */

// Of this thread alone, which only Linux knows: requests go first.
if (process.platform === "linux") setPriority(5);

// What stands behind the first 64 characters can only make a password better, and costs time.
const checker = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 64 });

parentPort?.on("message", (/** @type {{ password: string, own: string[] }} */ { password, own }) => {
  const { score, sequence } = checker.check(password, own);
  const parts = sequence.map(({ pattern, dictionaryName }) => ({ pattern, dictionaryName }));
  parentPort?.postMessage({ score, parts });
});
