import { EventEmitter, once } from "node:events";
import { request as ask, createServer, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { openLane } from "./fast-lane.mjs";
import type { Handler } from "./lane-bundle.mjs";
import { Response } from "./lane-response.mjs";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Serves one route as scripts/server.mjs does; answers its port and what was reported. */
async function serve(path: string, ...methods: [method: string, handler: Handler][]) {
  const reported: unknown[] = [];
  const lane = openLane(
    {
      routes: { it: Object.fromEntries(methods) },
      // The real one logs what is a fault of ours.
      problemResponse: (error) => {
        reported.push(error);
        return new Response("a problem", { status: 500, headers: { "content-type": "text/plain" } });
      },
    },
    { origin: "http://localhost:1", report: (error) => reported.push(error) },
  );
  const address = { segments: path.split("/"), methods: [], page: null, route: "it" };
  const server = createServer((incoming, outgoing) => {
    // What admit does: takes away what nobody may send, and says who asks.
    delete incoming.headers["x-refusal"];
    incoming.headers["x-socket-address"] = "here";
    const names = (incoming.url ?? "").split("?", 1)[0]?.slice(1).split("/").map(decodeURIComponent) ?? [];
    if (!lane(incoming, outgoing, { address, names })) outgoing.end("not ours");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close().closeAllConnections());
  const at = server.address();
  return { port: typeof at === "object" && at ? at.port : 0, reported };
}

type Heard = { status: number; headers: IncomingHttpHeaders; body: Buffer };

async function get(port: number, path: string, { method = "GET", headers = {}, body = "" } = {}): Promise<Heard> {
  const asked = ask({ port, host: "127.0.0.1", path, method, headers, agent: false });
  asked.end(body);
  const [answer] = await once(asked, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
}

test("a handler is given what was asked: address, parameters, and no header but those that were let in", async () => {
  const telling: Handler = async (request, { params }) =>
    Response.json({
      url: request.url,
      params: await params,
      looked: [
        request.headers.get("X-Refusal"),
        request.headers.get("x-socket-address"),
        request.headers.get("authorization"),
      ],
      copied: Object.fromEntries(new Headers(request.headers)),
    });
  const { port } = await serve("a/[b]/[...c]", ["GET", telling]);
  const headers = { "x-refusal": "forged", "x-socket-address": "forged", authorization: "one", cookie: "a=1" };
  const { body } = await get(port, "/a/b%20b/c/d%2Fe?q=1", { headers });
  const told = JSON.parse(body.toString());
  expect(told).toMatchObject({
    url: "http://localhost:1/a/b%20b/c/d%2Fe?q=1",
    params: { b: "b b", c: ["c", "d/e"] },
    looked: [null, "here", "one"],
    copied: { "x-socket-address": "here", authorization: "one", cookie: "a=1" },
  });
  expect(told.copied).not.toHaveProperty("x-refusal");
});

test("what has no handler is not ours", async () => {
  const { port } = await serve("api/[name]", ["GET", async () => new Response("ours")]);
  expect((await get(port, "/api/ping")).body.toString()).toBe("ours");
  expect((await get(port, "/api/ping", { method: "POST" })).body.toString()).toBe("not ours");
});

test("HEAD is GET without the body, and an answer without a body has none", async () => {
  const { port } = await serve(
    "it",
    ["GET", async () => new Response("twelve bytes", { headers: { "x-own": "1" } })],
    ["DELETE", async () => new Response(null, { status: 204 })],
  );
  expect(await get(port, "/it", { method: "HEAD" })).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  const gone = await get(port, "/it", { method: "DELETE" });
  expect([gone.status, gone.headers["content-length"], gone.headers["transfer-encoding"]]).toEqual([
    204,
    undefined,
    undefined,
  ]);
});

test("who says it speaks another HTTP is answered with the same headers", async () => {
  const { port } = await serve("a", [
    "GET",
    async () => Response.json({}, { headers: { "cache-control": "no-store" } }),
  ]);
  const heard = await Promise.all(
    ["1.0", "1.1", "2.0"].map(async (version) => {
      const socket = connect(port, "127.0.0.1");
      socket.write(`GET /a HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).toLowerCase().split("\r\n");
    }),
  );
  for (const lines of heard) {
    expect(lines).toEqual(expect.arrayContaining(["cache-control: no-store", "content-type: application/json"]));
  }
});

test("an answer is compressed for who takes that, however short, and says that it depends on it", async () => {
  const { port } = await serve("it", ["GET", async () => Response.json({ short: true })]);
  const zipped = await get(port, "/it", { headers: { "accept-encoding": "br, gzip" } });
  expect(zipped.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
  expect(JSON.parse(gunzipSync(zipped.body).toString())).toEqual({ short: true });
  const plain = await get(port, "/it");
  expect(plain.headers).toMatchObject({ "content-length": "14", vary: "Accept-Encoding" });
});

test("a handler that throws, at once or while it answers, is reported once", async () => {
  const broken = (): never => {
    throw new Error("at once");
  };
  const torn = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("begun")),
    pull: (controller) => controller.error(new Error("midway")),
  });
  const { port, reported } = await serve(
    "it",
    ["GET", broken],
    ["PUT", async () => new Response("x", { headers: { "content-type": "text/css", "x-own": "lines\nof it" } })],
    ["POST", async () => new Response(torn)],
  );
  expect(await get(port, "/it")).toMatchObject({ status: 500, body: Buffer.from("a problem") });
  expect(reported).toHaveLength(1);
  const put = await get(port, "/it", { method: "PUT" });
  expect([put.status, put.headers["content-type"]]).toEqual([500, "text/plain"]);
  expect(reported).toHaveLength(2);
  await expect(get(port, "/it", { method: "POST" })).rejects.toThrow(/aborted|hang up/);
  expect(reported).toHaveLength(3);
});

test("who goes away while sending ends the reading of the body, with the code of a closed connection", async () => {
  const told = new EventEmitter();
  const failure = once(told, "ended");
  const reading: Handler = async (request) => {
    try {
      for await (const _ of request.body ?? []) socket.destroy();
    } catch (error) {
      told.emit("ended", error);
    }
    return new Response("too late");
  };
  const { port } = await serve("it", ["POST", reading]);
  const socket = connect(port, "127.0.0.1");
  socket.write("POST /it HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nbegun");
  expect(await failure).toMatchObject([{ code: "ECONNRESET" }]);
});

test("who goes away while being answered ends the answer", async () => {
  const gone = new EventEmitter();
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => void gone.emit("cancelled"),
  });
  const cancelled = once(gone, "cancelled");
  const { port } = await serve("it", ["GET", async () => new Response(endless)]);
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /it HTTP/1.1\r\nHost: x\r\n\r\n");
  socket.once("data", () => socket.destroy());
  await cancelled;
});

test("who has gone away before there is an answer is no fault", async () => {
  const told = new EventEmitter();
  const slow: Handler = async (request) => {
    told.emit("begun");
    await once(request.signal, "abort");
    return new Response("nobody listens");
  };
  const { port, reported } = await serve("it", ["GET", slow], ["PUT", async () => new Response("next")]);
  const begun = once(told, "begun");
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /it HTTP/1.1\r\nHost: x\r\n\r\n");
  await begun;
  socket.destroy();
  expect((await get(port, "/it", { method: "PUT" })).body.toString()).toBe("next");
  expect(reported).toEqual([]);
});
