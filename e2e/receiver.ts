import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { Json } from "./client";

/** One delivery as it arrived. `genuine` when both of its signatures belong to the body. */
export type Delivery = { headers: IncomingHttpHeaders; body: string; payload: Json; genuine: boolean };

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/**
 * A webhook receiver on a free port. It verifies every delivery by both schemes, with the secret that `trust` gave it,
 * and acknowledges what is genuine; the rest gets 401.
 */
export async function startReceiver() {
  const deliveries: Delivery[] = [];
  let secret = "";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const genuine =
        isMirrorGenuine(secret, request.headers, body) && isStandardGenuine(secret, request.headers, body);
      deliveries.push({ headers: request.headers, body, payload: JSON.parse(body), genuine });
      response.writeHead(genuine ? 204 : 401).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/hooks`,
    /** From now on deliveries are verified with this `whsec_…` secret. */
    trust: (given: string) => {
      secret = given;
    },
    deliveries,
    /** The genuine payloads about a merchant (the marketplace's own id), each event once, by sequence. */
    of: (merchant: string): Json[] => {
      const about = deliveries.filter((one) => one.genuine && one.payload.merchant.marketplace_id === merchant);
      const byId = new Map(about.map(({ payload }) => [payload.event_id, payload]));
      return [...byId.values()].sort((one, other) => one.sequence - other.sequence);
    },
    forged: () => deliveries.filter((delivery) => !delivery.genuine),
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The public library for Standard Webhooks, as a receiver would use it. */
function isStandardGenuine(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const named = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, String(headers[name])]);
  try {
    new Webhook(secret).verify(body, Object.fromEntries(named));
    return true;
  } catch {
    return false;
  }
}

/** The mirror of the inbound scheme: `sha256=` and the HMAC of timestamp, dot and body, keyed by the whole secret. */
function isMirrorGenuine(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const timestamp = String(headers["x-service-timestamp"]);
  const digest = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  const fresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
  return fresh && String(headers["x-service-signature"]).split(",").includes(`sha256=${digest}`);
}
