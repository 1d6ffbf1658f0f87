import type { Answer, Journey, Method } from "./context";
import type { Credential } from "./credential";
import { expired, type Failure, failureOf, isUncertain, notReached } from "./refusals";
import type { Outgoing, Transport } from "./transport";

/** An answer as the steps see it, with a code for the shell. */
export type Result<T> = { body: T } | Failure;

export type Api = Pick<Journey, "upload" | "download"> & {
  /** `outlives`: the call arrives even if the page is left meanwhile. */
  call: <T>(method: Method, path: string, body?: unknown, how?: Pick<Outgoing, "outlives">) => Promise<Result<T>>;
};

/** What calls need of the browser. */
export type Means = {
  transport: Transport;
  /** A new idempotency key. */
  newKey: () => string;
  /** Has the browser save a file. */
  save: (content: Blob, fileName: string) => void;
};

type Wants = Means & {
  credential: Credential;
  /** The token is useless, and there is no other. */
  onEnd: (why: Failure) => void;
};

const root = "/api/v1/embed/";

/**
 * The calls of the journey: the token as a bearer, no cookies, nothing cached. An expired token is renewed on the way
 * and the call repeated once.
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

  /** Sends under a new key, or under the one of the same request whose outcome is uncertain. */
  async function sendOnce(request: Outgoing): Promise<Result<Blob>> {
    const { address, body } = request;
    const before = open.get(address);
    const key = before && before.body === body ? before.key : newKey();
    const result = await send({ ...request, headers: { ...request.headers, "idempotency-key": key } });
    if ("code" in result && isUncertain(result.code)) open.set(address, { body, key });
    else open.delete(address);
    return result;
  }

  return {
    async call<T>(method: Method, path: string, body?: unknown, how = {}): Promise<Result<T>> {
      const request: Outgoing = { method, address: path, headers: { accept: "application/json" }, ...how };
      if (body !== undefined) {
        request.body = JSON.stringify(body);
        request.headers["content-type"] = "application/json";
      }
      const result = method === "POST" ? await sendOnce(request) : await send(request);
      return "body" in result ? { body: (await parsed(result.body)) as T } : result;
    },
    async upload(file, fileKey, headers, progress) {
      const address = `uploads/${encodeURIComponent(fileKey)}`;
      return done(await send({ method: "PUT", address, headers, body: file, progress }));
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

/** The JSON in an answer; null if there is none. */
async function parsed(content: Blob): Promise<unknown> {
  try {
    return JSON.parse(await content.text());
  } catch {
    return null;
  }
}
