import { once } from "node:events";
import { createServer } from "node:net";

/** A mail server that takes everything: what was sent to whom, and how often somebody came. */
export async function startMailServer() {
  const recipients: string[] = [];
  const visits = { count: 0 };
  const server = createServer((socket) => {
    visits.count++;
    let inMessage = false;
    let rest = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 mail.example");
    socket.on("error", () => socket.destroy());
    socket.setEncoding("utf8").on("data", (chunk) => {
      const lines = (rest + chunk).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (inMessage) {
          if (line !== ".") continue;
          inMessage = false;
          say("250 kept");
          continue;
        }
        const to = /^RCPT TO:<(.*?)>/i.exec(line)?.[1];
        if (to) recipients.push(to);
        if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
        else if (/^DATA/i.test(line)) {
          inMessage = true;
          say("354 go on");
        } else say("250 mail.example");
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening");
  return { url: `smtp://127.0.0.1:${address.port}`, recipients, visits, stop: () => server.close() };
}
