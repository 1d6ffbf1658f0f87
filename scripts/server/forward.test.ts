import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { fetchWhole, forward } from "./forward.mjs";
import { isKept, keepAnswers, keptPaths } from "./kept-answers.mjs";
import { guardPages } from "./page-way.mjs";

const folder = mkdtempSync(join(tmpdir(), "mfis-test-"));
const closing: Server[] = [];
afterEach(() => {
  for (const server of closing.splice(0)) server.close().closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/** Someone who makes pages at a socket, and the server before it. Answers how to ask it. */
async function servePages(makePage: RequestListener, before?: (pages: string) => ReturnType<typeof keepAnswers>) {
  const socket = join(mkdtempSync(join(tmpdir(), "mfis-test-")), "s");
  const pages = createServer(makePage).listen(socket);
  const kept = before?.(socket);
  const front = createServer(async (incoming, outgoing) => {
    outgoing.setHeader("X-Request-Id", "req_front");
    if (await kept?.(incoming, outgoing)) return;
    if (!(await forward(socket, incoming, outgoing))) outgoing.writeHead(503).end("nobody");
  }).listen(0, "127.0.0.1");
  closing.push(pages, front);
  await once(front, "listening");
  const address = front.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return (
    path: string,
    { method = "GET", headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
  ) => {
    const asked = request({ port, path, method, headers: { ...headers }, agent: false });
    const answered = once(asked, "response").then(([answer]: IncomingMessage[]) => answer as IncomingMessage);
    asked.end(body);
    return { asked, answered };
  };
}

test("what is asked arrives as it was sent, without what is about the connection, and so does the answer", async () => {
  let came: IncomingMessage | undefined;
  const ask = await servePages(async (incoming, outgoing) => {
    came = incoming;
    outgoing.setHeader("Set-Cookie", ["a=1", "b=2"]);
    outgoing.setHeader("X-Request-Id", "req_pages");
    outgoing.writeHead(201, { "content-type": "text/plain" });
    outgoing.end(`got ${await text(incoming)}`);
  });
  const answer = await ask("/page?x=%20", {
    method: "POST",
    headers: { host: "shop.example", connection: "close, te", te: "trailers", "x-forwarded-for": "192.0.2.1" },
    body: "a form",
  }).answered;
  expect([answer.statusCode, await text(answer)]).toEqual([201, "got a form"]);
  expect(answer.headers).toMatchObject({ "set-cookie": ["a=1", "b=2"], "x-request-id": "req_front" });
  expect(came).toMatchObject({ method: "POST", url: "/page?x=%20" });
  expect(came?.headers).toMatchObject({ host: "shop.example", "x-forwarded-for": "192.0.2.1" });
  expect(came?.headers.te).toBeUndefined();
});

test("pieces of a page come as they are made, and a HEAD has no body", async () => {
  let end = () => {};
  const ask = await servePages((incoming, outgoing) => {
    outgoing.write("first ");
    end = () => outgoing.end("second");
    if (incoming.method === "HEAD") end();
  });
  const answer = await ask("/").answered;
  const [piece] = await once(answer.setEncoding("utf8"), "data");
  expect(piece).toBe("first ");
  end();
  expect(await text(answer)).toBe("second");
  expect(await text(await ask("/", { method: "HEAD" }).answered)).toBe("");
});

test("who goes away is not made a page for, and a page that breaks off is not taken for a whole one", async () => {
  const gone = new Promise<void>((resolve) => {
    void servePages((_, outgoing) => {
      outgoing.once("close", resolve);
      outgoing.write("begun");
    }).then(async (ask) => {
      const { asked, answered } = ask("/");
      await answered;
      asked.destroy();
    });
  });
  await gone;
  const ask = await servePages((_, outgoing) => {
    outgoing.write("begun");
    setTimeout(() => outgoing.destroy(), 20);
  });
  await expect(text(await ask("/").answered)).rejects.toThrow();
});

test("where nobody answers, that is told", async () => {
  const ask = await servePages((incoming) => incoming.socket.destroy());
  expect((await ask("/").answered).statusCode).toBe(503);
});

test("a page whose reader has stopped reading leaves the seat that all share", async () => {
  const left: string[] = [];
  const never = () => expect.unreachable();
  const admitPage = async () => ({ leave: () => left.push("own"), leaveShared: () => left.push("shared") });
  const { seated } = guardPages({ admitPage, awaitPace: never, pagesToCome: () => never(), pageRefusal: never }, never);
  const ask = await servePages(never, () => async (incoming, outgoing) => {
    const make = async () => outgoing.end(Buffer.alloc(50_000_000)).headersSent;
    await seated(incoming, outgoing, { address: undefined, names: [] }, make);
    return true;
  });
  const answer = await ask("/").answered;
  answer.pause();
  await expect.poll(() => left).toEqual(["shared"]);
  answer.destroy();
  await expect.poll(() => left).toContain("own");
});

test("a page that does not come in time is refused, and whoever makes it late writes to nobody", async () => {
  const left: string[] = [];
  const never = () => expect.unreachable();
  const admitPage = async () => ({ leave: () => left.push("left"), leaveShared: () => {} });
  const pageRefusal = (error: unknown) => ({ status: error === null ? 503 : 500, text: "later" });
  const gate = { admitPage, awaitPace: never, pagesToCome: () => never(), pageRefusal };
  const { seated } = guardPages(gate, never, undefined, 50);
  let late = () => {};
  const ask = await servePages(never, () => async (incoming, outgoing) => {
    const make = () =>
      new Promise<boolean>((resolve) => {
        late = () => {
          outgoing.write("too late");
          resolve(true);
        };
      });
    await seated(incoming, outgoing, { address: undefined, names: [] }, make);
    return true;
  });
  const answer = await ask("/").answered;
  expect([answer.statusCode, await text(answer)]).toEqual([503, "later"]);
  await expect.poll(() => left).toEqual(["left"]);
  late();
});

test("the API's own document is sent at the pace of files, as what is built is", () => {
  const paths = keptPaths(process.cwd(), []);
  expect([...paths]).toEqual(expect.arrayContaining(["/openapi.json", "/docs/errors", "/icon.svg"]));
});

test("what is kept is asked for once, compressed once, and not sent again to who has it", async () => {
  const policy = "default-src 'self'; script-src 'self' 'nonce-abc' 'strict-dynamic'; base-uri 'none'";
  let asked = 0;
  const ask = await servePages(
    (incoming, outgoing) => {
      asked += 1;
      if (incoming.url === "/gone.js") return outgoing.writeHead(404).end();
      const page = incoming.url === "/docs/errors";
      outgoing.setHeader("Content-Type", page ? "text/html; charset=utf-8" : "application/javascript");
      if (page) outgoing.setHeader("Content-Security-Policy", policy);
      else outgoing.setHeader("Cache-Control", "public, max-age=31536000, immutable");
      outgoing.end(page ? '<p>Errors</p><script nonce="abc">alert(1)</script><p>end</p>' : "x".repeat(5_000));
    },
    (socket) => {
      const keep = keepAnswers((path) => fetchWhole(socket, path));
      const paths = new Set(["/file.js", "/gone.js", "/docs/errors"]);
      return async (incoming, outgoing) => isKept(incoming, paths) && keep(incoming, outgoing);
    },
  );
  const headers = { "accept-encoding": "gzip" };
  const files = await Promise.all(Array.from({ length: 5 }, () => ask("/file.js?v=1", { headers }).answered));
  expect(asked).toBe(1);
  for (const file of files) {
    expect(file.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(file.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(gunzipSync(await buffered(file)).length).toBe(5_000);
  }
  const etag = String(files[0]?.headers.etag);
  const again = await ask("/file.js", { headers: { "if-none-match": `"other", ${etag}` } }).answered;
  expect([again.statusCode, again.headers.etag, await text(again)]).toEqual([304, etag, ""]);
  expect((await text(await ask("/file.js", { headers: { "accept-encoding": "gzip;q=0" } }).answered)).length).toBe(
    5_000,
  );

  const page = await ask("/docs/errors").answered;
  expect(await text(page)).toBe("<p>Errors</p><p>end</p>");
  expect(page.headers["content-security-policy"]).toBe("default-src 'self'; script-src 'none'; base-uri 'none'");
  // The router's own request is for the pages' process, and what is not there is asked for each time.
  asked = 0;
  await ask("/docs/errors", { headers: { rsc: "1" } }).answered;
  expect((await ask("/gone.js").answered).statusCode).toBe(404);
  await ask("/gone.js").answered;
  expect(asked).toBe(5);
});

async function buffered(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return Buffer.concat(chunks);
}
