export type Outgoing = {
  method: string;
  address: string;
  headers: Record<string, string>;
  body?: string | Blob;
  /** Told the share of the body that has been sent, 0 to 1. */
  progress?: (share: number) => void;
  /** Arrives even if the page is left meanwhile; at most 64 KiB. */
  outlives?: boolean;
};

/** The answer; null if none came. */
export type Incoming = { status: number; retryAfter: string | null; content: Blob } | null;

export type Transport = (request: Outgoing) => Promise<Incoming>;

/** How long an answer may take, or an upload may stall, in milliseconds. */
const patience = 60_000;

/** Sends by fetch, or by XMLHttpRequest to report the progress of an upload, which fetch cannot. */
export const browserTransport: Transport = (request) => (request.progress ? sendWatched(request) : send(request));

async function send({ method, address, headers, body, outlives = false }: Outgoing): Promise<Incoming> {
  try {
    const answer = await fetch(address, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      referrerPolicy: "no-referrer",
      keepalive: outlives,
      signal: AbortSignal.timeout(patience),
    });
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), content: await answer.blob() };
  } catch {
    return null;
  }
}

function sendWatched({ method, address, headers, body, progress }: Outgoing): Promise<Incoming> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.responseType = "blob";
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    // No event tells of a connection that dies in the middle.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expectMore = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), patience);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      expectMore();
      progress?.(total > 0 ? loaded / total : 0);
    };
    request.onload = () => {
      const { status, response } = request;
      resolve({ status, retryAfter: request.getResponseHeader("retry-after"), content: response ?? new Blob() });
    };
    request.onerror = () => resolve(null);
    request.onabort = () => resolve(null);
    request.onloadend = () => clearTimeout(timer);
    expectMore();
    request.send(body ?? null);
  });
}
