import http from "node:http";
import https from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { requireOutsideTransaction } from "@/db/client";
import { parseUrl } from "@/lib/kernel/parse-url";
import { addressIn, mayConnect } from "./address-policy";
import { codeOf, failureText } from "./failure-text";
import { permittedAddresses, type Resolve } from "./resolve-host";

/** For the whole exchange, from resolving to the answer's body (docs/webhooks.md#delivery). */
const exchangeDeadlineMs = 10_000;

export type ServerRequest = {
  method: "GET" | "POST";
  url: string;
  body?: string;
  headers: Record<string, string>;
  /** Bytes of the answer that are read. */
  answerLimit: number;
  /** Whether http and loopback are allowed, see `allowsLocal`. */
  allowLocal: boolean;
  /** Connections made by this agent may be used again; without one, each is new. */
  agentFor?: (url: URL) => http.Agent;
  /** For the agent: connections are pooled, and counted, by receiver. */
  receiver?: string;
  deadlineMs?: number;
  resolve?: Resolve;
};

/** What a server answered. */
export type ServerAnswer = {
  /** Null: there was no answer. */
  status: number | null;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
  /** The answer reached the limit, and no more was read. */
  cut: boolean;
  /** For the server's developer; null when a whole answer came, whatever its status. */
  error: string | null;
  durationMs: number;
};

type Ended = Omit<ServerAnswer, "durationMs">;
type Failed = { error: unknown; stale: boolean };
type Deadline = { ms: number; passed: boolean; outgoing: http.ClientRequest | undefined };

/** Without following redirects, only to permitted addresses. Throws only inside a transaction: see `error`. */
export async function guardedFetch(request: ServerRequest): Promise<ServerAnswer> {
  requireOutsideTransaction("call of a marketplace's server");
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
  const ended = await exchange(request, url, deadline, request.agentFor?.(url) ?? false).catch(
    async (failure: Failed) => {
      // The server closed a pooled connection just as it was taken: nothing was received, so send again.
      const mayRepeat = failure.stale && !deadline.passed;
      const again = mayRepeat ? exchange(request, url, deadline, false) : Promise.reject(failure);
      return again.catch((last: Failed) => nothing(text(last.error, deadline)));
    },
  );
  clearTimeout(timer);
  return { ...ended, durationMs: Math.round(performance.now() - started) };
}

/** One request and its answer. Rejects with `Failed` when no answer began. */
function exchange(request: ServerRequest, url: URL, deadline: Deadline, agent: http.Agent | false): Promise<Ended> {
  const { method, body, receiver } = request;
  return new Promise<Ended>((resolve, reject) => {
    const send = url.protocol === "https:" ? https.request : http.request;
    const options: http.RequestOptions & { receiver?: string } = {
      method,
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: url.port,
      path: url.pathname + url.search,
      auth:
        url.username || url.password ? `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` : null,
      agent,
      lookup: lookupFor(request),
      headers: {
        ...request.headers,
        ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
      },
      ...(receiver === undefined ? {} : { receiver }),
    };
    const outgoing = send(options);
    deadline.outgoing = outgoing;
    outgoing.on("response", (answer) => resolve(readAnswer(request.answerLimit, outgoing, answer, deadline)));
    outgoing.on("error", (error) => {
      const stale = outgoing.reusedSocket && ["ECONNRESET", "EPIPE"].includes(codeOf(error));
      reject({ error, stale } satisfies Failed);
    });
    outgoing.on("close", () => reject({ error: { code: "ECONNRESET" }, stale: false } satisfies Failed));
    outgoing.end(body);
  });
}

/** Up to the limit and the deadline. Endless 2xx are no answer; only after a whole one is the connection kept. */
function readAnswer(
  limit: number,
  outgoing: http.ClientRequest,
  answer: http.IncomingMessage,
  deadline: Deadline,
): Promise<Ended> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (broken: string | null) =>
      resolve({
        status: answer.statusCode ?? null,
        headers: answer.headers,
        bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks),
        cut: size >= limit,
        error: redirectText(answer) ?? broken,
      });
    answer.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size < limit) return;
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

function redirectText(answer: http.IncomingMessage): string | null {
  const { statusCode = 0 } = answer;
  return statusCode >= 300 && statusCode < 400 && answer.headers.location ? "redirects are not followed" : null;
}

/** Why a call is refused by its URL alone. */
function refusal(url: URL | null, allowLocal: boolean): string | null {
  if (!url || !["http:", "https:"].includes(url.protocol)) return "the URL is not valid";
  if (url.protocol === "http:" && !allowLocal) return "http is not allowed, use https";
  const address = addressIn(url);
  return address && !mayConnect(address, allowLocal) ? `address ${address} is not public` : null;
}

/** Resolves when connecting, so that the address checked is the one connected to. */
function lookupFor({ allowLocal, resolve }: ServerRequest): LookupFunction {
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
  return { status: null, headers: {}, bytes: Buffer.alloc(0), cut: false, error };
}
