import { second } from "@/lib/kernel/calendar";
import { statusClass, watchCall } from "@/lib/platform/egress/watch-call";

/** Why nothing is known of what became of a question. What it asked for may have been done, unless it was NOT_ASKED. */
export type Silence =
  | "NOT_ASKED"
  | "NETWORK"
  | "TIMEOUT"
  | "REDIRECT"
  | "NOT_JSON"
  | "TOO_LARGE"
  | "SERVER_ERROR"
  | "RATE_LIMITED";

export type Answer =
  | { kind: "answer"; status: number; body: Readonly<Record<string, unknown>> }
  /** @property retryAfter in milliseconds, where the provider says so */
  | { kind: "nothing"; why: Silence; status: number | null; retryAfter: number | null };

export type Question = {
  method: "GET" | "POST";
  /** Its variable parts encoded. Numbers of accounts and people may be in it: it is never part of what is said of a failure. */
  path: string;
  body?: Readonly<Record<string, unknown>>;
};

/** Who is asked. @property within the longest that one question may take, in milliseconds */
export type Asked = {
  provider: "paystack" | "dojah";
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  within: number;
};

const longestAnswer = 4 * 1024 * 1024;

/**
 * Asks a provider, once. Never throws. An answer is an object in JSON with a status that says what became of the question
 * (2xx or 4xx); anything else is nothing, whatever it says.
 */
export function askJson(asked: Asked, question: Question): Promise<Answer> {
  return watchCall(
    asked.provider,
    () => askOnce(asked, question),
    (answer) => (answer.kind === "answer" ? statusClass(answer.status) : answer.why.toLowerCase()),
  );
}

async function askOnce(asked: Asked, { method, path, body }: Question): Promise<Answer> {
  const { baseUrl, headers, within } = asked;
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}${path}`, {
      method,
      headers: { ...headers, accept: "application/json", ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // Keys and numbers go to nobody but the provider.
      redirect: "manual",
      // Nobody keeps an answer under an address with numbers in it.
      cache: "no-store",
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
  // A gateway gives up waiting for the provider with it.
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
