/** A request as it goes out; addresses are of the journey's own origin. */
export type Outgoing = {
  method: string;
  address: string;
  headers: Record<string, string>;
  body?: string | Blob;
  /** Told the share of the body that has gone, 0 to 1. */
  progress?: (share: number) => void;
};

/** What came back; null: nothing did. */
export type Incoming = { status: number; retryAfter: string | null; content: Blob } | null;

/** Sends a request: with the browser's means in a page, with others in tests. */
export type Transport = (request: Outgoing) => Promise<Incoming>;

/**
 * How long an answer may take; of what is watched, how long nothing may move. Whether what was sent has been done is not
 * known then.
 */
const patience = 60_000;

/** By fetch; by XMLHttpRequest where somebody watches the body go, which fetch cannot tell of. */
export const browserTransport: Transport = (request) => (request.progress ? sendWatched(request) : send(request));

async function send({ method, address, headers, body }: Outgoing): Promise<Incoming> {
  try {
    const answer = await fetch(address, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      referrerPolicy: "no-referrer",
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
    // A connection that has died in the middle says nothing of it.
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
