import net, { type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { startReceiver } from "@/test/factories/receiver";
import { answerLimit, type PostRequest, post } from "./post-webhook";

const send = (url: string, more: Partial<PostRequest> = {}) =>
  post({ url, body: '{"a":"₦"}', headers: { "x-one": "1" }, receiver: url, allowLocal: true, ...more });

/** A server that speaks bytes, for what no HTTP server would say. */
async function rawServer(onConnection: (socket: net.Socket) => void): Promise<string> {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe("post", () => {
  it("sends the body as it is and keeps the answer", async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(201).end("taken"));
    expect(await send(receiver.url)).toMatchObject({ status: 201, body: "taken", error: null, retryAfterMs: null });
    const [request] = receiver.deliveries;
    expect(request?.body).toBe('{"a":"₦"}');
    expect(request?.headers).toMatchObject({
      "content-type": "application/json",
      "x-one": "1",
      "content-length": "11",
    });
  });

  it("keeps a connection for the same receiver and shares it with no other", async () => {
    const receiver = await startReceiver();
    const ports = new Set<unknown>();
    const url = await startReceiver((_, response) => {
      ports.add(response.socket?.remotePort);
      response.end("ok");
    });
    for (let i = 0; i < 3; i++) await send(url.url, { receiver: "one" });
    expect(ports.size).toBe(1);
    await send(url.url, { receiver: "two" });
    expect(ports.size).toBe(2);
    expect(receiver.deliveries).toHaveLength(0);
  });

  it("retries when a reused connection was closed", async () => {
    let connections = 0;
    const url = await rawServer((socket) => {
      connections += 1;
      let requests = 0;
      socket.on("data", () => {
        requests += 1;
        if (requests > 1) socket.resetAndDestroy();
        else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      });
    });
    expect(await send(url)).toMatchObject({ status: 200, body: "ok" });
    expect(await send(url)).toMatchObject({ status: 200, body: "ok", error: null });
    expect(connections).toBe(2);
  });

  it("does not follow redirects", async () => {
    const target = await startReceiver();
    const receiver = await startReceiver((_, response) => response.writeHead(307, { location: target.url }).end());
    expect(await send(receiver.url)).toMatchObject({ status: 307, error: "redirects are not followed" });
    expect(target.deliveries).toHaveLength(0);
  });

  it("gives up when no answer begins in time", async () => {
    const receiver = await startReceiver(() => {});
    const result = await send(receiver.url, { deadlineMs: 100 });
    expect(result).toMatchObject({ status: null, body: null, error: "no answer within 0.1 s" });
    expect(result.durationMs).toBeGreaterThanOrEqual(95);
  });

  it("counts the headers of the answer in the deadline", async () => {
    const url = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write("x-a: b\r\n"), 20);
      socket.on("close", () => clearInterval(drip));
    });
    expect(await send(url, { deadlineMs: 150 })).toMatchObject({ status: null, error: "no answer within 0.15 s" });
  });

  it("counts the body of the answer in the deadline, however steadily it drips", async () => {
    const receiver = await startReceiver((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("."), 10);
      response.on("close", () => clearInterval(drip));
    });
    const result = await send(receiver.url, { deadlineMs: 1_000 });
    expect(result).toMatchObject({ status: 200, error: "the answer was not complete within 1 s" });
    expect(result.body).toMatch(/^\.+$/);
  });

  it("reads at most 4 KiB and closes the connection", async () => {
    let written = 0;
    let closed: () => void = () => {};
    const closing = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const receiver = await startReceiver((_, response) => {
      response.on("close", closed);
      const pump = () => {
        while (!response.destroyed && response.write("x".repeat(1024))) written += 1024;
        response.once("drain", pump);
      };
      pump();
    });
    const result = await send(receiver.url);
    expect(result).toMatchObject({ status: 200, error: null });
    expect(result.body).toBe("x".repeat(answerLimit));
    await closing;
    expect(written).toBeLessThan(50_000_000);
  });

  it("keeps text that PostgreSQL can hold, within the limit", async () => {
    const bytes = Buffer.concat([Buffer.from([0, 0xff, 0xfe]), Buffer.alloc(8000, "é")]);
    const receiver = await startReceiver((_, response) => response.end(bytes));
    const { body } = await send(receiver.url);
    expect(body).not.toContain("\u0000");
    expect(Buffer.byteLength(body ?? "")).toBeLessThanOrEqual(answerLimit);
    expect(body?.endsWith("é")).toBe(true);
  });

  it("returns the answer's Retry-After", async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(429, { "retry-after": "90" }).end());
    expect(await send(receiver.url)).toMatchObject({ status: 429, retryAfterMs: 90_000 });
  });

  it("describes what went wrong", async () => {
    const receiver = await startReceiver();
    await receiver.stop();
    expect((await send(receiver.url)).error).toBe("connection refused");

    const hangsUp = await rawServer((socket) => socket.on("data", () => socket.destroy()));
    expect((await send(hangsUp)).error).toBe("connection closed without an answer");

    const nonsense = await rawServer((socket) => socket.on("data", () => socket.end("SSH-2.0-OpenSSH\r\n\r\n")));
    expect((await send(nonsense)).error).toBe("the answer is not valid HTTP");

    const short = await rawServer((socket) =>
      socket.on("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nok")),
    );
    expect(await send(short)).toMatchObject({ status: 200, error: "connection closed before the answer was complete" });

    const switches = await rawServer((socket) =>
      socket.on("data", () => socket.write("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")),
    );
    expect(await send(switches, { deadlineMs: 300 })).toMatchObject({ status: null });

    const plain = await startReceiver();
    expect((await send(plain.url.replace("http:", "https:"))).error).toMatch(/^TLS error: /);

    expect((await send("ftp://example.com/")).error).toBe("the URL is not valid");
  });

  it("connects to no private address, by number or by name, and to no plain http, for live data", async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const live = { allowLocal: false, deadlineMs: 500 };
    expect((await send(receiver.url, live)).error).toBe("http is not allowed, use https");
    expect((await send(`https://127.0.0.1:${port}/`, live)).error).toBe("address 127.0.0.1 is not public");
    expect((await send(`https://[::1]:${port}/`, live)).error).toBe("address ::1 is not public");
    expect((await send(`https://2130706433:${port}/`, live)).error).toBe("address 127.0.0.1 is not public");
    expect((await send(`https://localhost:${port}/`, live)).error).toBe("address 127.0.0.1 is not public");
    const resolve = async () => ["10.0.0.1"];
    expect((await send(`https://hooks.example.com:${port}/`, { ...live, resolve })).error).toBe(
      "address 10.0.0.1 is not public",
    );
    expect((await send("http://169.254.169.254/latest/meta-data")).error).toBe("address 169.254.169.254 is not public");
    expect(receiver.deliveries).toHaveLength(0);
  });

  it("connects to the address that was checked", async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const resolve = async () => ["10.0.0.1", "127.0.0.1"];
    expect(await send(`http://hooks.example.com:${port}/hooks`, { resolve })).toMatchObject({ status: 200 });
    expect(receiver.deliveries[0]?.headers.host).toBe(`hooks.example.com:${port}`);
    expect(await send(`http://localhost:${port}/hooks`)).toMatchObject({ status: 200 });
  });
});
