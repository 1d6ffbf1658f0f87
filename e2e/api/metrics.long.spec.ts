import { expect, sharedDataDir, test } from "@/e2e/fixtures";
import { freePort } from "@/e2e/instance";
import { askRaw } from "@/e2e/raw-answer";
import { startSecondServer } from "@/e2e/second-server";

const get = (target: string) => ({ method: "GET", target, headers: {} });

test("Prometheus is answered on a port of its own, about every way in, and nobody on the public one", async ({
  baseURL,
  complaining,
}) => {
  complaining.allow(/Running next\.config/);
  const port = await freePort();
  const env = { JOBS: "off", METRICS_PORT: String(port) };
  const server = await startSecondServer({ dataDir: sharedDataDir(), baseUrl: baseURL ?? "", env });
  const ask = async (target: string) => (await askRaw(server.address, get(target))).status;
  const secret = "who-asks-for-this";
  const asked = ["/api/ping", "/account/login", `/api/${secret}`, "/favicon.ico", "/api/metrics", "/metrics"];
  const statuses: number[] = [];
  for (const target of asked) statuses.push(await ask(target));
  expect(statuses.slice(0, 3)).toEqual([200, 200, 404]);
  expect(statuses.slice(4)).toEqual([404, 404]);

  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(async () => scrape()).toContain('mfis_scrape_up{part="pages",process="server"} 1');
  const text = await scrape();
  const counted = (operation: string, status: number) =>
    new RegExp(`mfis_requests_total\\{operation="${operation}",status="${status}",process="server"\\} (\\d+)`).exec(
      text,
    )?.[1];
  expect(counted("ping", 200)).toBe("1");
  expect(counted("/account/login", 200)).toBe("1");
  expect(counted("nowhere", 404)).toBe("2");
  expect(text).toMatch(/nodejs_version_info\{[^}]*process="pages"\} 1/);
  expect(text).toContain('mfis_scrape_up{part="service",process="server"} 1');
  expect(text).not.toContain(secret);
  expect((await fetch(`http://127.0.0.1:${port}/api/metrics`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).status).toBe(405);
  await server.stop();
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});
