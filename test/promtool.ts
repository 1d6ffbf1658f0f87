import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const cache = join(process.cwd(), ".cache", "promtool");
const kept = join(cache, "promtool");

/**
 * Prometheus's own checker of metrics and rules: the one named by PROMTOOL_PATH, an installed one, or Debian's, taken out of
 * its package (19 MB) without installing a server. Undefined where there is none.
 */
export function findPromtool(): string | undefined {
  for (const path of [process.env.PROMTOOL_PATH, "promtool", kept]) if (path && runs(path)) return path;
  return fromDebian();
}

function fromDebian(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "new-"));
  try {
    spawnSync("apt-get", ["update", "-q"], { stdio: "ignore" });
    spawnSync("apt-get", ["download", "-q", "prometheus"], { cwd: folder, stdio: "ignore" });
    const [deb] = readdirSync(folder);
    if (!deb) return undefined;
    spawnSync("dpkg", ["-x", deb, "x"], { cwd: folder, stdio: "ignore" });
    renameSync(join(folder, "x", "usr", "bin", "promtool"), kept);
    return runs(kept) ? kept : undefined;
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const runs = (path: string) => spawnSync(path, ["--version"], { timeout: 20_000, stdio: "ignore" }).status === 0;
