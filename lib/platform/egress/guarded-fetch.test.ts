import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { plainServer } from "@/test/plain-server";
import { guardedFetch, type ServerRequest } from "./guarded-fetch";

const get = (url: string, more: Partial<ServerRequest> = {}) =>
  guardedFetch({ method: "GET", url, headers: { accept: "text/plain" }, answerLimit: 64, allowLocal: true, ...more });

describe("guardedFetch", () => {
  it("asks without a body and keeps status, headers and bytes of the answer", async () => {
    const asked: IncomingMessage[] = [];
    const url = await plainServer((request, response) => {
      asked.push(request);
      response.writeHead(203, { "content-type": "application/json" }).end('{"a":1}');
    });
    const answer = await get(`${url}/data?of=1`);
    expect(answer).toMatchObject({ status: 203, cut: false, error: null });
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.bytes.toString()).toBe('{"a":1}');
    expect(asked[0]).toMatchObject({ method: "GET", url: "/data?of=1" });
    expect(asked[0]?.headers).toMatchObject({ accept: "text/plain" });
    expect(asked[0]?.headers).not.toHaveProperty("content-length");
  });

  it("reads no more than the limit, and says so", async () => {
    const url = await plainServer((_, response) => response.end("x".repeat(5_000_000)));
    const answer = await get(url);
    expect(answer).toMatchObject({ status: 200, cut: true });
    expect(answer.bytes.length).toBeLessThan(200_000);
  });

  it("opens a connection of its own for each call without an agent", async () => {
    const ports = new Set<unknown>();
    const url = await plainServer((request, response) => {
      ports.add(request.socket.remotePort);
      response.end("ok");
    });
    for (let i = 0; i < 3; i++) expect((await get(url)).status).toBe(200);
    expect(ports.size).toBe(3);
  });
});
