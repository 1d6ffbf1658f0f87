import { readFileSync, writeFileSync } from "node:fs";
import { namesOfExamples } from "@/test/open-api-examples";
import { schemasOf } from "@/test/open-api-schemas";
import type { Exchange, Json } from "./client";

const file = "app/openapi.json/examples.jsonl";

/** In characters, as JSON: whoever reads an example has seen enough. */
const longest = 3_000;

type Recorded = { name: string; value: Json };

/**
 * Keeps bodies of a run as the examples of the document: of each schema the fullest that is not too long. One that is
 * there already stays as long as it fits its schema.
 */
export function recordExamples(document: Json, exchanges: readonly Exchange[], address: string) {
  const check = schemasOf(document);
  const fits = ({ name, value }: Recorded) => check({ $ref: `#/components/schemas/${name}` }).safeParse(value).success;
  const kept = new Map(
    storedExamples()
      .filter(fits)
      .map(({ name, value }) => [name, value]),
  );
  const found = new Map<string, Json>();
  for (const one of exchanges.flatMap((exchange) => bodiesOf(exchange))) {
    if (kept.has(one.name)) continue;
    const value = [shortened(one.value), one.value].find((body) => fits({ ...one, value: body }));
    if (value === undefined) continue;
    const before = found.get(one.name);
    if (before === undefined || isBetter(value, before)) found.set(one.name, value);
  }
  const wanted = namesOfExamples(document);
  const added = [...found].filter(([name]) => wanted.needed.includes(name));
  const all = [...kept, ...added.map(([name, value]) => [name, harmless(value, address)])];
  const lines = all.filter(([name]) => wanted.possible.includes(name)).map((entry) => JSON.stringify(entry));
  writeFileSync(
    file,
    lines
      .sort()
      .map((line) => `${line}\n`)
      .join(""),
  );
}

function storedExamples(): Recorded[] {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line)).map(([name, value]) => ({ name, value }));
}

function isBetter(value: Json, before: Json): boolean {
  const length = JSON.stringify(value).length;
  const other = JSON.stringify(before).length;
  return length > longest || other > longest ? length < other : length > other;
}

/** What was sent and answered, each with the name of its schema. */
function bodiesOf({ operation, status, sent, text }: Exchange & { operation?: Json }): Recorded[] {
  if (!operation || status >= 300) return [];
  const [[type, request] = []] = Object.entries<Json>(operation.requestBody?.content ?? {});
  const [answer] = Object.values<Json>(operation.responses[status]?.content ?? {});
  const form = type === "application/x-www-form-urlencoded";
  const body = form
    ? Object.fromEntries(new URLSearchParams(String(sent)))
    : typeof sent === "string"
      ? parsed(sent)
      : sent;
  return [
    ...(request?.schema.$ref && body ? [{ name: nameOf(request.schema), value: body }] : []),
    ...(answer?.schema.$ref ? [{ name: nameOf(answer.schema), value: JSON.parse(text) }] : []),
  ];
}

/** Tests also send what is no JSON. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const nameOf = ({ $ref }: { $ref: string }) => $ref.replace("#/components/schemas/", "");

/** Lists cut after their first entries. */
function shortened(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, typeof value[0] === "object" ? 1 : 3).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]));
}

const secret = /secret|password|^token$|_token$|accessToken|upload-token/i;

/** Without secrets, even those of a test, and without its addresses. */
function harmless(value: Json, address: string, name = ""): Json {
  if (Array.isArray(value)) return value.map((part) => harmless(part, address, name));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, harmless(part, address, key)]));
  }
  if (typeof value !== "string") return value;
  if (secret.test(name)) return `${/^(?:[a-z]+_)*/.exec(value)?.[0] ?? ""}…`;
  return value
    .replaceAll(address, "https://financing.example.com")
    .replace(/http:\/\/(localhost|127\.0\.0\.1):\d+/, "https://shop.example.com");
}
