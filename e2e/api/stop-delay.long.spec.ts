import { expect, sharedDataDir, test } from "@/e2e/fixtures";
import { askRaw } from "@/e2e/raw-answer";
import { startSecondServer } from "@/e2e/second-server";

test("a process that is told to end says so at once, and answers until whoever sends requests has noticed", async ({
  baseURL,
}) => {
  const env = { JOBS: "off", STOP_DELAY_SECONDS: "3" };
  const server = await startSecondServer({ dataDir: sharedDataDir(), baseUrl: baseURL ?? "", env });
  const ask = (target: string) => askRaw(server.address, { method: "GET", target });
  expect((await ask("/api/health/ready")).status).toBe(200);
  const begun = performance.now();
  const stopped = server.stop();
  const ready = async () => (await ask("/api/health/ready")).status;
  await expect.poll(ready, { intervals: [20] }).toBe(503);
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect((await ask("/api/ping")).status).toBe(200);
  await stopped;
  expect(performance.now() - begun).toBeGreaterThan(2_900);
  await expect(ask("/api/ping")).rejects.toThrow("ECONNREFUSED");
});
