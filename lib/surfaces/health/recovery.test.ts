import { cp, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as client from "@/db/client";
import { keyChecks } from "@/db/schema/operations";
import { day, later, second } from "@/lib/kernel/calendar";
import * as clock from "@/lib/kernel/clock";
import * as settings from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { certificateTroubles, noteCertificate } from "@/lib/platform/egress/watch-certificates";
import { requireOwnStorage, storage, takeStorage } from "@/lib/platform/providers/storage";
import { useDatabase } from "@/test/database";
import { confirmedFile } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { checkHealth } from "./check-health";
import { checkReadiness } from "./check-readiness";
import { heldHealth, heldReadiness } from "./held-health";
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
  await takeStorage();
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
  await rename(documents, `${documents}-aside`);
  await writeFile(documents, "in the way");
  expect(await down()).toEqual(["storage"]);
  await rm(documents);
  await rename(`${documents}-aside`, documents);
  expect(await down()).toEqual([]);
});

test("the storage is down while its folder is not there, empty or another's, and takes nothing then", async () => {
  async function* bytes() {
    yield Buffer.from("a document");
  }
  await storage().put("kept", bytes(), 100);
  const documents = path.join(dataDir, "documents");
  const detail = async () => (await checkHealth(async () => null)).find(({ name }) => name === "storage")?.detail;
  await rename(documents, `${documents}-aside`);
  const wrongs = [
    [() => rm(documents, { recursive: true, force: true }), "has no marker: it is empty, not mounted, or another"],
    [() => mkdir(documents), "has no marker: it is empty, not mounted, or another"],
    [() => writeFile(path.join(documents, "marker"), "of somebody else"), "is that of another database"],
  ] as const;
  for (const [make, words] of wrongs) {
    await make();
    expect(await down()).toEqual(["storage"]);
    expect(await detail()).toContain(words);
    const tried = [storage().put("lost", bytes(), 100), storage().get("kept"), storage().stat("kept")];
    for (const refused of await Promise.allSettled([...tried, storage().remove("kept")])) {
      expect(refused).toMatchObject({ status: "rejected", reason: { code: "SERVICE_UNAVAILABLE" } });
    }
  }
  await rm(documents, { recursive: true });
  await cp(`${documents}-aside`, documents, { recursive: true });
  expect(await down()).toEqual([]);
  expect(await storage().stat("kept")).toEqual({ size: 10 });
});

test("many who come first claim a storage together, and an upgrade claims none without its documents", async () => {
  await client.db().delete(keyChecks);
  await rm(path.join(dataDir, "documents"), { recursive: true });
  await Promise.all(Array.from({ length: 10 }, () => requireOwnStorage()));
  const { live } = await createMarketplace();
  const { fileKey } = await confirmedFile(live);
  await client.db().delete(keyChecks);
  await rm(path.join(dataDir, "documents", "marker"));
  await expect(requireOwnStorage()).rejects.toMatchObject({ outside: expect.stringContaining("none of the newest") });
  await writeFile(path.join(dataDir, "documents", `${fileKey}-absent`), "");
  await requireOwnStorage();
});

test("the clock is degraded a few seconds from the database's, and down half a lease", async () => {
  const real = clock.now();
  const apart = vi.spyOn(clock, "now");
  const status = async (ahead: number) => {
    apart.mockImplementation(() => later(real, ahead * second));
    const found = (await checkHealth(async () => null)).find(({ name }) => name === "clock");
    return [found?.status, found?.detail];
  };
  expect(await status(1)).toMatchObject(["ok", expect.any(String)]);
  expect(await status(12)).toMatchObject(["degraded", expect.stringMatching(/^is 1\d seconds apart/)]);
  expect(await status(-40)).toMatchObject(["down", expect.stringContaining("seconds apart")]);
});

test("a provider's certificate is degraded when it was refused, and some days before it ends", async () => {
  const providers = async () => {
    const { status, detail } = (await checkHealth(async () => null)).find(({ name }) => name === "providers") ?? {};
    return [status, detail];
  };
  const from = clock.now().getTime();
  noteCertificate("api.bank.example", { until: from + 40 * day, wrong: null });
  expect(await providers()).toEqual(["ok", expect.any(String)]);
  noteCertificate("api.bank.example", { until: from + 2.5 * day, wrong: null });
  expect(await providers()).toEqual(["degraded", expect.not.stringContaining("bank")]);
  noteCertificate("api.bank.example", { until: null, wrong: "TLS error: the certificate has expired" });
  expect(await providers()).toEqual(["degraded", expect.not.stringContaining("bank")]);
  const logged = vi.mocked(log.error).mock.calls.map(([, said]) => said);
  expect(logged).toEqual([
    "api.bank.example: 2 days are left of the certificate",
    "api.bank.example: TLS error: the certificate has expired",
  ]);
  expect(certificateTroubles(later(clock.now(), day / 2))).toEqual([]);
  noteCertificate("api.bank.example", { until: Number.NaN, wrong: null });
  expect(await providers()).toEqual(["ok", expect.any(String)]);
  noteCertificate("api.bank.example", { until: from + 90 * day, wrong: null });
  expect(await providers()).toEqual(["ok", expect.any(String)]);
});

test("a database without a column of this release is not ready; one with more is", async () => {
  const ready = async () => (await checkReadiness()).filter(({ status }) => status === "down");
  await client.db().execute(sql`alter table mails rename column read_at to seen_at`);
  expect(await ready()).toEqual([
    { name: "schema", status: "down", detail: "the database has no mails.read_at: migrate it" },
  ]);
  await client.db().execute(sql`alter table mails rename column seen_at to read_at`);
  await client.db().execute(sql`alter table mails add column of_the_next_release text`);
  expect(await ready()).toEqual([]);
});

test("who is busy is ready, and so is everybody while the storage is down, which they say", async () => {
  const taken = Array.from({ length: settings.env().databasePool }, () =>
    client.transaction(async () => void (await client.db().execute(sql`select pg_sleep(4)`))),
  );
  const waiting = Array.from({ length: 3 }, () => client.transaction(async () => {}));
  await rename(path.join(dataDir, "documents"), path.join(dataDir, "aside"));
  const { status, checks } = await heldReadiness(checkReadiness, () => false)(at);
  expect([status, checks.filter((one) => one.status === "down").map(({ name }) => name)]).toEqual([
    "ready",
    ["storage"],
  ]);
  await Promise.all([...taken, ...waiting]);
}, 15_000);

test("who is told to end is not ready from that moment on, whatever was found before", async () => {
  let stopping = false;
  const ready = heldReadiness(
    async () => [{ name: "database", status: "ok", detail: "" }],
    () => stopping,
  );
  expect(await ready(at)).toMatchObject({ status: "ready" });
  stopping = true;
  expect(await ready(at)).toEqual({
    status: "not ready",
    checks: [{ name: "process", status: "down", detail: "is about to end" }],
  });
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
