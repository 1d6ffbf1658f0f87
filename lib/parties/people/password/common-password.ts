import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { processWide } from "@/lib/kernel/process-wide";
import { inTurn } from "./password";

/** Asks nothing of a password's composition (NIST SP 800-63B, section 3.1.1.2). `own`: what others know of the user. */
export async function refuseCommonPassword(password: string, own: readonly string[], field = "password") {
  const strength = await measureStrength(password, own.flatMap(partsOf));
  if (strength.score < enough) throw invalidField(field, reasonFor(strength));
}

/** Of 0 to 4; 3 stands for at least 10^8 guesses (`@zxcvbn-ts/core`). */
const enough = 3;

function partsOf(name: string): string[] {
  return [name, name.replace(/\s+/g, ""), ...name.split("@"), ...name.split(/[\s@.]+/)].filter(
    ({ length }) => length > 2,
  );
}

function reasonFor({ parts }: Strength): string {
  const dictionaries = parts.map(({ dictionaryName }) => dictionaryName);
  if (dictionaries.includes("userInputs")) return "Too close to your e-mail address or the name of your business";
  if (parts.every(({ pattern }) => regular.includes(pattern)))
    return "Repeated or neighbouring characters are easy to guess";
  if (dictionaries.includes("passwords-common")) return "Too close to a password that many people use";
  return "Too easy to guess. A few unusual words in a row are better";
}

const regular = ["repeat", "sequence", "spatial"];

type Strength = { score: number; parts: { pattern: string; dictionaryName?: string }[] };

/** How many passwords may wait to be measured: one takes some 15 ms, one that is made to take long 125. */
export const mostWaiting = 40;

/** How much later a refusal comes, in milliseconds: who asks again at once asks less. */
const refusedAfter = 1_000;

type Measuring = { worker?: Worker };
const shared = processWide("strength", () => ({ measuring: {} as Measuring, line: pLimit(1) }));

/** In a thread of its own: it would hold up everybody's requests. `own`: words that others know of the user. */
export async function measureStrength(password: string, own: readonly string[]): Promise<Strength> {
  const { measuring, line } = shared;
  if (line.pendingCount >= mostWaiting) {
    await new Promise((resolve) => setTimeout(resolve, refusedAfter));
    const message = "Too many passwords are being set at the moment. Wait a few seconds, then try again.";
    throw new CodedError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 3, outside: "too many passwords wait" });
  }
  return line(() =>
    inTurn(async () => {
      measuring.worker ??= startWorker(measuring);
      const { worker } = measuring;
      worker.postMessage({ password, own });
      // Rejects when the thread fails.
      const [strength] = await once(worker, "message");
      return strength;
    }),
  );
}

/** A file as it is, since there is a bundle for each way in. Where it ends, the next who asks starts another. */
function startWorker(measuring: Measuring): Worker {
  const file = path.join(process.cwd(), "lib", "parties", "people", "password", "check-strength.mjs");
  const worker = new Worker(file);
  worker.unref();
  // Whoever waits hears of it; where nobody does, the thread ends alone.
  worker.on("error", () => {});
  worker.once("exit", () => {
    measuring.worker = undefined;
  });
  return worker;
}
