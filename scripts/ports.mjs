import { createServer } from "node:net";
import { Failure } from "./failure.mjs";

function listen(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      const taken = server.address().port;
      server.close(() => resolve(taken));
    });
  });
}

/** The line for each way in which listening can fail; the server says the same words. */
export function listenFailure(error, host, port) {
  if (error.code === "EADDRINUSE")
    return `Port ${port} is in use. Stop what listens there, or set PORT to another one.`;
  if (error.code === "EACCES") return `Port ${port} may not be used by this user. Set PORT to another one.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return `HOST ${host} is not an address of this machine.`;
  return `Cannot listen on ${host}:${port}: ${error.message}`;
}

export async function requireFreePort(host, port) {
  await listen(port, host).catch((error) => {
    throw new Failure(listenFailure(error, host, port));
  });
}

/** A port nobody listens on at the moment. */
export const freePort = (host = "127.0.0.1") => listen(0, host);
