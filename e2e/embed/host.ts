import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** Another site: a small server of the test's own, on an origin of its own, that answers what it is given. */
export type Host = {
  origin: string;
  /** Answers a path, whatever its query, from now on; the address of it. HTML unless the headers say otherwise. */
  serve: (path: string, body: string, headers?: Record<string, string>) => string;
  /** Leaves a path without any answer. */
  hold: (path: string) => string;
  /** Every request so far. */
  requests: { url: string; headers: IncomingHttpHeaders }[];
  stop: () => void;
};

export async function startHost(): Promise<Host> {
  const answers = new Map<string, { body: string; headers: Record<string, string> }>();
  const held = new Set<string>();
  const requests: Host["requests"] = [];
  const server = createServer((request, response) => {
    const { url = "/", headers } = request;
    requests.push({ url, headers });
    const path = url.split("?")[0] ?? "";
    if (held.has(path)) return;
    const answer = answers.get(path);
    // Browsers ask for an icon by themselves; that there is none is no news.
    const status = answer ? 200 : path === "/favicon.ico" ? 204 : 404;
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...answer?.headers });
    response.end(answer?.body ?? "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    serve: (path, body, headers = {}) => {
      answers.set(path, { body, headers });
      return origin + path;
    },
    hold: (path) => {
      held.add(path);
      return origin + path;
    },
    requests,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Another site for as long as a test uses it: the body of a fixture. */
export async function hostFixture(use: (host: Host) => Promise<void>): Promise<void> {
  const host = await startHost();
  await use(host);
  host.stop();
}
