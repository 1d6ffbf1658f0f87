import { second } from "@/lib/calendar";
import { ownerOf } from "@/lib/lane";
import { log } from "@/lib/log";
import { type Nudge, onNudge } from "@/lib/nudge";
import { inngestClient, toEvent } from "./inngest-client";
import type { Task } from "./task";

/** Events in one request: some 60 KB of the 256 KB that Inngest accepts on every plan. */
const perRequest = 500;

/** Most hints kept while Inngest does not answer. */
const maxPending = 10_000;

/** How long shutdown waits for the last hints to be sent. */
const flushWithin = 5 * second;

/**
 * Passes this process's hints on to Inngest, a burst in one request. Undeliverable ones are dropped: a sweep finds the
 * row.
 * @returns a function that stops it: accepts no more hints and sends those pending.
 * @throws Error when Inngest is not configured.
 */
export function startInngestEngine(tasks: readonly Task[]): () => Promise<void> {
  const client = inngestClient();
  if (!client) throw new Error("Inngest is not configured.");
  const served = new Set(tasks.map((task) => task.name));
  // By row: hinted at twice in a burst, it is sent once.
  const pending = new Map<string, Nudge>();
  let dropped = 0;
  let sending: Promise<void> | undefined;

  async function send(): Promise<void> {
    // Lets the other hints of this turn of the event loop join.
    await new Promise((resolve) => setImmediate(resolve));
    while (pending.size > 0) {
      const burst = [...pending.entries()].slice(0, perRequest);
      for (const [key] of burst) pending.delete(key);
      try {
        await client?.send(
          burst.map(([, hint]) =>
            toEvent(hint.task, { id: hint.id, marketplaceId: ownerOf(hint.lane)?.marketplaceId ?? "" }),
          ),
        );
      } catch (error) {
        log.error("could not tell Inngest of due rows; its sweep will find them", error, { rows: burst.length });
      }
    }
    if (dropped > 0) log.warn("more rows became due than Inngest could be told of", { rows: dropped });
    dropped = 0;
    sending = undefined;
  }

  onNudge((nudges) => {
    for (const hint of nudges) {
      if (!served.has(hint.task)) continue;
      if (pending.size < maxPending) pending.set(`${hint.task} ${hint.id}`, hint);
      else dropped += 1;
    }
    if (pending.size > 0) sending ??= send();
  });

  return async () => {
    onNudge(undefined);
    if (!sending) return;
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, flushWithin);
    });
    await Promise.race([sending, deadline]);
    clearTimeout(timer);
  };
}
