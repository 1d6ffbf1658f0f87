import { second } from "@/lib/kernel/calendar";
import { withoutSecrets } from "@/lib/kernel/log";
import type { Answer, PaystackAccess, Silence } from "./types";

const paystackUrl = "https://api.paystack.co";

/** Paystack answers in a second or two; what takes longer is asked about again. */
const answersWithin = 30 * second;
const longestAnswer = 4 * 1024 * 1024;

export type Question = {
  method: "GET" | "POST";
  /** Its variable parts encoded. Account numbers may be in it: it is never part of what is said of a failure. */
  path: string;
  body?: Readonly<Record<string, unknown>>;
};

/**
 * Asks Paystack, once. Never throws. An answer is an object in JSON with a status that says what became of the question
 * (2xx or 4xx); anything else is nothing, whatever it says.
 */
export async function ask(access: PaystackAccess, { method, path, body }: Question): Promise<Answer> {
  const { key, baseUrl = paystackUrl, within = answersWithin } = access;
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: "application/json",
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // The key and the account number go to nobody but Paystack.
      redirect: "manual",
      // For the body, too.
      signal: AbortSignal.timeout(within),
    });
    return await understand(response);
  } catch (error) {
    return nothing(error instanceof Error && error.name === "TimeoutError" ? "TIMEOUT" : "NETWORK");
  }
}

async function understand(response: Response): Promise<Answer> {
  const { status } = response;
  const silence = silenceOf(status);
  if (silence) {
    await response.body?.cancel();
    return nothing(silence, status, retryAfterOf(response));
  }
  const text = await textOf(response);
  if (text === null) return nothing("TOO_LARGE", status);
  const body = objectIn(text);
  return body ? { kind: "answer", status, body } : nothing("NOT_JSON", status);
}

function silenceOf(status: number): Silence | null {
  if (status === 429) return "RATE_LIMITED";
  // Paystack's gateway gives up waiting for Paystack with it.
  if (status === 408) return "TIMEOUT";
  if (status >= 500) return "SERVER_ERROR";
  return status >= 300 && status < 400 ? "REDIRECT" : null;
}

async function textOf(response: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > longestAnswer) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function retryAfterOf({ headers }: Response): number | null {
  const seconds = headers.get("retry-after") ?? "";
  return /^\d{1,5}$/.test(seconds) ? Number(seconds) * second : null;
}

function nothing(why: Silence, status: number | null = null, retryAfter: number | null = null): Answer {
  return { kind: "nothing", why, status, retryAfter };
}

const longestSaying = 160;

/**
 * What Paystack says of a failure, in a line: without what could be an account's number, and without what was passed to
 * it (names, keys).
 */
export function plainSaying(text: string, ...without: readonly string[]): string {
  let plain = withoutSecrets(text);
  for (const secret of without) if (secret) plain = plain.replace(new RegExp(escaped(secret), "gi"), "…");
  const line = plain
    .replace(/\d[\d\s-]{5,}\d/g, "…")
    .replace(/\s+/g, " ")
    .trim();
  return line.slice(0, longestSaying);
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
