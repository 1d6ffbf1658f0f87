import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { unusedConnections } from "./sockets.mjs";

test("closing does not wait for connections on which nothing came, and waits for requests under way", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  const closeUnused = unusedConnections(server);
  await once(server, "listening");
  const at = server.address();
  const port = typeof at === "object" && at ? at.port : 0;
  const unused = connect(port, "127.0.0.1");
  await once(server, "connection");
  const used = connect(port, "127.0.0.1");
  used.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const [, response] = await once(server, "request");

  const closed = once(server, "close");
  server.close();
  const gone = once(unused.resume(), "close");
  closeUnused();
  await gone;
  response.end("done");
  expect(await text(used)).toContain("done");
  await closed;
});
