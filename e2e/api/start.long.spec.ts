import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, connect as dial, type Socket } from "node:net";
import { join } from "node:path";
import { api, createClient, sandboxOf } from "@/e2e/client";
import { withoutDatabase } from "@/e2e/complaints";
import { addMarketplace } from "@/e2e/database";
import { expect, test } from "@/e2e/fixtures";
import {
  databasePid,
  databasePort,
  databaseUrl,
  freePort,
  type Instance,
  newDataDir,
  removeDataDir,
  startInstance,
} from "@/e2e/instance";
import { merchantOf } from "@/e2e/merchant";
import { mortalInstance } from "@/e2e/mortal-instance";

// The second test kills what the first one leaves running.
const mortal = mortalInstance();

test("a start after a stop finds everything; without its database the service says so and recovers", async ({
  complaining,
}) => {
  complaining.expect(withoutDatabase);
  const { dataDir, sql } = mortal;
  const { secretKey } = await addMarketplace(sql);
  const merchantAt = ({ address }: Instance) => merchantOf(createClient({ address, secretKey }), "long-lived");
  await merchantAt(mortal.instance).create();
  const before = await sandboxOf(mortal.instance.address);

  // Killed by somebody, the database comes back by itself, where it was.
  const startedAt = () =>
    sql`select pg_postmaster_start_time() as at`.then(
      ([row]) => Number(row?.at),
      () => 0,
    );
  const first = await startedAt();
  process.kill(databasePid(dataDir), "SIGKILL");
  await expect.poll(startedAt).toBeGreaterThan(first);
  await expect.poll(() => healthOf(mortal.instance.address)).toEqual({ status: 200, down: [] });
  await sql`create database other`;
  await sql.end();

  // A second service on the first one's PostgreSQL, by a way that can be pointed at its next start.
  const way = await openWay(() => databasePort(dataDir));
  const otherDir = newDataDir();
  const url = new URL(databaseUrl(dataDir, "other"));
  url.port = String(way.port);
  const other = await startInstance({ dataDir: otherDir, port: await freePort(), env: { DATABASE_URL: url.href } });
  expect(await healthOf(other.address)).toEqual({ status: 200, down: [] });
  const sandbox = await fetch(`${other.address}/api/sandbox`);
  expect(sandbox.status, "no sandbox on a database that others reach").toBe(404);

  expect(await mortal.instance.stop()).toBe(0);
  // The answer may be one of a few seconds ago.
  await expect.poll(() => healthOf(other.address)).toMatchObject({ status: 503 });
  expect((await healthOf(other.address)).down).toContain("database");
  const failed = await fetch(`${other.address}${api}/merchants/x`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  expect(failed.status).toBeGreaterThanOrEqual(500);
  expect(await failed.json()).toEqual(problemWithoutCause);

  await mortal.startAgain();
  expect((await merchantAt(mortal.instance).status()).kyc.status).toBe("PENDING");
  expect(await sandboxOf(mortal.instance.address)).toEqual(before);
  await expect.poll(() => healthOf(other.address)).toEqual({ status: 200, down: [] });

  expect(await other.stop()).toBe(0);
  way.close();
  removeDataDir(otherDir);
});

test("after a kill, two starts at once: one finds everything, the other says who was first; told to stop, npm stops all", async ({
  complaining,
}) => {
  complaining.expect(/^Already running on /);
  const { dataDir } = mortal;
  const before = await sandboxOf(mortal.instance.address);
  mortal.kill("service, web server and database");
  await mortal.died();

  const ports = [await freePort(), await freePort()];
  const starts = await Promise.allSettled(ports.map((port) => startInstance({ dataDir, port, byNpm: true })));
  const [running] = starts.flatMap((start) => (start.status === "fulfilled" ? start.value : []));
  const reasons = starts.flatMap((start) => (start.status === "rejected" ? String(start.reason) : []));
  expect(reasons).toEqual([expect.stringContaining(`Already running on ${dataDir}`)]);
  expect(await sandboxOf(running?.address ?? "")).toMatchObject({ merchants: before.merchants });
  const database = databasePid(dataDir);
  // It is over when npm and all that it started have closed their output.
  expect(await running?.stop()).toBe(0);
  expect(existsSync(join(dataDir, "server.pid"))).toBe(false);
  expect(() => process.kill(database, 0)).toThrow("ESRCH");
});

/** A problem document that keeps what went wrong inside. */
const problemWithoutCause = {
  type: expect.any(String),
  title: expect.any(String),
  status: expect.any(Number),
  detail: expect.not.stringMatching(/postgres|ECONN|connect|select|Error/i),
  code: expect.stringMatching(/^(INTERNAL_ERROR|SERVICE_UNAVAILABLE)$/),
  requestId: expect.any(String),
};

async function healthOf(address: string) {
  const answer = await fetch(`${address}/api/health`);
  const { checks } = await answer.json();
  const down = checks.filter((check: { status: string }) => check.status !== "ok");
  return { status: answer.status, down: down.map((check: { name: string }) => check.name) };
}

/** Passes connections on to wherever `target` says at that moment. */
async function openWay(target: () => number) {
  const open = new Set<Socket>();
  const server = createServer((from) => {
    const to = dial(portOr(target), "127.0.0.1");
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(socket);
      socket.pipe(other);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening");
  return {
    port: address.port,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** While the database is stopped its pid file is gone, and while it starts not yet whole: then a port of nobody's. */
function portOr(target: () => number): number {
  try {
    return target() || 1;
  } catch {
    return 1;
  }
}
