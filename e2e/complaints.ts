import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

// Of all that an instance prints, what says that something is wrong.

/** Next says this whenever it meets middleware.ts, and nothing else may be said in these words. */
const nextsNotice = '⚠ The "middleware" file convention is deprecated. Please use "proxy" instead.';

const lost =
  "could not take due rows|could not (note|record) that|health check failed|request failed|background work failed|a batch failed|requests could not be written|frame ancestors";

/** What a service complains of while its database is stopped, starting or gone. */
export const withoutDatabase = new RegExp(`"message":"(${lost})|PostgresError|ECONN`);

/** Heard of the instances that this process started. */
const own: string[] = [];

type Source = { stream: "stdout" | "stderr"; dataDir: string; started: () => boolean };

/** Takes the output of an instance as it comes, and keeps the complaints in it. */
export function complaintsIn({ stream, dataDir, started }: Source): (chunk: string) => void {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.map(stripVTControlCharacters).filter((text) => isComplaint(text, stream, started()))) {
      own.push(line);
      appendFileSync(fileOf(dataDir), `${line}\n`);
    }
  };
}

/** The log of the service tells what is wrong by its level; beside it there are but the words for people at the start. */
function isComplaint(line: string, stream: "stdout" | "stderr", started: boolean): boolean {
  // What is set off or closes a brace goes on with what was said before it.
  if (/^([\s}]|$)/.test(line) || line === nextsNotice) return false;
  const level = /^\{"time":"[^"]*","level":"(\w+)"/.exec(line)?.[1];
  if (level) return level === "warn" || level === "error";
  return stream === "stderr" || started;
}

/** The complaints of an instance whichever process started it. */
export function complaintsOf(dataDir: string): string[] {
  return linesOf(fileOf(dataDir));
}

/** The complaints of this process's own instances since the last time it was asked. */
export function takeOwnComplaints(): string[] {
  return own.splice(0);
}

/** What the tests on an instance they share have said would be complained of: the one that looks may not be the one that knew. */
export function sharedExpectations(dataDir: string): RegExp[] {
  return linesOf(`${dataDir}.expected`).map((source) => new RegExp(source));
}

export function shareExpectation(dataDir: string, pattern: RegExp): void {
  appendFileSync(`${dataDir}.expected`, `${pattern.source}\n`);
}

/** What is kept beside a data directory. */
export function complaintFiles(dataDir: string): string[] {
  return [fileOf(dataDir), `${dataDir}.expected`];
}

function fileOf(dataDir: string): string {
  return `${dataDir}.complaints`;
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
}
