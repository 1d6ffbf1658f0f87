import { randomInt, randomUUID } from "node:crypto";
import { expect } from "playwright/test";

/** An answer, with its body as text and, where it is JSON, parsed. */
export type Answer = { status: number; headers: Headers; text: string; json: Json };
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there
export type Json = any;

export type Exchange = {
  method: string;
  path: string;
  /** The body as it was given to the client. */
  sent: unknown;
  status: number;
  headers: Headers;
  text: string;
};

export type Call = {
  /** Sent as JSON; a string or bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  key?: string;
  /** Without the secret key. */
  anonymous?: boolean;
};

export type Client = ReturnType<typeof createClient>;

export const api = "/api/v1/marketplace-api";

/** A client of one instance with one secret key. `onAnswer` sees every exchange. */
export function createClient(options: { address: string; secretKey: string; onAnswer?: (exchange: Exchange) => void }) {
  const { address, secretKey, onAnswer } = options;

  async function call(method: string, path: string, { body, headers, key, anonymous }: Call = {}): Promise<Answer> {
    const url = new URL(path, address);
    const raw = typeof body === "string" || body instanceof Uint8Array;
    const response = await fetch(url, {
      method,
      headers: {
        ...(anonymous ? {} : { authorization: `Bearer ${secretKey}` }),
        // Left to itself, a text would say that it is plain.
        ...(body === undefined || body instanceof Uint8Array ? {} : { "content-type": "application/json" }),
        ...(key ? { "idempotency-key": key } : {}),
        ...headers,
      },
      body: raw ? (body as BodyInit) : body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    onAnswer?.({ method, path: url.pathname, sent: body, status: response.status, headers: response.headers, text });
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  }

  /** The body of an answer that must be a success. */
  async function ask(method: string, path: string, options?: Call): Promise<Json> {
    const answer = await call(method, path, options);
    // Asked a thousand times: an `expect` of Playwright's that holds costs as much as the request.
    if (answer.status >= 300) expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.json;
  }

  /** Repeats a call, with one Idempotency-Key, until it is answered: the server may be away for a while. */
  async function insist(method: string, path: string, options: Call = {}): Promise<Json> {
    const key = method === "POST" ? randomUUID() : undefined;
    let answer: Answer | undefined;
    const settled = async () => {
      answer = await call(method, path, { key, ...options }).catch(() => undefined);
      const passing = answer === undefined || answer.status >= 500 || answer.json?.code === "IDEMPOTENCY_IN_PROGRESS";
      return !passing;
    };
    await expect.poll(settled, { intervals: [20, 50, 100, 250], message: `${method} ${path}` }).toBe(true);
    expect(answer?.status, `${method} ${path}: ${answer?.text}`).toBeLessThan(300);
    return answer?.json;
  }

  return { address, call, ask, insist };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Headers of a request from an address of its own, so that it uses up nobody's attempts. */
export function anyAddress(): Record<string, string> {
  return { "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` };
}

/** What an instance shows of its sandbox: its credentials, and the ids of its merchants. */
export async function sandboxOf(address: string) {
  const [credentials, { merchants }] = await Promise.all(
    ["credentials", "merchants"].map(async (name) => (await fetch(`${address}/api/sandbox/${name}`)).json()),
  );
  return { credentials, merchants: merchants.map(({ merchantId }: { merchantId: string }) => merchantId) };
}
