import { CodedError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { processWide } from "@/lib/kernel/process-wide";

const told = processWide("troubles", () => new Map<string, string>());

/** How long something has lasted changes all the time; that is no news. */
const kindOf = (error: unknown) => String(error).replace(/\d+/g, "#");

/** Logs what is wrong with something when it begins, and when it becomes something else: not as long as it lasts. */
export function logTrouble(of: string, message: string, thrown: unknown): void {
  // What a caller is told says less than what is wrong.
  const error = thrown instanceof CodedError ? (thrown.outside ?? thrown) : thrown;
  // Of one cause several parts may hear.
  if ([...told.values()].includes(kindOf(error))) return;
  told.set(of, kindOf(error));
  log.error(message, error, { check: of });
}

/** Logs that the trouble with something is over, if any was logged. */
export function logRecovery(of: string, message: string): void {
  if (told.delete(of)) log.info(message, { check: of });
}
