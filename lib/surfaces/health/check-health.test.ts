import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import * as sms from "@/lib/platform/providers/sms";
import * as storages from "@/lib/platform/providers/storage";
import { useDatabase } from "@/test/database";
import { checkHealth, type Pages } from "./check-health";
import { tryStorage } from "./try-storage";

useDatabase();

let logged: MockInstance<typeof log.error>;
beforeEach(() => {
  logged = vi.spyOn(log, "error").mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

const jobs = async (answer: () => Promise<string | null>) =>
  (await checkHealth(answer)).find(({ name }) => name === "jobs");

test("what is wrong with the jobs is told in their words, and logged", async () => {
  expect(await jobs(async () => null)).toEqual({ name: "jobs", status: "ok", detail: "running" });
  expect(await jobs(async () => "send-mail has waited 3 minutes")).toEqual({
    name: "jobs",
    status: "down",
    detail: "send-mail has waited 3 minutes",
  });
  expect(logged).toHaveBeenCalledWith("health check failed", "send-mail has waited 3 minutes", { check: "jobs" });
});

test("what a database says stays in the log: anybody may read the answer", async () => {
  const failed = new Error("Failed query: select * from marketplaces where name = 'Ada'");
  const checked = await jobs(() => Promise.reject(failed));
  expect(checked).toEqual({ name: "jobs", status: "down", detail: "not reachable" });
  expect(logged).toHaveBeenCalledWith("health check failed", failed, { check: "jobs" });
});

test("text messages that the gateway does not take are nothing to go down for", async () => {
  const texts = async () => (await checkHealth(async () => null)).find(({ name }) => name === "sms");
  expect(await texts()).toEqual({ name: "sms", status: "ok", detail: "no gateway" });
  const state = vi.spyOn(sms, "textState").mockReturnValue("failed");
  expect(await texts()).toEqual({ name: "sms", status: "degraded", detail: "the gateway takes no messages" });
  state.mockReturnValue("ok");
  expect(await texts()).toMatchObject({ status: "ok" });
});

test("where nobody makes pages, programs notice nothing: degraded", async () => {
  const pages = async (are?: Pages) =>
    (await checkHealth(async () => null, are && (() => are))).find(({ name }) => name === "pages");
  expect([await pages(), await pages("there")].map((checked) => checked?.status)).toEqual(["ok", "ok"]);
  expect(await pages("away")).toMatchObject({ status: "degraded", detail: expect.stringContaining("started again") });
  expect(await pages("to come")).toMatchObject({ status: "degraded", detail: "are being built" });
});

test("what lasts is logged once, and once more when it is over", async () => {
  const over = vi.spyOn(log, "info").mockImplementation(() => {});
  for (const waited of [91, 92, 93]) await jobs(async () => `deliver-webhook has waited ${waited} seconds`);
  expect(logged).toHaveBeenCalledTimes(1);
  await jobs(async () => "Inngest cannot be reached");
  expect(logged).toHaveBeenCalledTimes(2);
  for (let i = 0; i < 2; i++) await jobs(async () => null);
  expect(over.mock.calls).toEqual([["health check passes again", { check: "jobs" }]]);
  await jobs(async () => "Inngest cannot be reached");
  expect(logged).toHaveBeenCalledTimes(3);
});

test("a storage that hangs is asked once, however many look, and again when that has ended", async () => {
  let end: () => void = () => {};
  const hangs = vi.spyOn(storages, "requireOwnStorage");
  hangs.mockReturnValue(new Promise<void>((resolve) => (end = resolve)));
  const looks = Array.from({ length: 5 }, tryStorage);
  expect(hangs).toHaveBeenCalledTimes(1);
  end();
  await Promise.all(looks);
  await tryStorage();
  expect(hangs).toHaveBeenCalledTimes(2);
});

test("many who look at the storage at once share one look, which leaves nothing there", async () => {
  const place = storages.storage();
  const put = vi.fn(place.put);
  vi.spyOn(storages, "storage").mockReturnValue({ ...place, put });
  await Promise.all(Array.from({ length: 20 }, tryStorage));
  await tryStorage();
  expect(new Set(put.mock.calls.map(([name]) => name)).size).toBe(2);
  expect(await readdir(path.join(env().dataDir, "documents"))).toEqual(["marker"]);
  expect(await storages.storage().stat(put.mock.calls[0]?.[0] ?? "")).toBeNull();
});
