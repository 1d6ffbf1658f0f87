import { second } from "@/lib/kernel/calendar";
import { logRecovery, logTrouble } from "./log-trouble";

const patience = 3 * second;

/** What is wrong, in words that anybody may read: of any other error nothing is shown. */
export class Explained extends Error {
  override readonly name = "Explained";
}

/** One part, as an attempt finds it within a few seconds. What is wrong with it is logged when it begins and when it is over. */
export async function attempt<Name extends string>(
  name: Name,
  well: string,
  work: () => PromiseLike<unknown>,
): Promise<{ name: Name; status: "ok" | "down"; detail: string }> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${patience / second} s`)), patience);
    });
    await Promise.race([work(), timeout]);
    // Of the jobs an answer may yet say that they are wrong.
    if (name !== "jobs") logRecovery(name, "health check passes again");
    return { name, status: "ok", detail: well };
  } catch (error) {
    logTrouble(name, "health check failed", error);
    return { name, status: "down", detail: wordsOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Explained ? error.message : "not reachable";
}
