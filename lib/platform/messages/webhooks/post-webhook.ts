import { isAscii } from "node:buffer";
import http from "node:http";
import https from "node:https";
import { requireOutsideTransaction } from "@/db/client";
import { now } from "@/lib/kernel/clock";
import { guardedFetch, type ServerRequest } from "@/lib/platform/egress/guarded-fetch";
import { receiverCap } from "@/lib/terms/outbound-webhooks";
import { type Exchange, retryAfterMs } from "./retry-policy";

/** Headers that every webhook has. */
export const constantHeaders = {
  "content-type": "application/json",
  "accept-encoding": "identity",
  "user-agent": "MarketplaceFinancing-Webhooks/1.0",
};

/** Bytes of an answer that are read and kept. */
export const answerLimit = 4096;

export type PostRequest = Pick<ServerRequest, "url" | "headers" | "allowLocal" | "deadlineMs" | "resolve"> & {
  body: string;
  /** Connections are pooled, and counted, by receiver. */
  receiver: string;
};

/** Posts a body once, without following redirects. Throws only inside a transaction: failures are in `error`. */
export async function post(request: PostRequest): Promise<Exchange> {
  requireOutsideTransaction("post of a webhook");
  const headers = { ...request.headers, ...constantHeaders };
  const answer = await guardedFetch({ ...request, method: "POST", headers, answerLimit, agentFor });
  const { status, error, durationMs } = answer;
  const body = status === null ? null : storableText(answer.bytes);
  return { status, body, error, durationMs, retryAfterMs: retryAfterMs(answer.headers["retry-after"], now()) };
}

/** Text that PostgreSQL can store: no NUL, no partial character at the end. */
function storableText(bytes: Buffer): string {
  if (isAscii(bytes) && !bytes.includes(0)) return bytes.toString("latin1", 0, answerLimit);
  const decode = (part: Uint8Array) => new TextDecoder().decode(part.subarray(0, answerLimit), { stream: true });
  return decode(Buffer.from(decode(bytes).replaceAll("\u0000", "\ufffd")));
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
