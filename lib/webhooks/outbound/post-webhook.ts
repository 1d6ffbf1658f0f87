import http from "node:http";
import https from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { requireOutsideTransaction } from "@/db/client";
import { now } from "@/lib/clock";
import { parseUrl } from "@/lib/parse-url";
import { addressIn, mayConnect } from "./address-policy";
import { receiverCap } from "./constants";
import { codeOf, failureText } from "./failure-text";
import { permittedAddresses, type Resolve } from "./resolve-host";
import { type Exchange, retryAfterMs } from "./retry-policy";

/** For the whole exchange, from resolving to the answer's body (docs/webhooks.md#delivery). */
const exchangeDeadlineMs = 10_000;

/** Bytes of an answer that are read and kept. */
export const answerLimit = 4096;

export type PostRequest = {
  url: string;
  body: string;
  headers: Record<string, string>;
  /** Connections are pooled, and counted, by receiver. */
  receiver: string;
  /** Whether http and loopback are allowed, see `allowsLocal`. */
  allowLocal: boolean;
  deadlineMs?: number;
  resolve?: Resolve;
};

type Ended = Omit<Exchange, "durationMs">;
type Failed = { error: unknown; stale: boolean };

/** Posts a body once, without following redirects. Throws only inside a transaction: failures are in `error`. */
export async function post(request: PostRequest): Promise<Exchange> {
  requireOutsideTransaction("post of a webhook");
  const started = performance.now();
  const deadlineMs = request.deadlineMs ?? exchangeDeadlineMs;
  let ended = nothing(refusal(request));
  if (ended.error === null) {
    const signal = AbortSignal.timeout(deadlineMs);
    ended = await exchange(request, signal, agentFor(request.url)).catch(async (failure: Failed) => {
      // The receiver closed a pooled connection just as it was taken: nothing was received, so send again.
      const again = failure.stale ? exchange(request, signal, false) : Promise.reject(failure);
      return again.catch((last: Failed) => nothing(text(last.error, signal, deadlineMs)));
    });
  }
  return { ...ended, durationMs: Math.round(performance.now() - started) };
}

/** One request and its answer. Rejects with `Failed` when no answer began. */
function exchange(request: PostRequest, signal: AbortSignal, agent: http.Agent | false): Promise<Ended> {
  return new Promise<Ended>((resolve, reject) => {
    const url = new URL(request.url);
    const send = url.protocol === "https:" ? https.request : http.request;
    const options: http.RequestOptions & { receiver: string } = {
      method: "POST",
      agent,
      signal,
      receiver: request.receiver,
      lookup: lookupFor(request),
      headers: {
        ...request.headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(request.body),
        "accept-encoding": "identity",
        "user-agent": "MarketplaceFinancing-Webhooks/1.0",
      },
    };
    const outgoing = send(url, options);
    outgoing.on("response", (answer) => {
      const deadlineMs = request.deadlineMs ?? exchangeDeadlineMs;
      resolve(readAnswer(answer, signal, deadlineMs).finally(() => release(outgoing, answer)));
    });
    outgoing.on("error", (error) => {
      const stale = outgoing.reusedSocket && ["ECONNRESET", "EPIPE"].includes(codeOf(error));
      reject({ error, stale } satisfies Failed);
    });
    outgoing.on("close", () => reject({ error: { code: "ECONNRESET" }, stale: false } satisfies Failed));
    outgoing.end(request.body);
  });
}

/** Reads up to the limit and to the deadline. A 2xx that never ends was not acknowledged. */
async function readAnswer(answer: http.IncomingMessage, signal: AbortSignal, deadlineMs: number): Promise<Ended> {
  const chunks: Buffer[] = [];
  let size = 0;
  let error = redirectText(answer);
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= answerLimit) break;
    }
  } catch {
    error ??= signal.aborted
      ? `the answer was not complete within ${deadlineMs / 1000} s`
      : "connection closed before the answer was complete";
  }
  return {
    status: answer.statusCode ?? null,
    body: storableText(Buffer.concat(chunks)),
    error,
    retryAfterMs: retryAfterMs(answer.headers["retry-after"], now()),
  };
}

/** After a whole answer the connection is kept for the next delivery. */
function release(outgoing: http.ClientRequest, answer: http.IncomingMessage): void {
  if (!answer.complete || !answer.readableEnded) outgoing.destroy();
}

/** Text that PostgreSQL can store: no NUL, no partial character at the end. */
function storableText(bytes: Buffer): string {
  const decode = (part: Uint8Array) => new TextDecoder().decode(part.subarray(0, answerLimit), { stream: true });
  return decode(Buffer.from(decode(bytes).replaceAll("\u0000", "\ufffd")));
}

function redirectText(answer: http.IncomingMessage): string | null {
  const { statusCode = 0 } = answer;
  return statusCode >= 300 && statusCode < 400 && answer.headers.location ? "redirects are not followed" : null;
}

/** Why a request is refused by its URL alone. */
function refusal({ url: text, allowLocal }: PostRequest): string | null {
  const url = parseUrl(text);
  if (!url || !["http:", "https:"].includes(url.protocol)) return "the URL is not valid";
  if (url.protocol === "http:" && !allowLocal) return "http is not allowed, use https";
  const address = addressIn(url);
  return address && !mayConnect(address, allowLocal) ? `address ${address} is not public` : null;
}

/** Resolves when connecting, so that the address checked is the one connected to. */
function lookupFor({ allowLocal, resolve }: PostRequest): LookupFunction {
  return (host, options, callback) => {
    permittedAddresses(host, allowLocal, resolve).then(
      (addresses) => {
        const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        const [first] = entries;
        if (options.all) callback(null, entries);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error) => callback(error, ""),
    );
  };
}

function text(error: unknown, signal: AbortSignal, deadlineMs: number): string {
  return signal.aborted ? `no answer within ${deadlineMs / 1000} s` : failureText(error);
}

function nothing(error: string | null): Ended {
  return { status: null, body: null, error, retryAfterMs: null };
}

// Pooled by receiver: nobody waits for another's connections, even at the same host, and a connection opened under the
// laxer rules of test data never serves anything else.
const pooling = {
  keepAlive: true,
  maxSockets: receiverCap,
  // Deliveries end in batches: with a lower number the others would connect anew each time.
  maxFreeSockets: receiverCap,
  timeout: 15_000,
  autoSelectFamilyAttemptTimeout: 1_000,
};

class HttpPool extends http.Agent {
  override getName(options?: http.ClientRequestArgs & { receiver?: string }): string {
    return `${super.getName(options)}:${options?.receiver}`;
  }
}

class HttpsPool extends https.Agent {
  override getName(options?: https.RequestOptions & { receiver?: string }): string {
    return `${super.getName(options)}:${options?.receiver}`;
  }
}

const plain = new HttpPool(pooling);
const secure = new HttpsPool(pooling);

function agentFor(url: string): http.Agent {
  return url.startsWith("https:") ? secure : plain;
}
