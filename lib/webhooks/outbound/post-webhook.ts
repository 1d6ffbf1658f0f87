import { isAscii } from "node:buffer";
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

/** Headers that every webhook has. */
export const constantHeaders = {
  "content-type": "application/json",
  "accept-encoding": "identity",
  "user-agent": "MarketplaceFinancing-Webhooks/1.0",
};

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
type Deadline = { ms: number; passed: boolean; outgoing: http.ClientRequest | undefined };

/** Posts a body once, without following redirects. Throws only inside a transaction: failures are in `error`. */
export async function post(request: PostRequest): Promise<Exchange> {
  requireOutsideTransaction("post of a webhook");
  const started = performance.now();
  const url = parseUrl(request.url);
  const refused = refusal(url, request.allowLocal);
  if (!url || refused) return { ...nothing(refused), durationMs: 0 };
  const deadline: Deadline = { ms: request.deadlineMs ?? exchangeDeadlineMs, passed: false, outgoing: undefined };
  // A timer of one length costs far less than an AbortSignal.
  const timer = setTimeout(() => {
    deadline.passed = true;
    deadline.outgoing?.destroy();
  }, deadline.ms);
  const ended = await exchange(request, url, deadline, agentFor(url)).catch(async (failure: Failed) => {
    // The receiver closed a pooled connection just as it was taken: nothing was received, so send again.
    const mayRepeat = failure.stale && !deadline.passed;
    const again = mayRepeat ? exchange(request, url, deadline, false) : Promise.reject(failure);
    return again.catch((last: Failed) => nothing(text(last.error, deadline)));
  });
  clearTimeout(timer);
  return { ...ended, durationMs: Math.round(performance.now() - started) };
}

/** One request and its answer. Rejects with `Failed` when no answer began. */
function exchange(request: PostRequest, url: URL, deadline: Deadline, agent: http.Agent | false): Promise<Ended> {
  return new Promise<Ended>((resolve, reject) => {
    const send = url.protocol === "https:" ? https.request : http.request;
    const options: http.RequestOptions & { receiver: string } = {
      method: "POST",
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: url.port,
      path: url.pathname + url.search,
      auth:
        url.username || url.password ? `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` : null,
      agent,
      receiver: request.receiver,
      lookup: lookupFor(request),
      headers: {
        ...request.headers,
        ...constantHeaders,
        "content-length": Buffer.byteLength(request.body),
      },
    };
    const outgoing = send(options);
    deadline.outgoing = outgoing;
    outgoing.on("response", (answer) => resolve(readAnswer(outgoing, answer, deadline)));
    outgoing.on("error", (error) => {
      const stale = outgoing.reusedSocket && ["ECONNRESET", "EPIPE"].includes(codeOf(error));
      reject({ error, stale } satisfies Failed);
    });
    outgoing.on("close", () => reject({ error: { code: "ECONNRESET" }, stale: false } satisfies Failed));
    outgoing.end(request.body);
  });
}

/**
 * Reads up to the limit and to the deadline. A 2xx that never ends was not acknowledged. Only after a whole answer is
 * the connection kept for the next delivery.
 */
function readAnswer(outgoing: http.ClientRequest, answer: http.IncomingMessage, deadline: Deadline): Promise<Ended> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (broken: string | null) =>
      resolve({
        status: answer.statusCode ?? null,
        body: storableText(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
        error: redirectText(answer) ?? broken,
        retryAfterMs: retryAfterMs(answer.headers["retry-after"], now()),
      });
    answer.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size < answerLimit) return;
      end(null);
      outgoing.destroy();
    });
    answer.on("end", () => end(null));
    // An answer that breaks off says so by an error, and closes.
    answer.on("error", () => {});
    answer.on("close", () => {
      if (answer.readableEnded) return;
      end(
        deadline.passed
          ? `the answer was not complete within ${deadline.ms / 1000} s`
          : "connection closed before the answer was complete",
      );
      outgoing.destroy();
    });
  });
}

/** Text that PostgreSQL can store: no NUL, no partial character at the end. */
function storableText(bytes: Buffer): string {
  if (isAscii(bytes) && !bytes.includes(0)) return bytes.toString("latin1", 0, answerLimit);
  const decode = (part: Uint8Array) => new TextDecoder().decode(part.subarray(0, answerLimit), { stream: true });
  return decode(Buffer.from(decode(bytes).replaceAll("\u0000", "\ufffd")));
}

function redirectText(answer: http.IncomingMessage): string | null {
  const { statusCode = 0 } = answer;
  return statusCode >= 300 && statusCode < 400 && answer.headers.location ? "redirects are not followed" : null;
}

/** Why a request is refused by its URL alone. */
function refusal(url: URL | null, allowLocal: boolean): string | null {
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

function text(error: unknown, deadline: Deadline): string {
  return deadline.passed ? `no answer within ${deadline.ms / 1000} s` : failureText(error);
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

type Pooled = { receiver?: string; host?: string | null | undefined; port?: string | number | null | undefined };

/** Nothing else of the options differs between deliveries. */
const poolName = ({ receiver, host, port }: Pooled = {}) => `${receiver} ${host}:${port}`;

class HttpPool extends http.Agent {
  override getName = poolName;
}

class HttpsPool extends https.Agent {
  override getName = poolName;
}

const plain = new HttpPool(pooling);
const secure = new HttpsPool(pooling);

function agentFor({ protocol }: URL): http.Agent {
  return protocol === "https:" ? secure : plain;
}
