import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The worked examples of CONTRIBUTING.md: what each of its sections does to which file.
 * @typedef {{ file: string, how: "new" | "append" | "after" | "in place of", at: string, code: string }} Change
 * @typedef {{ title: string, changes: Change[] }} Example
 */

const place = /^(?:(New)|In) ?,? ?`([^`]+)`(?:, (after|in place of) `(.+)`)?:$/;

/** @param {string} markdown @returns {Example[]} those that change a file */
export function readExamples(markdown) {
  return markdown
    .split(/^## (?=Add )/m)
    .slice(1)
    .map((section) => ({ title: section.split("\n", 1)[0] ?? "", changes: changesIn(section.split("\n")) }))
    .filter(({ changes }) => changes.length > 0);
}

/** @param {readonly string[]} lines @returns {Change[]} */
function changesIn(lines) {
  return lines.flatMap((line, i) => {
    const found = place.exec(line);
    if (!found) return [];
    const [, fresh, file = "", how, at = ""] = found;
    const from = lines.findIndex((one, j) => j > i && one.startsWith("```"));
    const to = lines.findIndex((one, j) => j > from && one.startsWith("```"));
    if (from !== i + 2) throw new Error(`No code follows the line "${line}".`);
    const code = `${lines.slice(from + 1, to).join("\n")}\n`;
    return [{ file, at, code, how: fresh ? "new" : /** @type {Change["how"]} */ (how ?? "append") }];
  });
}

/** Does to the files below a folder what an example says. @param {string} root @param {Example} example */
export function applyExample(root, { title, changes }) {
  for (const { file, how, at, code } of changes) {
    const path = join(root, file);
    if (how === "new") {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, code, { flag: "wx" });
      continue;
    }
    const text = readFileSync(path, "utf8");
    const lines = text.split("\n");
    const line = lines.findIndex((one) => one.includes(at));
    if (how !== "append" && line === -1) throw new Error(`${title}: ${file} has no line with "${at}".`);
    if (how === "append") writeFileSync(path, `${text}\n${code}`);
    else {
      lines.splice(how === "after" ? line + 1 : line, how === "after" ? 0 : 1, code.trimEnd());
      writeFileSync(path, lines.join("\n"));
    }
  }
}

/** A copy of the sources, as they are in the work tree. @param {string} root @param {string} to */
export function copySources(root, to) {
  rmSync(to, { recursive: true, force: true });
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 24,
  });
  for (const file of listed.split("\0").filter((one) => one && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    copyFileSync(join(root, file), join(to, file));
  }
}
