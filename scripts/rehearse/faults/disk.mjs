import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "#scripts/failure.mjs";

/** Enough for an hour's rows and what is kept of the WAL, in MiB. */
const size = 700;

/** Set in a process that has mounts of its own. */
const apart = "FAULTS_MOUNTS";

/** How this command is started anew with mounts that end with it; null where that cannot be. @returns {[string, string[], Record<string, string>] | null} */
export function withOwnMounts() {
  if (process.env[apart] || process.platform !== "linux" || process.getuid?.() !== 0) return null;
  const can = spawnSync("unshare", ["--mount", "true"]).status === 0;
  return can ? ["unshare", ["--mount", process.execPath, ...process.argv.slice(1)], { [apart]: "on" }] : null;
}

/** A disk that can be filled, in the machine's memory; null where none can be mounted. @param {string} at a folder, which is made */
export function mountDisk(at) {
  mkdirSync(at, { mode: 0o711 });
  if (!process.env[apart]) return null;
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}m,mode=711`, "tmpfs", at]).status !== 0) return null;
  const ballast = join(at, "ballast");
  return {
    /** To the last byte. */
    fill() {
      const file = openSync(ballast, "a");
      try {
        for (let piece = Buffer.alloc(4 << 20); ; ) {
          try {
            writeSync(file, piece);
          } catch (error) {
            if (codeOf(error) !== "ENOSPC") throw error;
            if (piece.length <= 4096) return;
            piece = piece.subarray(0, piece.length / 2);
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: () => void spawnSync("umount", [at]),
  };
}

/** @typedef {ReturnType<typeof mountDisk>} Disk */
