import { createServer } from "node:net";
import { listen } from "#scripts/ports.mjs";

/** A mail server that takes everything and keeps nothing. */
export async function startMailServer() {
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    let inMessage = false;
    let rest = "";
    const say = (/** @type {string} */ line) => socket.write(`${line}\r\n`);
    say("220 mail.example");
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    socket.setEncoding("utf8").on("data", (/** @type {string} */ chunk) => {
      const lines = (rest + chunk).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (inMessage && line !== ".") continue;
        if (inMessage) say("250 taken");
        else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
        else say(/^DATA/i.test(line) ? "354 go on" : "250 mail.example");
        inMessage = !inMessage && /^DATA/i.test(line);
      }
    });
  });
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(closed));
    },
  };
}
