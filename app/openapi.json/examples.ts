import { readFileSync } from "node:fs";
import path from "node:path";

/** Bodies as the service takes and gives them, by the name of their schema: recorded by e2e/api/openapi.long.spec.ts. */
export function readExamples(): Record<string, unknown> {
  const file = path.join(process.cwd(), "app", "openapi.json", "examples.jsonl");
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Object.fromEntries(lines.map((line): [string, unknown] => JSON.parse(line)));
}
