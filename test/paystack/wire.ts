import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type Answer, bare, invalidKey, refused } from "./answers";
import type { Fault } from "./faults";

type Data = Record<string, unknown>;

/** How answers with wrong data differ from right ones. */
const wrong: Record<string, (data: Data) => Data> = {
  "wrong amount": (data) => ({ amount: Number(data.amount ?? 0) + 100 }),
  "wrong domain": (data) => ({ domain: data.domain === "live" ? "test" : "live" }),
  "wrong currency": () => ({ currency: "GHS" }),
  "wrong reference": (data) => ({ reference: `${data.reference ?? "none"}0` }),
  "wrong recipient": ({ recipient, authorization }) => {
    if (typeof recipient === "number") return { recipient: recipient + 1 };
    if (authorization) return { authorization: { ...(authorization as Data), authorization_code: "AUTH_somebody0" } };
    if (!recipient) return {};
    const other = recipient as Data;
    const details = { ...(other.details as Data), account_number: "9999999999" };
    return { recipient: { ...other, recipient_code: "RCP_somebodyelse00", id: 1, details } };
  },
};

/** Answers a request, with whatever goes wrong on the way. @returns the status that was answered, 0 for none */
export async function answerWith(response: ServerResponse, fault: Fault, act: () => Answer): Promise<number> {
  const { wire } = fault;
  const cut = () => {
    response.socket?.destroy();
    return 0;
  };
  if (wire === "cut before") return cut();
  if (wire === "silence") return 0;
  if (wire === "429") {
    const limited = refused(429, "Too many requests", "rate_limited", "Wait, and try again", "api_error");
    return send(response, limited, { "retry-after": String(fault.retryAfter ?? 60) });
  }
  if (wire === "revoked key") return send(response, invalidKey());
  // As though it were not there yet: an order may be known before it can be asked for.
  if (wire === "404") return send(response, bare(404, "Transfer not found"));
  if (wire === "refused with 200") return send(response, bare(200, "We could not do that"));
  if (wire === "500") return broken(response, fault.status);
  if (wire === "html") return page(response, fault.status);
  if (wire === "slow") await wait(fault.milliseconds ?? 1_000);
  const answer = changed(act(), fault);
  switch (wire) {
    case "acted, then cut":
      return cut();
    case "acted, then silence":
      return 0;
    case "acted, then 500":
      return broken(response, fault.status);
    case "acted, then html":
      return page(response, fault.status);
    case "empty":
      response.writeHead(answer.status, { "content-type": "application/json" }).end();
      return answer.status;
    case "acted, then truncated": {
      const body = JSON.stringify(answer.body);
      response.writeHead(answer.status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      });
      response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
      return answer.status;
    }
    default:
      return send(response, answer);
  }
}

function changed(answer: Answer, { wire, changes }: Fault): Answer {
  const { data } = answer.body;
  if (!data || typeof data !== "object" || Array.isArray(data)) return answer;
  const differs = wrong[wire ?? ""]?.(data as Data) ?? {};
  return { ...answer, body: { ...answer.body, data: { ...data, ...differs, ...changes } } };
}

function send(response: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}): number {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
  return status;
}

const broken = (response: ServerResponse, status = 500) =>
  send(response, { status, body: { status: false, message: "An error occurred" } });

function page(response: ServerResponse, status = 502): number {
  response.writeHead(status, { "content-type": "text/html" });
  response.end("<html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>");
  return status;
}
