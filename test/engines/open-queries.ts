import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** The end of what PostgreSQL sends when it is ready for another query, outside a transaction. */
const ready = Buffer.from(["Z".charCodeAt(0), 0, 0, 0, 5, "I".charCodeAt(0)]);

const open = new Set<Socket>();

// A query that the database has not begun with, as on a busy machine, shows nowhere but here.
subscribe("net.client.socket", (message) => {
  const { socket } = message as { socket: Socket };
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  socket.write = (...given: unknown[]) => {
    if (String(socket.remotePort) === new URL(String(process.env.DATABASE_URL)).port) open.add(socket);
    return write(...given);
  };
  socket.on("data", (data) => {
    if (data.subarray(-ready.length).equals(ready)) open.delete(socket);
  });
  socket.on("close", () => open.delete(socket));
});

/** How many of this process's connections made since have sent what PostgreSQL has not answered to the end. */
export const openQueries = (): number => open.size;
