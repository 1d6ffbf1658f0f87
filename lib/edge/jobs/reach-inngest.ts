import { second } from "@/lib/kernel/calendar";
import { processWide } from "@/lib/kernel/process-wide";
import { logRecovery, logTrouble } from "@/lib/surfaces/health/log-trouble";
import { life } from "./life";

/** How often this process sees whether Inngest answers, and how long it waits for that: twice in 15 seconds. */
const lookEvery = 4 * second;
const answerWithin = 3 * second;

/** One request may go wrong by chance. */
const enough = 2;

/** What a proxy answers in the place of a server that is not there. */
const fromProxies = [502, 503, 504];

const state = processWide("inngest-reach", () => ({ failures: 0, refused: false }));

/** What keeps this process from telling Inngest of work, worded for an operator; null when nothing does. */
export function reachTrouble(): string | null {
  if (state.failures >= enough) return "Inngest cannot be reached";
  return state.refused ? "Inngest does not take our events: check INNGEST_EVENT_KEY" : null;
}

/** And logs when that is trouble, or no longer. `status`: of its answer; null: there was none. */
export function noteAnswer(url: string, status: number | null): void {
  if (status === null || fromProxies.includes(status)) state.failures += 1;
  else {
    state.failures = 0;
    if (isForEvents(url)) state.refused = status === 401 || status === 403;
  }
  // A process that makes pages tells of nothing that the server beside it tells of.
  if (life.onlyPages) return;
  const trouble = reachTrouble();
  if (trouble) logTrouble("inngest", "events are not sent", trouble);
  else logRecovery("inngest", "Inngest takes our events again");
}

const isForEvents = (url: string) => new URL(url).pathname.startsWith("/e/");

/**
 * Asks Inngest for an answer every few seconds, whatever it says: one that cannot be reached is to be known before work
 * waits for it.
 * @returns a function that stops it.
 */
export function watchReach(url: string, every: number = lookEvery): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  async function look(): Promise<void> {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(answerWithin) }).catch(
      () => null,
    );
    await answer?.body?.cancel().catch(() => {});
    if (stopped) return;
    noteAnswer(url, answer?.status ?? null);
    timer = setTimeout(look, every).unref();
  }
  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
