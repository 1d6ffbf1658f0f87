import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startChild } from "./child";
import { compare } from "./compare";

/** Reads of a merchant's status over HTTP: what a marketplace asks for most. */
const connections = 16;
const address = `http://127.0.0.1:${process.env.PORT}`;
const bareAddress = `http://127.0.0.1:${process.env.BARE_PORT}/bare`;
const dataDir = String(process.env.DATA_DIR);
const bareAnswer = join(dataDir, "bare-answer.json");

type Load = { answers: number; seconds: number; half: number; most: number };

const product = await startChild("scripts/server.mjs", [], {
  SANDBOX: "on",
  HOST: "127.0.0.1",
  BASE_URL: address,
  // No measurement should end in 429.
  RATE_READS: "100000000",
});
const { secretKey } = await json<{ secretKey: string }>("/api/sandbox/credentials", {});
const authorization = { authorization: `Bearer ${secretKey}` };
const url = await merchantWithThreeRequests("test-loan-approved");
writeFileSync(bareAnswer, JSON.stringify(await bareCopy(url)));
const bare = await startChild("bench/bare-server.mjs", [], { BARE_ANSWER: bareAnswer });
const load = await startChild("bench/load.mjs");
const latencies = { product: "", floor: "" };

await compare({
  name: `merchant status: GET over ${connections} connections`,
  unit: "reads",
  pairs: 7,
  floorIs: "a route handler of a bare Next application that returns the same bytes",
  product: () => rate("product", url),
  floor: () => rate("floor", bareAddress),
});
console.log(`  times   product ${latencies.product}; floor ${latencies.floor}`);

for (const child of [load, bare, product]) await child.stop();
rmSync(dataDir, { recursive: true, force: true });

async function rate(side: keyof typeof latencies, target: string): Promise<number> {
  const result = await load.ask<Load>({ url: target, headers: authorization, connections, ms: 2_000 });
  latencies[side] = `half within ${result.half.toFixed(1)} ms, 99 % within ${result.most.toFixed(1)} ms`;
  return result.answers / result.seconds;
}

/** Takes a test merchant, which has a score, an approved KYC and one funding request, to three that are decided. */
async function merchantWithThreeRequests(ref: string): Promise<string> {
  const path = `/api/v1/marketplace-api/merchants/${ref}`;
  const body = { amountRequested: 90_000_000, tenorDays: 90, purpose: "Inventory purchase", financingTimeframeDays: 7 };
  for (let i = 0; i < 2; i++) await json(`${path}/funding-requests`, authorization, body);
  await json("/api/v1/marketplace-api/test-helpers/run", authorization, {});
  const { fundingRequests } = await json<{ fundingRequests: unknown[] }>(path, authorization);
  if (fundingRequests.length !== 3) throw new Error("The merchant has not the funding requests it should have.");
  return address + path;
}

/** What the product answers with, but for what the server adds by itself. */
async function bareCopy(target: string): Promise<{ body: string; headers: Record<string, string> }> {
  const answer = await fetch(target, { headers: authorization });
  const own = ["connection", "keep-alive", "date", "transfer-encoding", "content-length", "vary"];
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !own.includes(name)));
  return { body: await answer.text(), headers };
}

async function json<Answer>(path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const method = body === undefined ? "GET" : "POST";
  const answer = await fetch(address + path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
