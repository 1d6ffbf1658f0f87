import type { Answer, Method } from "./context";
import type { Credential } from "./credential";
import { expired, type Failure, failureOf, notReached } from "./refusals";
import type { Outgoing, Transport } from "./transport";

/** What came of a call: as the steps see it, with the code that the shell goes by. */
export type Result<T> = { body: T } | Failure;

export type Api = {
  call: <T>(method: Method, path: string, body?: unknown) => Promise<Result<T>>;
  upload: (
    file: Blob,
    fileKey: string,
    headers: Record<string, string>,
    progress: (share: number) => void,
  ) => Promise<Answer<null>>;
  download: (path: string, fileName: string) => Promise<Answer<null>>;
};

type Wants = {
  credential: Credential;
  transport: Transport;
  /** A text that no other call has. */
  newKey: () => string;
  /** Has the browser save a file. */
  save: (content: Blob, fileName: string) => void;
  /** The token is of no use, and there is no other. */
  onEnd: (why: Failure) => void;
};

const root = "/api/v1/embed/";

/** After these nobody can be sure what became of a POST: its repetition goes under the same key. */
const uncertain = new Set([
  "NETWORK",
  "TOKEN_EXPIRED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
  "IDEMPOTENCY_IN_PROGRESS",
]);

/**
 * The calls of the journey: the token as a bearer, no cookies, nothing cached. A token that has expired is renewed on the
 * way and the call repeated once.
 */
export function createApi({ credential, transport, newKey, save, onEnd }: Wants): Api {
  const open = new Map<string, { body: Outgoing["body"]; key: string }>();

  async function attempt(request: Outgoing, token: string): Promise<Result<Blob>> {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const answer = await transport({ ...request, address: root + request.address, headers });
    if (!answer) return notReached;
    const { status, retryAfter, content } = answer;
    if (status >= 200 && status < 300) return { body: content };
    return failureOf(status, await parsed(content), retryAfter);
  }

  async function send(request: Outgoing): Promise<Result<Blob>> {
    const used = credential.token();
    let result = await attempt(request, used);
    if (hasExpired(result)) {
      const fresh = await credential.renew(used);
      if (fresh !== null) result = await attempt(request, fresh);
    }
    if (hasExpired(result)) result = expired;
    if ("code" in result && (result.code === "TOKEN_EXPIRED" || result.code === "TOKEN_INVALID")) onEnd(result);
    return result;
  }

  /** Sends under a key of its own, or the one that the same request had when it was left uncertain. */
  async function sendOnce(request: Outgoing): Promise<Result<Blob>> {
    const { address, body } = request;
    const before = open.get(address);
    const key = before && before.body === body ? before.key : newKey();
    const result = await send({ ...request, headers: { ...request.headers, "idempotency-key": key } });
    if ("code" in result && uncertain.has(result.code)) open.set(address, { body, key });
    else open.delete(address);
    return result;
  }

  return {
    async call<T>(method: Method, path: string, body?: unknown): Promise<Result<T>> {
      const request: Outgoing = { method, address: path, headers: { accept: "application/json" } };
      if (body !== undefined) {
        request.body = JSON.stringify(body);
        request.headers["content-type"] = "application/json";
      }
      const result = method === "POST" ? await sendOnce(request) : await send(request);
      return "body" in result ? { body: (await parsed(result.body)) as T } : result;
    },
    async upload(file, fileKey, headers, progress) {
      const request = {
        method: "PUT",
        address: `uploads/${encodeURIComponent(fileKey)}`,
        headers,
        body: file,
        progress,
      };
      return done(await send(request));
    },
    async download(path, fileName) {
      const result = await send({ method: "GET", address: path, headers: {} });
      if ("body" in result) save(result.body, fileName);
      return done(result);
    },
  };
}

function hasExpired(result: Result<Blob>): boolean {
  return "code" in result && result.code === "TOKEN_EXPIRED";
}

function done(result: Result<Blob>): Answer<null> {
  return "body" in result ? { body: null } : result;
}

/** The JSON in an answer; null for one that has none. */
async function parsed(content: Blob): Promise<unknown> {
  try {
    return JSON.parse(await content.text());
  } catch {
    return null;
  }
}
