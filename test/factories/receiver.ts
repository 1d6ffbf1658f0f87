import http from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request as a receiver saw it. */
type Received = { headers: http.IncomingHttpHeaders; body: string; eventId: string };

type Answer = (received: Received, response: http.ServerResponse, count: number) => void;

/** A marketplace's server on loopback, for the length of one test. */
export async function startReceiver(answer: Answer = (_, response) => response.end("ok")) {
  const received: Received[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one = {
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      eventId: String(request.headers["x-service-event-id"]),
    };
    received.push(one);
    answer(one, response, received.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, received, close };
}
