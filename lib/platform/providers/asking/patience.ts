import { minute, second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import type { Answer } from "./ask-json";

/** Asks, or says that now is not the time. */
export type Patience = (question: () => Promise<Answer>) => Promise<Answer>;

/** How long a provider that let a question time out is left alone. */
const restsFor = minute;
/** A question that waits for so long shows that the provider is slow. */
const slowAfter = 2 * second;
/** How many questions may then wait for it at once. */
const mostBesideSlow = 4;

const notAsked: Answer = { kind: "nothing", why: "NOT_ASKED", status: null, retryAfter: null };

/** One silent provider must not take all places from the others (docs/rails.md#silence). One a rail or bureau, and process. */
export function newPatience(clock: () => Date = now): Patience {
  const waiting = new Set<{ since: number }>();
  let restsUntil = 0;
  return async (question) => {
    const since = clock().getTime();
    const slow = [...waiting].some((other) => since - other.since >= slowAfter);
    if (since < restsUntil || (slow && waiting.size >= mostBesideSlow)) return notAsked;
    const own = { since };
    waiting.add(own);
    try {
      const answer = await question();
      const timedOut = answer.kind === "nothing" && answer.why === "TIMEOUT" && answer.status === null;
      if (timedOut) restsUntil = clock().getTime() + restsFor;
      return answer;
    } finally {
      waiting.delete(own);
    }
  };
}
