import { Inngest } from "inngest";
import { z } from "zod";
import { hour, second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { announceLanes, retract, type TaskLane } from "./announce-lanes";
import { life } from "./life";
import { noteAnswer, reachTrouble } from "./reach-inngest";

/** Longest wait for an answer from Inngest. */
const answerWithin = 10 * second;

let client: Inngest | undefined;

/** Null: not configured. The SDK itself reads INNGEST_BASE_URL, INNGEST_DEV and INNGEST_SIGNING_KEY_FALLBACK. */
export function inngestClient(): Inngest | null {
  const { inngest } = env();
  if (!inngest) return null;
  client ??= new Inngest({
    id: "financing",
    eventKey: inngest.eventKey,
    signingKey: inngest.signingKey,
    // The dev server signs nothing; production does not start with it.
    isDev: inngest.dev,
    // Our work is safe to repeat, so a call goes on from step to step for as long as the SDK allows, and reports them
    // together with its answer: what a process that dies has not reported is done again.
    checkpointing: { bufferedSteps: 10 },
    aiMetadata: false,
    logger: sdkLog,
    fetch: ask,
  });
  return client;
}

/** A request to Inngest, of which it is noted how it ended. */
async function ask(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  try {
    const response = await fetch(input, { ...init, signal: AbortSignal.timeout(answerWithin) });
    noteAnswer(url, response.status);
    return response;
  } catch (error) {
    noteAnswer(url, null);
    throw error;
  }
}

/** An event's data: a lane with work (`laneOf`). No personal data leaves the service. */
export const eventData = z.object({ lane: z.string() });

export function eventName(task: string): string {
  return `financing/${task}.due`;
}

/** Events in one request: some 30 KB of the 256 KB that Inngest accepts on every plan. */
const perRequest = 250;

/**
 * Tells Inngest of lanes in which work has become due, each that no run is queued for or at work in. What it cannot be
 * told is taken back, so that the next hint or the sweep tries again; why is logged once.
 * @returns how many events it was sent.
 */
export async function tellInngest(client: Inngest, lanes: readonly TaskLane[]): Promise<number> {
  if (lanes.length === 0) return 0;
  const announcements = await announceLanes(lanes, now());
  let sent = 0;
  for (let start = 0; start < announcements.length; start += perRequest) {
    const chunk = announcements.slice(start, start + perRequest);
    try {
      // Without ids: Inngest would drop a second event of the same id for a day, and that one may be the one that
      // matters.
      await client.send(chunk.map(({ task, lane }) => ({ name: eventName(task), data: { lane } })));
      sent += chunk.length;
    } catch (error) {
      if (!reachTrouble() && !life.onlyPages)
        log.error("could not tell Inngest of due work", error, { lanes: chunk.length });
      await retract(chunk);
    }
  }
  return sent;
}

/** How long what the SDK says is not repeated: it says the same of each call that it refuses. */
const sayAgainAfter = hour;
const said = new Map<string, number>();

// The SDK reports (fields, message) or (message); what it calls an error is often a stranger's unsigned call.
const sdkLog = {
  debug: (...parts: unknown[]) => log.debug(...described(parts)),
  info: (...parts: unknown[]) => log.debug(...described(parts)),
  warn: (...parts: unknown[]) => warnOnce(...described(parts)),
  error: (...parts: unknown[]) => warnOnce(...described(parts)),
};

function warnOnce(message: string, fields: Record<string, unknown>): void {
  const key = `${message} ${fields.error}`;
  const at = now().getTime();
  if (at - (said.get(key) ?? Number.NEGATIVE_INFINITY) < sayAgainAfter) {
    log.debug(message, fields);
    return;
  }
  if (said.size > 100) said.clear();
  said.set(key, at);
  log.warn(message, fields);
}

function described(parts: readonly unknown[]): [string, Record<string, unknown>] {
  const message = parts.find((part) => typeof part === "string") ?? "message of the SDK";
  const fields = parts.find((part) => typeof part === "object" && part !== null);
  const error = fields && "err" in fields ? fields.err : undefined;
  return [`Inngest: ${message}`, error === undefined ? {} : { error: String(error) }];
}
