import { minute } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import { processWide } from "@/lib/kernel/process-wide";
import type { RealTime } from "@/lib/kernel/time";

const noted = processWide("noted-uses", () => new Map<string, number>());

/**
 * Records that a credential is in use, at most once a minute each and without delaying the request.
 * @param credential what tells it from every other: its id, or a digest.
 */
export function noteUse(credential: string, realNow: RealTime, write: () => PromiseLike<unknown>): void {
  if (realNow.getTime() - (noted.get(credential) ?? 0) < minute) return;
  noted.set(credential, realNow.getTime());
  write().then(undefined, (error: unknown) => log.error("could not note the use of a credential", error));
}
