import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startChild } from "./child";
import { compare, print } from "./compare";

const connections = 16;

type Load = { answers: number; seconds: number; half: number; most: number };

/**
 * Compares reads of the product over HTTP with a route handler of a bare Next application that returns the same bytes
 * and headers, both asked for the same list over and over.
 */
export async function compareReads(bench: {
  name: string;
  pairs: number;
  urls: readonly string[];
  headers: Record<string, string>;
}): Promise<void> {
  const { name, pairs, urls, headers } = bench;
  const file = join(String(process.env.DATA_DIR), "bare-answers.json");
  writeFileSync(file, JSON.stringify(await Promise.all(urls.map((url) => copyOf(url, headers)))));
  const bare = await startChild("bench/bare-server.mjs", { env: { BARE_ANSWERS: file } });
  const load = await startChild("bench/load.mjs");
  const latencies = { product: "", floor: "" };
  const rate = async (side: keyof typeof latencies, of: readonly string[]) => {
    const result = await load.ask<Load>({ urls: of, headers, connections, ms: 2_000 });
    latencies[side] = `half within ${result.half.toFixed(1)} ms, 99 % within ${result.most.toFixed(1)} ms`;
    return result.answers / result.seconds;
  };
  await compare({
    name: `${name}: GET over ${connections} connections`,
    unit: "reads/s",
    pairs,
    floorIs: "a route handler of a bare Next application that returns the same bytes",
    product: () => rate("product", urls),
    floor: () => rate("floor", [`http://127.0.0.1:${process.env.BARE_PORT}/bare`]),
  });
  print([`  times   product ${latencies.product}; floor ${latencies.floor}`]);
  await load.stop();
  await bare.stop();
}

/** What the product answers with, but for what the server adds by itself. */
async function copyOf(url: string, headers: Record<string, string>) {
  const answer = await fetch(url, { headers: { ...headers, "accept-encoding": "identity" } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const own = ["connection", "keep-alive", "date", "transfer-encoding", "content-length", "vary"];
  const sent = Object.fromEntries([...answer.headers].filter(([name]) => !own.includes(name)));
  return { body: await answer.text(), headers: sent };
}
