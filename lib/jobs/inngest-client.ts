import { Inngest } from "inngest";
import { z } from "zod";
import { second } from "@/lib/calendar";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { TaskName } from "@/lib/nudge";

/** Longest wait for an answer from Inngest. */
const answerWithin = 10 * second;

let client: Inngest | undefined;

/**
 * The connection to Inngest; null when none is configured. The SDK itself reads its addresses (INNGEST_BASE_URL, or
 * INNGEST_DEV as one) and the fallback key for rotation (INNGEST_SIGNING_KEY_FALLBACK).
 */
export function inngestClient(): Inngest | null {
  const { inngest } = env();
  if (!inngest) return null;
  client ??= new Inngest({
    id: "financing",
    eventKey: inngest.eventKey,
    signingKey: inngest.signingKey,
    // The dev server signs nothing; production does not start with it.
    isDev: inngest.dev,
    // Our work is safe to repeat, so steps run without one request each and are reported as they end.
    checkpointing: true,
    aiMetadata: false,
    logger: sdkLog,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(answerWithin) }),
  });
  return client;
}

/** An event's data: the row and its marketplace (empty: it belongs to none). No personal data leaves the service. */
export const eventData = z.object({ id: z.string().min(1), marketplaceId: z.string() });
export type EventData = z.infer<typeof eventData>;

export function eventName(task: TaskName): `financing/${TaskName}.due` {
  return `financing/${task}.due`;
}

/**
 * Without an id: Inngest would drop a second event of the same id for a day, and that one may be the one that matters.
 */
export function toEvent(task: TaskName, { id, marketplaceId }: EventData) {
  return { name: eventName(task), data: { id, marketplaceId } };
}

// The SDK reports (fields, message) or (message); what it calls an error is often a stranger's unsigned call.
const sdkLog = {
  debug: (...parts: unknown[]) => log.debug(...described(parts)),
  info: (...parts: unknown[]) => log.debug(...described(parts)),
  warn: (...parts: unknown[]) => log.warn(...described(parts)),
  error: (...parts: unknown[]) => log.warn(...described(parts)),
};

function described(parts: readonly unknown[]): [string, Record<string, unknown>] {
  const message = parts.find((part) => typeof part === "string") ?? "message of the SDK";
  const fields = parts.find((part) => typeof part === "object" && part !== null);
  const error = fields && "err" in fields ? fields.err : undefined;
  return [`Inngest: ${message}`, error === undefined ? {} : { error: String(error) }];
}
