import { existsSync, readFileSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { codeOf } from "#scripts/failure.mjs";
import { alive } from "#scripts/processes.mjs";
import { between, lasting, oneOf } from "./scene.mjs";

/** @typedef {import("./scene.mjs").Kind} Kind @typedef {import("./scene.mjs").Scene} Scene */

/** What a table is locked for by somebody who works on the database by hand. */
const tables = ["merchants", "loans", "journals", "events", "deliveries", "repayment_events"];

const bySignals = () => !existsSync(`/proc/${process.pid}/task/${process.pid}/children`) && "no list of processes here";
const withDisk = (/** @type {Scene} */ { disk }) =>
  !disk && "no disk of its own can be mounted here: that takes root on Linux";

/** PostgreSQL's processes, the first one last. @param {Scene} scene */
function processesOf({ service }) {
  const pid = service.database.pid();
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return [...children.map(Number), pid];
}

/** @param {Scene} scene @param {"SIGSTOP" | "SIGCONT"} signal */
function signalAll(scene, signal) {
  const all = processesOf(scene);
  for (const pid of signal === "SIGSTOP" ? all : all.reverse()) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has just ended.
      if (codeOf(error) !== "ESRCH") throw error;
    }
  }
}

/** How often PostgreSQL has said something since it was asked for. @param {Scene} scene @param {RegExp} what */
function saidFrom({ databaseLog }, what) {
  const from = statSync(databaseLog).size;
  return () => readFileSync(databaseLog).subarray(from).toString("utf8").match(what)?.length ?? 0;
}

/** Waits until the database answers, which is started where it has ended. @param {Scene} scene */
async function revive({ service, client }) {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(100)) {
    const there = existsSync(service.database.pidFile) && alive(service.database.pid());
    if (!there) await service.database.again();
    if (await client`select 1`.then(Boolean, () => false)) return;
  }
  throw new Error("The database has not come back within a minute.");
}

/**
 * Takes every connection there is: those that are free, and then those of sessions that it ends.
 * @param {Scene} scene @param {number} milliseconds
 */
async function takeConnections(scene, milliseconds) {
  const { service, client } = scene;
  const ending = await client.reserve();
  const refused = saidFrom(scene, /too many clients already|remaining connection slots/g);
  /** @type {postgres.Sql[]} */
  const taken = [];
  let over = false;
  const takers = Array.from({ length: 4 }, async () => {
    while (!over) {
      const one = postgres(service.databaseUrl, { max: 1, onnotice: () => {}, connect_timeout: 5 });
      taken.push(one);
      await one`select 1`.catch(() => pause(20));
    }
  });
  const enders = (async () => {
    for (; !over; await pause(300)) {
      await ending`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mfis'
        order by random() limit 8`.catch(() => {});
    }
  })();
  const met = await lasting(milliseconds, refused);
  over = true;
  await Promise.all([...takers, enders]);
  await Promise.all(taken.map((one) => one.end({ timeout: 0 })));
  ending.release();
  return met;
}

/**
 * Fills the disk, for so long and until somebody has met it.
 * @param {Scene} scene @param {number} milliseconds @param {() => unknown} [meanwhile]
 */
async function fillDisk(scene, milliseconds, meanwhile) {
  const met = saidFrom(scene, /No space left on device/g);
  scene.disk?.fill();
  const again = meanwhile && setInterval(meanwhile, 200);
  const count = await lasting(milliseconds, met);
  clearInterval(again);
  scene.disk?.free();
  await revive(scene);
  return count;
}

/** What goes wrong with PostgreSQL. @type {readonly Kind[]} */
export const databaseFaults = [
  {
    name: "database restarted",
    weight: 12,
    strike: async ({ service }, random) => {
      await service.database.end();
      await pause(between(random, 0, 2_000));
      await service.database.again();
    },
  },
  {
    name: "database crashed",
    weight: 10,
    strike: async ({ service }, random) => {
      await service.database.crash();
      await pause(between(random, 0, 2_000));
      await service.database.again();
    },
  },
  {
    name: "a session's process killed",
    weight: 8,
    strike: async (scene, random) => {
      const pids = await scene.sql`select pid from pg_stat_activity where application_name = 'mfis' order by pid`;
      process.kill(oneOf(random, pids).pid, "SIGKILL");
      await revive(scene);
    },
  },
  {
    name: "all sessions ended",
    weight: 8,
    strike: async ({ sql }) => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mfis'`;
    },
  },
  {
    name: "database slow",
    weight: 10,
    skipped: bySignals,
    strike: async (scene, random) => {
      // It is at work for a tenth of the time.
      for (const end = performance.now() + between(random, 1_000, 5_000); performance.now() < end; await pause(10)) {
        signalAll(scene, "SIGSTOP");
        await pause(90);
        signalAll(scene, "SIGCONT");
      }
    },
  },
  {
    name: "database frozen",
    weight: 8,
    skipped: bySignals,
    strike: async (scene, random) => {
      signalAll(scene, "SIGSTOP");
      // Now and then past every deadline.
      await pause(between(random, 500, random() < 0.2 ? 25_000 : 5_000));
      signalAll(scene, "SIGCONT");
    },
  },
  {
    name: "no connections left",
    weight: 8,
    strike: (scene, random) => takeConnections(scene, between(random, 1_000, 4_000)),
  },
  {
    name: "a table locked",
    weight: 8,
    strike: async ({ service, sql }, random) => {
      const [table, long] = [oneOf(random, tables), between(random, 500, random() < 0.2 ? 20_000 : 4_000)];
      const holder = postgres(service.databaseUrl, { max: 1, onnotice: () => {} });
      const met = await holder.begin(async (tx) => {
        await tx`lock table ${tx(table)} in access exclusive mode`;
        return lasting(long, async () => {
          const waiting = await sql`select 1 from pg_locks where not granted and relation = ${table}::regclass`;
          return waiting.length;
        });
      });
      await holder.end();
      return met;
    },
  },
  {
    name: "disk full",
    weight: 8,
    skipped: withDisk,
    strike: (scene, random) => fillDisk(scene, between(random, 1_000, 4_000)),
  },
  {
    name: "disk full, the WAL's too",
    weight: 4,
    skipped: withDisk,
    strike: (scene, random) =>
      fillDisk(scene, between(random, 2_000, 5_000), () => scene.client`select pg_switch_wal()`.catch(() => {})),
  },
];
