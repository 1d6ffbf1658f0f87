import { z } from "zod";
import { Refusal } from "./functions";

/** An event as the server keeps it and hands it to functions. */
export type ServerEvent = { id: string; name: string; ts: number; data: Record<string, unknown>; user: object };

/** An event as it came in. `key` is the same only for one that the SDK sends again because it got no answer. */
export type Received = { event: ServerEvent; key: string; at: number };

/** Most bytes in one request on every plan, and most events. */
const intakeLimits = { bytes: 256 * 1024, events: 5_000 } as const;

const [earliest, latest] = [Date.UTC(1980, 0, 1), Date.UTC(2100, 0, 1)];

const sent = z.strictObject({
  id: z.string().optional(),
  name: z.string().min(1).max(512),
  data: z.record(z.string(), z.unknown()),
  ts: z.number().min(earliest).max(latest).optional(),
  user: z.object({}).optional(),
  v: z.string().optional(),
  meta: z.object({}).optional(),
});

/**
 * Reads the events of a request.
 * @param seed what makes the ids the same when the same request is sent again
 * @throws Refusal
 */
export function readEvents(text: string, seed: string, now: number): Received[] {
  if (Buffer.byteLength(text) > intakeLimits.bytes) throw new Refusal(400, "Event is over the max size");
  const events = [parsed(text)].flat();
  if (events.length > intakeLimits.events) throw new Refusal(400, "Too many events");
  return events.map((given, i) => {
    const event = sent.safeParse(given);
    if (!event.success) throw new Refusal(400, z.prettifyError(event.error));
    const { id, name, data, ts, user = {} } = event.data;
    if (name.toLowerCase().startsWith("inngest/")) throw new Refusal(400, `event name is reserved: ${name}`);
    const key = `${seed}/${i}`;
    return { event: { id: id ?? key, name, data, ts: ts ?? now, user }, key, at: now };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "Request body must contain an event object or an array of event objects");
  }
}
