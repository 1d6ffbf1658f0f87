import { once } from "node:events";
import { Agent, request as ask, createServer } from "node:http";
import { pipeline } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

/** How often each process is asked whether it is ready, in milliseconds. */
const looksEvery = 250;

/**
 * What stands before the processes, as simple as one can be: each request goes to the next of those that said last time that
 * they are ready, and is never sent twice. 502 where that one does not answer, 503 where none is ready.
 * @param {readonly string[]} addresses
 */
export async function startBalancer(addresses) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(addresses);
  let turn = 0;
  let over = false;

  const looking = addresses.map(async (address) => {
    while (!over) {
      const { ok } = await fetch(`${address}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => ({
        ok: false,
      }));
      if (ok) ready.add(address);
      else ready.delete(address);
      await pause(looksEvery);
    }
  });

  const server = createServer((incoming, outgoing) => {
    const open = addresses.filter((address) => ready.has(address));
    const to = open[turn++ % open.length];
    if (!to) return void outgoing.writeHead(503).end("No process is ready.");
    const { method, url: path, headers } = incoming;
    const { hostname: host, port } = new URL(to);
    const asked = ask({ host, port, agent, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      pipeline(answer, outgoing, () => {});
    });
    asked.once("error", ({ message }) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(`${to}: ${message}`);
    });
    incoming.pipe(asked);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  return {
    address: `http://127.0.0.1:${typeof bound === "object" ? bound?.port : bound}`,
    async stop() {
      over = true;
      await Promise.all(looking);
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
