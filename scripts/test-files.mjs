import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

/** What at the top is installed, built, or drives the service from outside. */
const withoutUnitTests = /^(\..*|node_modules|e2e|public|test-results)$/;

/** The files of unit tests that contain a text, from the root. @param {string} text */
export function testFilesWith(text) {
  return readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !withoutUnitTests.test(name))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(entry.name) : [entry.name]))
    .filter((file) => file.endsWith(".test.ts") && readFileSync(join(root, file), "utf8").includes(text));
}

/** @param {string} folder */
function filesUnder(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
}
