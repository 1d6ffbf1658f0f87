import { execFileSync } from "node:child_process";
import { expect, sharedDataDir, test } from "@/e2e/fixtures";
import { askRaw, type RawAnswer } from "@/e2e/raw-answer";
import { startSecondServer } from "@/e2e/second-server";

const get = (target: string, headers: Record<string, string> = {}) => ({ method: "GET", target, headers });
const header = ({ headers }: RawAnswer, wanted: string) => headers.find(([name]) => name === wanted)?.[1];

/** The process that makes pages for a server. */
function pagesPidOf(server: number): number | undefined {
  const processes = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = processes.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.find(([, parent]) => parent === server)?.[0];
}

test("pages go and come back by themselves, the API goes on, and nothing is left of a killed server", async ({
  baseURL,
  complaining,
}) => {
  // The second is what Next may say at a start.
  complaining.allow(/The process that makes the pages has ended|Running next\.config/);
  const server = await startSecondServer({ dataDir: sharedDataDir(), baseUrl: baseURL ?? "", env: { JOBS: "off" } });
  const ask = (target: string, headers?: Record<string, string>) => askRaw(server.address, get(target, headers));
  const pages = async () => (await ask("/account/login")).status;
  const first = pagesPidOf(server.pid);
  expect([typeof first, await pages()]).toEqual(["number", 200]);
  process.kill(first ?? 0, "SIGKILL");
  const away: RawAnswer[] = [];
  await expect
    .poll(async () => {
      const answer = await ask("/account/login");
      if (answer.status === 503) away.push(answer);
      return away.length;
    })
    .toBeGreaterThan(0);
  for (const answer of away) {
    expect([header(answer, "retry-after"), header(answer, "content-type")]).toEqual(["3", "text/html; charset=utf-8"]);
    expect(answer.body.toString()).toContain("Wait a few seconds, then load the page again.");
  }
  expect((await ask("/api/ping")).status).toBe(200);
  await expect.poll(pages).toBe(200);
  const second = pagesPidOf(server.pid);
  expect(second).not.toBe(first);

  process.kill(server.pid, "SIGKILL");
  const alive = () => {
    try {
      return process.kill(second ?? 0, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(alive).toBe(false);
});
