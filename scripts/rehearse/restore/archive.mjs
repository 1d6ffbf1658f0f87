import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { appendFile, copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { codeOf, Failure } from "#scripts/failure.mjs";
import { launcher, postgresPrograms } from "#scripts/postgres-programs.mjs";

/** @typedef {import("postgres").Sql} Sql */

/** What a segment of the WAL has, as initdb makes them: 16 MiB. */
const segmentBytes = 16n * 1024n * 1024n;

/** After so many seconds a segment is archived that is not full: what can be lost with the machine. */
export const archiveTimeout = 5;

/** Folders whose content belongs to a running server, not to a base backup (PostgreSQL's manual, 25.3.4). */
const ofTheServer = new Set(["pg_wal", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp"]);
const leftOut = (/** @type {string} */ name) => /^(postmaster\.(pid|opts)|pgsql_tmp.*)$/.test(name);

/**
 * Where WAL and a base backup go, as they do in production: elsewhere.
 * @param {string} dataDir
 */
export async function openArchive(dataDir) {
  const wal = join(dataDir, "wal-archive");
  const base = join(dataDir, "base-backup");
  const cluster = join(dataDir, "pg");
  mkdirSync(wal, { mode: 0o700 });
  launcher(await postgresPrograms(), dataDir).own(wal);

  /** Up to where the WAL is archived, in bytes from its beginning. */
  function end() {
    const numbers = readdirSync(wal)
      .filter((name) => /^[0-9A-F]{24}$/.test(name))
      .map((name) => BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`) + 1n);
    return (numbers.sort((one, other) => (one < other ? -1 : 1)).at(-1) ?? 0n) * segmentBytes;
  }

  return {
    settings: [
      ...["wal_level=replica", "archive_mode=on", `archive_timeout=${archiveTimeout}`],
      `archive_command=test ! -f "${wal}/%f" && cp "%p" "${wal}/%f.part" && mv "${wal}/%f.part" "${wal}/%f"`,
    ],
    end,

    /** A base backup beside whoever writes. @param {Sql} sql */
    async backUp(sql) {
      const session = await sql.reserve();
      try {
        await session`select pg_backup_start('rehearsal', true)`;
        const files = await copyTree(cluster, base, { within: "" });
        const [stopped] = await session`select labelfile from pg_backup_stop()`;
        writeFileSync(join(base, "backup_label"), stopped?.labelfile, { mode: 0o600 });
        own(join(base, "backup_label"), base);
        return files;
      } finally {
        session.release();
      }
    },

    /** Has what is written so far archived, before somebody takes the database away on purpose. @param {Sql} sql */
    async archiveAll(sql) {
      const [switched] = await sql`select pg_wal_lsn_diff(pg_switch_wal(), '0/0')::text as at`;
      await within(async () => end() >= BigInt(switched?.at), "The WAL was not archived within a minute.");
    },

    /** Waits for the end of a recovery, during which it can be read already. @param {Sql} sql */
    restored: (sql) =>
      within(async () => {
        const [found] = await sql`select pg_is_in_recovery() as still`.catch(() => []);
        return found?.still === false;
      }, "The recovery did not end within a minute."),

    /**
     * Puts the base backup in the place of the database, which reads the archive at its next start: all of it, or up to a
     * moment. It goes on writing on a timeline of its own.
     * @param {Date} [until]
     */
    async restore(until) {
      await rm(cluster, { recursive: true, force: true, maxRetries: 5 });
      await copyTree(base, cluster, { within: "" });
      const target = until ? [`recovery_target_time = '${until.toISOString().replace("Z", "+00")}'`] : [];
      const lines = [`restore_command = 'cp "${wal}/%f" "%p"'`, "recovery_target_action = 'promote'", ...target];
      await appendFile(join(cluster, "postgresql.auto.conf"), `${lines.join("\n")}\n`);
      writeFileSync(join(cluster, "recovery.signal"), "", { mode: 0o600 });
      own(join(cluster, "recovery.signal"), cluster);
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openArchive>>} Archive */

/** @param {() => Promise<boolean>} holds @param {string} otherwise */
async function within(holds, otherwise) {
  for (const limit = Date.now() + 60_000; !(await holds()); await pause(50)) {
    if (Date.now() > limit) throw new Failure(otherwise);
  }
}

/** Gives a file the owner of another, where root made it. @param {string} path @param {string} like */
function own(path, like) {
  const { uid, gid } = statSync(like);
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
}

/**
 * Copies a cluster that may be running: what goes away meanwhile is in the WAL.
 * @param {string} from @param {string} to @param {{ within: string }} at
 * @returns {Promise<number>} how many files
 */
async function copyTree(from, to, { within }) {
  await mkdir(to, { mode: 0o700 });
  own(to, from);
  let files = 0;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (ofTheServer.has(within)) continue;
      files += await copyTree(source, target, { within: within || entry.name });
    } else if (!ofTheServer.has(within)) {
      files += await copyOne(source, target);
    }
  }
  return files;
}

/** @param {string} source @param {string} target */
async function copyOne(source, target) {
  try {
    await copyFile(source, target);
    own(target, source);
    return 1;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return 0;
    throw error;
  }
}

/**
 * Notes every tenth of a second how far the WAL had been flushed: what was acknowledged before that was in it.
 * @param {Sql} sql
 */
export function watchWal(sql) {
  /** @type {{ at: number, lsn: bigint }[]} */
  const seen = [];
  let over = false;
  const ended = (async () => {
    while (!over) {
      const at = Date.now();
      const [found] = await sql`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text as lsn`.catch(() => []);
      if (found) seen.push({ at, lsn: BigInt(found.lsn) });
      await pause(100);
    }
  })();
  return {
    /** Until when all that was acknowledged is in the WAL up to there. @param {bigint} end */
    coveredBy: (end) => Math.max(0, ...seen.filter(({ lsn }) => lsn <= end).map(({ at }) => at)),
    stop: async () => {
      over = true;
      await ended;
    },
  };
}

/**
 * Copies documents elsewhere every second, as a backup of the folder does: under each name there is one content.
 * @param {string} dataDir
 */
export function copyDocuments(dataDir) {
  const [from, to] = [join(dataDir, "documents"), join(dataDir, "documents-copy")];
  let over = false;
  let covered = 0;
  async function copyNew() {
    const begun = Date.now();
    await mkdir(to, { recursive: true, mode: 0o700 });
    for (const name of await readdir(from).catch(() => [])) {
      if (name.includes(".") || (await stat(join(to, name)).catch(() => null))) continue;
      await copyFile(join(from, name), join(to, name));
    }
    covered = begun;
  }
  const ended = (async () => {
    while (!over) {
      await copyNew();
      await pause(1_000);
    }
  })();
  return {
    covered: () => covered,
    /** Ends as the machine does: without a last copy. */
    stop: async () => {
      over = true;
      await ended;
    },
    async lose() {
      await rm(from, { recursive: true, force: true });
    },
    async restore() {
      await mkdir(from, { mode: 0o700 });
      for (const name of await readdir(to)) await copyFile(join(to, name), join(from, name));
    },
  };
}
