import "./node-version.mjs";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, reason, report } from "./failure.mjs";
import { root } from "./install.mjs";
import { callersPath } from "./merchant-file.mjs";
import { npm } from "./processes.mjs";

/**
 * `npm run sbom [-- FILE]`: the software bill of materials of what runs in production, CycloneDX as JSON. Made from
 * package-lock.json alone, so it needs neither the network nor an installation.
 */
const given = process.argv[2];
const file = given ? callersPath(given) : join(root, "sbom.cdx.json");
const wanted = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application"];

/** @typedef {{ "bom-ref": string, properties: { name: string }[] }} Component */

/**
 * What is installed for production, as `name@version`. Asked to leave out what is for development, npm leaves out more: all
 * that both need.
 */
function installed() {
  /** @type {Record<string, { name?: string, version?: string, dev?: boolean }>} */
  const packages = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return new Set(
    Object.entries(packages)
      .filter(([, { dev }]) => !dev)
      .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, "")}@${version}`),
  );
}

try {
  const [command, args] = npm([...wanted, "--package-lock-only", "--offline", "--silent"]);
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 1e8 });
  if (status !== 0) throw new Failure(`npm sbom failed: ${stderr || stdout}`);
  const bill = JSON.parse(stdout);
  // npm takes the folder's name, which is whatever it was cloned to.
  bill.metadata.component.name = bill.metadata.component["bom-ref"].replace(/@[^@]*$/, "");
  const ours = installed();
  bill.components = bill.components
    .filter((/** @type {Component} */ one) => ours.has(one["bom-ref"]))
    // Marked so where a second copy is for development.
    .map((/** @type {Component} */ { properties, ...one }) => ({
      ...one,
      properties: properties.filter(({ name }) => name !== "cdx:npm:package:development"),
    }));
  bill.dependencies = bill.dependencies
    .filter((/** @type {{ ref: string }} */ { ref }) => ours.has(ref))
    .map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((needed) => ours.has(needed)),
    }));
  try {
    writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  } catch (error) {
    throw new Failure(`Cannot write ${file}: ${reason(error)}.`);
  }
  process.stdout.write(`${bill.components.length} components: ${file}\n`);
} catch (error) {
  report(error);
  process.exitCode = 1;
}
