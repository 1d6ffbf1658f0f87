import type { Refusal } from "@/components/forms/outcome";
import type { Credential } from "./credential";
import { expired, type Failure, failureOf, isUncertain, notReached } from "./refusals";
import type { Outgoing, Transport } from "./transport";

export type Answer<T> = { body: T } | Refusal;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

type How = {
  /** The revision that the caller has seen: the operation is refused when there is another one. */
  ifRevision?: number;
};

type Sending = How & Pick<Outgoing, "outlives">;

/** Calls an operation by its path below the root. */
export type Call = <T>(method: Method, path: string, body?: unknown, how?: How) => Promise<Answer<T>>;

/** Uploads a file's bytes; `progress` is told the share that has been sent, 0 to 1. */
export type Upload = (
  file: Blob,
  fileKey: string,
  headers: Record<string, string>,
  progress: (share: number) => void,
) => Promise<Answer<null>>;

export type Download = (path: string, fileName: string) => Promise<Answer<null>>;

export type Result<T> = { body: T } | Failure;

export type Api = {
  /** `outlives`: the call arrives even if the page is left meanwhile. */
  call: <T>(method: Method, path: string, body?: unknown, how?: Sending) => Promise<Result<T>>;
  upload: Upload;
  download: Download;
};

export type Means = {
  transport: Transport;
  newKey: () => string;
  save: (content: Blob, fileName: string) => void;
};

type Wants = Means & {
  /** Where the operations are, with a slash at the end. */
  root: string;
  headers?: Record<string, string>;
  credential: Credential;
  /** The token is useless, and there is no other. */
  onEnd: (why: Failure) => void;
};

/** No cookies, nothing cached. An expired token is renewed on the way and the call repeated once. */
export function createApi({ root, headers: always, credential, transport, newKey, save, onEnd }: Wants): Api {
  const open = new Map<string, { body: Outgoing["body"]; key: string }>();

  async function attempt(request: Outgoing, token: string): Promise<Result<Blob>> {
    const headers = { ...always, ...request.headers, authorization: `Bearer ${token}` };
    const answer = await transport({ ...request, address: root + request.address, headers });
    if (!answer) return notReached;
    const { status, retryAfter, content } = answer;
    if (status >= 200 && status < 300) return { body: content };
    return failureOf(status, await parsed(content), retryAfter);
  }

  async function send(request: Outgoing): Promise<Result<Blob>> {
    // Before the first call there may be none yet.
    const used = credential.token() || (await credential.renew(""));
    let result = typeof used === "string" ? await attempt(request, used) : used;
    if (typeof used === "string" && hasExpired(result)) {
      const fresh = await credential.renew(used);
      result = typeof fresh === "string" ? await attempt(request, fresh) : fresh;
      if (typeof fresh === "string" && hasExpired(result)) credential.giveUp();
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
    async call<T>(method: Method, path: string, body?: unknown, how: Sending = {}): Promise<Result<T>> {
      const { ifRevision, ...others } = how;
      const request: Outgoing = { method, address: path, headers: { accept: "application/json" }, ...others };
      if (ifRevision !== undefined) request.headers["if-match"] = `"${ifRevision}"`;
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
