import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Failure } from "#scripts/failure.mjs";
import { root } from "#scripts/install.mjs";

/**
 * A folder that is a whole system, to run commands in with `chroot`: what a container is without the walls around its network
 * and processes.
 * @typedef {{ env: Record<string, string>, cwd: string, user?: string | undefined }} Around
 */

const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
  execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });

/**
 * Debian of the release that an image of Node.js is made from, with that Node.js, npm and the user `node`: from Debian's
 * packages and npm's registry, once.
 * @param {string} image such as node:22-bookworm-slim
 * @returns {string} an archive
 */
export function baseOf(image) {
  const [, version, release] = /^node:(\d+)-(\w+)-slim$/.exec(image) ?? [];
  if (!version || !release)
    throw new Failure(`Only images such as node:22-bookworm-slim can be made here, not ${image}.`);
  const archive = join(root, ".cache", "containers", `${version}-${release}.tar`);
  if (existsSync(archive)) return archive;
  if (process.getuid?.() !== 0) throw new Failure("A bare Debian is made, and entered, by root alone.");
  mkdirSync(dirname(archive), { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "mfis-base-"));
  const bare = join(folder, "bare.tar");
  try {
    run("mmdebstrap", "--quiet", "--variant=minbase", "--include=ca-certificates,libstdc++6,libatomic1", release, bare);
  } catch (error) {
    throw new Failure(`mmdebstrap is needed (apt-get install mmdebstrap): ${error}`);
  }
  const system = join(folder, "system");
  mkdirSync(system);
  run("tar", "-xf", bare, "-C", system);
  addPackage(`node-linux-${process.arch}@${version}`, folder, join(system, "usr", "local"));
  // What comes with the oldest Node.js that is supported; a later one knows more options.
  addPackage("npm@10", folder, join(system, "usr", "local", "lib", "node_modules", "npm"));
  run("ln", "-s", "../lib/node_modules/npm/bin/npm-cli.js", join(system, "usr", "local", "bin", "npm"));
  run("chroot", system, "useradd", "--uid", "1000", "--create-home", "node");
  run("tar", "-cf", archive, "-C", system, ".");
  rmSync(folder, { recursive: true });
  return archive;
}

/** @param {string} name of a package @param {string} folder to work in @param {string} target what is in it goes there */
function addPackage(name, folder, target) {
  const place = mkdtempSync(join(folder, "package-"));
  execFileSync("npm", ["pack", name, "--silent"], { cwd: place, stdio: ["ignore", "ignore", "inherit"] });
  run("tar", "-xzf", join(place, readdirSync(place)[0] ?? ""), "-C", place);
  mkdirSync(target, { recursive: true });
  cpSync(join(place, "package"), target, { recursive: true });
}

/** Systems that are made and entered, and left as if nothing had been. */
export class Roots {
  #folder = mkdtempSync(join(tmpdir(), "mfis-container-"));
  /** @type {string[]} */
  #mounted = [];

  /** @param {string} archive @param {string} name */
  unpack(archive, name) {
    const system = join(this.#folder, name);
    mkdirSync(system);
    run("tar", "-xf", archive, "-C", system);
    // Names are resolved, and certificates known, as on this machine: a registry may be behind a proxy.
    for (const file of ["/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt"]) {
      if (existsSync(file)) cpSync(file, join(system, file), { dereference: true });
    }
    for (const folder of ["/proc", "/dev"]) this.#mount(["--rbind", folder], join(system, folder));
    return system;
  }

  /** The same system, to be read alone, but for folders in memory and one that is kept. @param {string} system @param {{ memory: string[], kept: string }} writable */
  readOnly(system, { memory, kept }) {
    const other = join(this.#folder, "running");
    mkdirSync(other);
    this.#mount(["--bind", system], other);
    run("mount", "-o", "remount,ro,bind", other);
    for (const folder of ["/proc", "/dev"]) this.#mount(["--rbind", folder], join(other, folder));
    for (const folder of memory) this.#mount(["-t", "tmpfs", "-o", "mode=1777", "tmpfs"], join(other, folder));
    // As a new volume, it gets the owner of what the image has there.
    const volume = join(this.#folder, "volume");
    run("cp", "-a", join(system, kept), volume);
    this.#mount(["--bind", volume], join(other, kept));
    return other;
  }

  /** @param {string[]} what @param {string} target */
  #mount(what, target) {
    mkdirSync(target, { recursive: true });
    run("mount", ...what, target);
    if (what[0] === "--rbind") run("mount", "--make-rslave", target);
    this.#mounted.unshift(target);
  }

  remove() {
    for (const target of this.#mounted) run("umount", "--recursive", target);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A file of the system, from outside. @param {string} system @param {string} file @param {string} text */
  write(system, file, text) {
    writeFileSync(join(system, file), text);
  }
}

/** @param {string} system @param {readonly string[]} command @param {Around} around */
export function inside(system, command, { env, cwd, user = "root" }) {
  const home = user === "root" ? "/root" : `/home/${user}`;
  const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  const settings = Object.entries({ PATH: path, HOME: home, ...env }).map(([name, value]) => `${name}=${value}`);
  const enter = [`--userspec=${user}`, system, "/usr/bin/env", "-i", "-C", cwd, ...settings, ...command];
  return spawn("chroot", enter, { stdio: ["ignore", "pipe", "pipe"] });
}
