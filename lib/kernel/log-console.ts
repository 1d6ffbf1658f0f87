import { format, stripVTControlCharacters } from "node:util";
import { env } from "./env";
import { log } from "./log";
import { processWide } from "./process-wide";

/** What has been logged, so that an error that comes by more than one way is logged once. */
const logged = () => processWide("logged-errors", () => new WeakSet<Error>());

/**
 * Makes lines of the log of what Next and libraries print by themselves, for as long as the process runs: as they print
 * it, an error has many lines, of which its message can forge one, and what looks like a secret stays. In development
 * the console is for people, and stays as it is.
 */
export function logConsole(): void {
  if (!env().logsConsole) return;
  console.error = (...said: unknown[]) => {
    const error = said.find((part) => part instanceof Error);
    if (!error) log.error("printed", inOneLine(said));
    // Next tells of it once more, with the page it comes from: `logPageError`.
    else if (!("digest" in error)) logOnce("printed", error, {});
  };
  console.warn = (...said: unknown[]) => log.warn("printed", { text: inOneLine(said) });
}

/** `page`: its folder, never its address: that has what people search for. */
export function logPageError(error: unknown, at: { requestId: string; page: string }): void {
  if (env().logsConsole) logOnce("page failed", error, at);
}

function logOnce(message: string, error: unknown, fields: Record<string, unknown>): void {
  if (error instanceof Error) {
    if (logged().has(error)) return;
    logged().add(error);
  }
  log.error(message, error, fields);
}

function inOneLine(said: readonly unknown[]): string {
  return stripVTControlCharacters(format(...said));
}
