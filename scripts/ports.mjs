import { once } from "node:events";
import { createServer } from "node:net";
import { Failure } from "./failure.mjs";

/**
 * Has a server listen. Answers its port.
 * @param {import("node:net").Server} server
 * @param {import("node:net").ListenOptions} where
 */
export async function listen(server, where) {
  server.listen(where);
  await once(server, "listening");
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

/**
 * Listens for a moment. Answers the port.
 * @param {number} port
 * @param {string} host
 */
async function probe(port, host) {
  const server = createServer();
  const taken = await listen(server, { port, host, exclusive: true });
  await new Promise((closed) => server.close(closed));
  return taken;
}

/**
 * The line for each way in which listening can fail; the server says the same words.
 * @param {NodeJS.ErrnoException} error
 * @param {string} host
 * @param {number} port
 */
export function listenFailure(error, host, port) {
  if (error.code === "EADDRINUSE")
    return `Port ${port} is in use. Stop what listens there, or set PORT to another one.`;
  if (error.code === "EACCES") return `Port ${port} may not be used by this user. Set PORT to another one.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return `HOST ${host} is not an address of this machine.`;
  return `Cannot listen on ${host}:${port}: ${error.message}`;
}

/**
 * @param {string} host
 * @param {number} port
 */
export async function requireFreePort(host, port) {
  await probe(port, host).catch((error) => {
    throw new Failure(listenFailure(error, host, port));
  });
}

/** A port nobody listens on at the moment. */
export const freePort = () => probe(0, "127.0.0.1");
