import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "#scripts/failure.mjs";
import { root } from "#scripts/install.mjs";
import { run } from "#scripts/processes.mjs";

/** @typedef {{ root: string, sources: string }} Release where it is, and the hash of its sources */

/** Printed before the hash, by which it is found among what the installation says. */
const mark = "sources:";

/** By the release's own scripts: what serves, installed and built. */
const prepare = `
  const { installDependencies } = await import("./scripts/install.mjs");
  await installDependencies({ service: true });
  const { buildServer } = await import("./scripts/build.mjs");
  process.stdout.write("\\n${mark}" + (await buildServer()) + "\\n");`;

/**
 * A release, made ready to serve in a folder of its own, without its pages.
 * @param {string} [tag] the newest tag of a release without it
 * @returns {Promise<Release & { tag: string }>}
 * @throws {Failure} where there is no such tag
 */
export async function openRelease(tag = newestTag()) {
  const home = join(root, ".cache", "releases", tag);
  if (!existsSync(home)) {
    mkdirSync(join(root, ".cache", "releases"), { recursive: true });
    rmSync(`${home}.new`, { recursive: true, force: true });
    const cloning = ["clone", "--quiet", "--branch", tag, "-c", "advice.detachedHead=false", root, `${home}.new`];
    if ((await run("git", cloning)) !== 0) throw new Failure(`There is no release ${tag}; see above.`);
    renameSync(`${home}.new`, home);
  }
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", prepare], {
    ...{ cwd: home, encoding: "utf8" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const sources = said.split(`\n${mark}`).at(-1)?.trim() ?? "";
  return { root: home, sources, tag };
}

function newestTag() {
  const tags = execFileSync("git", ["tag", "--list", "v*", "--sort=-version:refname"], { cwd: root, encoding: "utf8" });
  const [newest] = tags.split("\n");
  if (!newest) throw new Failure("There is no tag of a release (v…); fetch tags, or name a commit's with --from.");
  return newest;
}
