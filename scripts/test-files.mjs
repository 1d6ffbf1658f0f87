import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

/** The folders that have unit tests. */
export const testedFolders = ["app", "components", "db", "lib", "scripts", "sdk", "test"];

/** The files of unit tests that contain a text, from the root. @param {string} text */
export function testFilesWith(text) {
  return testedFolders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith(".test.ts") && readFileSync(join(root, file), "utf8").includes(text));
}
