import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as client from "@/db/client";
import { later, second } from "@/lib/kernel/calendar";
import * as settings from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { useDatabase } from "@/test/database";
import { instant } from "@/test/time";
import { checkHealth } from "./check-health";
import { heldHealth } from "./held-health";
import { watchMail } from "./watch-mail";

useDatabase();

let at = instant("2026-11-20T12:00:00Z");
let jobs: string | null = null;
const read = heldHealth(() => checkHealth(async () => jobs));
let dataDir: string;
beforeEach(async () => {
  vi.spyOn(log, "error").mockImplementation(() => {});
  dataDir = await mkdtemp(path.join(tmpdir(), "health-"));
  vi.spyOn(settings, "env").mockReturnValue({ ...settings.env(), dataDir });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(dataDir, { recursive: true });
});

/** What is down, asked once the answer before is forgotten. */
async function down(): Promise<string[]> {
  at = later(at, 5 * second);
  const { status, checks } = await read(at);
  const names = checks.filter((one) => one.status === "down").map(({ name }) => name);
  expect(status).toBe(names.length > 0 ? "down" : "ok");
  return names;
}

test("the storage is down while documents cannot be kept, although its disk takes files", async () => {
  expect(await down()).toEqual([]);
  const documents = path.join(dataDir, "documents");
  await rm(documents, { recursive: true });
  await writeFile(documents, "in the way");
  expect(await down()).toEqual(["storage"]);
  await rm(documents);
  expect(await down()).toEqual([]);
});

test("the database is down while it does not answer", async () => {
  const refused = () => Promise.reject(new Error("ECONNREFUSED"));
  const broken = vi.spyOn(client.db(), "execute").mockImplementation(refused as never);
  expect(await down()).toContain("database");
  broken.mockRestore();
  expect(await down()).toEqual([]);
});

test("the jobs are down while nobody works", async () => {
  jobs = "no sign of life of the job engine for 5 minutes";
  expect(await down()).toEqual(["jobs"]);
  jobs = null;
  expect(await down()).toEqual([]);
});

test("the mail is degraded from a failed sign-in to the next that works", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.mocked(settings.env).mockReturnValue({ ...settings.env(), smtpUrl: "smtp://mail.invalid" });
  const verify = vi.fn(async (): Promise<unknown> => true).mockRejectedValueOnce(new Error("535 no"));
  const failed = expect.objectContaining({ name: "mail", status: "degraded" });
  const stop = watchMail({ verify });
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  at = later(at, 5 * second);
  expect(await read(at)).toMatchObject({ status: "degraded", checks: expect.arrayContaining([failed]) });
  stop();
  const again = watchMail({ verify });
  await expect.poll(() => verify.mock.calls.length).toBe(2);
  again();
  expect(await down()).toEqual([]);
});
