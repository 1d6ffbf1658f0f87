import { DockerfileParser } from "dockerfile-ast";

/**
 * What a Dockerfile says, as far as ours says anything: what is not known here is an error, so that nobody tries less than is written.
 * @typedef {{ keyword: string, text: string }} Step
 * @typedef {{ image: string, name: string | undefined, steps: Step[] }} Stage
 */
const known = ["ARG", "CMD", "COPY", "ENV", "EXPOSE", "HEALTHCHECK", "RUN", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR"];

/** @param {string} text @returns {Stage[]} */
export function readDockerfile(text) {
  /** @type {Stage[]} */
  const stages = [];
  const lines = text.split("\n");
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    const { start, end } = instruction.getRange();
    // The parser's own idea of the arguments has no flags.
    const content = joined(lines.slice(start.line, end.line + 1))
      .slice(keyword.length)
      .trim();
    if (keyword === "FROM") {
      const [image = "", , name] = content.split(/\s+/);
      stages.push({ image, name, steps: [] });
    } else if (!known.includes(keyword)) throw new Error(`Nothing here knows what ${keyword} does.`);
    else stages.at(-1)?.steps.push({ keyword, text: content });
  }
  return stages;
}

/** @param {string[]} lines of one instruction */
const joined = (lines) => lines.map((line) => line.replace(/\\$/, "").trim()).join(" ");

/** What an instruction of this kind says, in the form of an array. @param {Stage} stage @param {string} keyword @returns {string[]} */
export function argumentsOf({ steps }, keyword) {
  const text = steps.findLast((step) => step.keyword === keyword)?.text ?? "[]";
  return JSON.parse(text.slice(text.indexOf("[")));
}

/** @param {string} text of an ENV @returns {Record<string, string>} */
export const settingsOf = (text) =>
  Object.fromEntries([...text.matchAll(/(\w+)=(\S*)/g)].map(([, name = "", value = ""]) => [name, value]));

/**
 * Whether a path of the folder goes into a build.
 * @param {string} ignored a .dockerignore without exceptions
 * @returns {(path: string) => boolean}
 */
export function contextOf(ignored) {
  const patterns = ignored
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => {
      if (line.startsWith("!") || /[?[\]\\]/.test(line)) throw new Error(`Nothing here knows what ${line} means.`);
      const parts = line.split(/(\*\*\/|\*)/).map((part) => {
        if (part === "**/") return "(?:.*/)?";
        return part === "*" ? "[^/]*" : part.replaceAll(".", "\\.");
      });
      return new RegExp(`^${parts.join("")}(?:/|$)`);
    });
  return (path) => !patterns.some((pattern) => pattern.test(path));
}
