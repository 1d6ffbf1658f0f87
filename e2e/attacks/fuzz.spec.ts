import { randomInt } from "node:crypto";
import fc from "fast-check";
import { anyAddress } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { type Operation, readDocument } from "./document";
import { escaped, nonsenseFor, type Sent } from "./nonsense";
import { openSide } from "./side";

/**
 * How often each operation is tried, and from which seed: twice and the same each time in `npm test`; often in
 * `npm run proof -- fuzz` or with FUZZ_RUNS, from a seed that is printed. FUZZ_SEED repeats it, FUZZ_ONLY names one operation.
 */
const { FUZZ_RUNS, FUZZ_SEED, FUZZ_ONLY } = process.env;
const runs = Number(FUZZ_RUNS ?? 2);
const seed = Number(FUZZ_SEED ?? (FUZZ_RUNS ? randomInt(2 ** 31) : 20_260_101));

/** The longest that anything may take to answer, whatever it is asked. In milliseconds. */
const patience = 30_000;

/** These run a marketplace's whole work, or days of it; a few are as good as many. */
const heavy = ["runDueWork", "advanceClock", "runScenario", "submitBatch"];

test.setTimeout(5 * 60_000 + runs * 30_000);

test("whatever an operation is sent, it answers in time and never with a fault of its own", async ({
  marketplace,
  baseURL,
  sql,
}) => {
  const address = baseURL ?? "";
  const { operations, resolve } = await readDocument(address);
  const side = await openSide(marketplace, sql);
  // Whoever has logged out is asked nothing more: everything else of accounts would go untried.
  const chosen = operations.filter(({ id }) => (FUZZ_ONLY ? id === FUZZ_ONLY : id !== "logOutOfAccount"));
  const times: { id: string; ms: number; sent: Sent }[] = [];

  async function tryOut(operation: Operation, sent: Sent): Promise<void> {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escaped(sent.params[name] ?? ""));
    const proof = operation.scheme ? side.credentials[operation.scheme](sent.raw) : {};
    const began = performance.now();
    const response = await fetch(new URL(sent.query ? `${path}?${sent.query}` : path, address), {
      method: operation.method,
      headers: {
        ...(sent.raw ? { "content-type": "application/json" } : {}),
        ...anyAddress(),
        ...proof,
        ...sent.headers,
      },
      body: operation.method === "GET" || operation.method === "DELETE" ? undefined : sent.raw,
      redirect: "manual",
      signal: AbortSignal.timeout(patience),
    });
    const text = await response.text();
    times.push({ id: operation.id, ms: performance.now() - began, sent });
    const what = `${operation.id} ${response.status} ${text.slice(0, 300)}`;
    expect(response.status, what).toBeLessThan(500);
    // What is too long is refused before it is known who asks; pages for people have no allowance.
    const counted =
      ![308, 431].includes(response.status) && !response.headers.get("content-type")?.startsWith("text/html");
    if (counted) expect(response.headers.get("ratelimit"), what).toMatch(/./);
    expect(text, what).not.toMatch(/\bat .+\.(js|ts):\d+|node_modules|PostgresError/);
    if (response.headers.get("content-type")?.includes("json")) JSON.parse(text);
  }

  const failures: string[] = [];
  const waiting = chosen.values();
  const worker = async () => {
    for (const operation of waiting) {
      const numRuns = heavy.includes(operation.id) ? Math.ceil(runs / 4) : runs;
      const property = fc.asyncProperty(nonsenseFor(operation, resolve, side.named), (sent) => tryOut(operation, sent));
      const result = await fc.check(property, { numRuns, seed, endOnFailure: true });
      if (result.failed) failures.push(`${operation.id}: ${fc.defaultReportMessage(result)?.slice(0, 1_500)}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  const slowest = times.sort((one, other) => other.ms - one.ms).slice(0, 10);
  const report = slowest.map(({ id, ms, sent }) => `${Math.round(ms)} ms ${id} ${JSON.stringify(sent).slice(0, 200)}`);
  await test.info().attach("slowest", { body: report.join("\n") });
  if (FUZZ_RUNS)
    process.stdout.write(`FUZZ_SEED=${seed}, ${times.length} requests; the slowest:\n${report.join("\n")}\n`);
  expect(failures).toEqual([]);
});
