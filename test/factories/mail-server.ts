import net from "node:net";
import { onTestFinished } from "vitest";

/**
 * A mail server on loopback, for the length of one test.
 * @param answers by command (`MAIL`, `RCPT`, `DATA`; `END` for the message) where they are not the usual ones; null: no
 *   answer ever comes.
 */
export async function startMailServer(answers: Record<string, string | null> = {}) {
  const usual: Record<string, string> = { DATA: "354 Go ahead", QUIT: "221 Bye" };
  const received: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    let text = "";
    let message: string[] | null = null;
    const answer = (command: string) => {
      const line = answers[command] === undefined ? (usual[command] ?? "250 OK") : answers[command];
      if (line !== null) socket.write(`${line}\r\n`);
      return line;
    };
    const take = (line: string) => {
      if (message === null) {
        if (answer(line.slice(0, 4).toUpperCase())?.startsWith("354")) message = [];
      } else if (line === ".") {
        if (answer("END")?.startsWith("250")) received.push(message.join("\n"));
        message = null;
      } else message.push(line);
    };
    socket.on("data", (chunk) => {
      const lines = (text + chunk).split("\r\n");
      text = lines.pop() ?? "";
      for (const line of lines) take(line);
    });
    socket.on("error", () => {});
    socket.write("220 mail.example ESMTP\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as net.AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received };
}
