import type { ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { expect, test } from "vitest";
import { plainServer } from "@/test/plain-server";
import { countOne } from "./count-requests.mjs";

/** As what a request counts that is answered so, of somebody who reads until its end or hangs up at the first byte. */
async function counted(answer: (response: ServerResponse) => void, reads: "all" | "some" = "all"): Promise<number> {
  const counts: number[] = [];
  const origin = await plainServer((_, response) => {
    const count = countOne((_operation, status) => counts.push(status), response);
    response.once("close", () => count.over());
    answer(response);
  });
  const stop = new AbortController();
  const { body } = await fetch(origin, { signal: stop.signal });
  const reader = body?.getReader();
  await reader?.read();
  if (reads === "some") stop.abort();
  for (;;) if ((await reader?.read().catch(() => undefined))?.done !== false) break;
  await expect.poll(() => counts.length).toBe(1);
  return counts[0] ?? 0;
}

test("a request counts by its status, as ours where we broke its answer off, and as nobody's where its reader did", async () => {
  const begin = (response: ServerResponse) => response.writeHead(200).write("a beginning");
  async function* breaks() {
    yield "a beginning";
    throw new Error("gone");
  }
  expect(await counted((response) => void response.writeHead(201).end("all"))).toBe(201);
  expect(await counted(begin, "some")).toBe(499);
  const later = (response: ServerResponse) => setTimeout(() => response.destroy(new Error("a fault")), 20);
  expect(await counted((response) => begin(response) && later(response))).toBe(500);
  expect(await counted((response) => pipeline(Readable.from(breaks()), response, () => {}))).toBe(500);
});
