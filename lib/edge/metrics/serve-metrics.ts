import { once } from "node:events";
import { createServer } from "node:http";
import { log } from "@/lib/kernel/log";

type Options = { port: number; host: string; scrape: () => Promise<{ type: string; text: string }> };

/** Where Prometheus asks unless told otherwise, and where one would look for it beside the API. */
const paths = ["/metrics", "/api/metrics"];

/**
 * Answers Prometheus on a port of its own, which nobody else can reach: so there is no credential.
 * @returns a function that stops it.
 * @throws Error where the port is taken
 */
export async function serveMetrics({ port, host, scrape }: Options): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: 10_000 }, async (request, response) => {
    request.resume();
    const path = request.url?.split("?", 1)[0] ?? "";
    const [status, answer] = !paths.includes(path)
      ? [404, undefined]
      : request.method !== "GET"
        ? [405, undefined]
        : await scrape().then(
            (answer) => [200, answer] as const,
            (error: unknown) => {
              log.error("metrics could not be answered", error);
              return [500, undefined] as const;
            },
          );
    response.writeHead(status, { "content-type": answer?.type ?? "text/plain", "cache-control": "no-store" });
    response.end(answer?.text ?? `${status}\n`);
  });
  server.maxConnections = 20;
  server.listen(port, host);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") throw new Error(`METRICS_PORT: ${port} is taken on ${host}.`);
    throw error;
  });
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}
