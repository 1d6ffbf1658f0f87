import fc from "fast-check";
import type { Json } from "@/e2e/client";
import type { Operation, Resolve } from "./document";
import { sampleOf } from "./sample";

/** Texts that have brought down services before. */
const texts = fc.constantFrom(
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\ufeff",
  "\u202eevil",
  "𝒶".repeat(300),
  "x".repeat(70_000),
  "..",
  "../../etc/passwd",
  "%00",
  "%",
  "'; drop table loans; --",
  "$(id)",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "__proto__",
  "constructor",
  "null",
  "NaN",
  "-0",
  "1e999",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "+275760-09-13T00:00:00Z",
  "-000001-01-01T00:00:00Z",
  "2026-02-30",
  "2026-06-30T23:59:60Z",
  "0000-00-00",
  "99999-01-01",
  "mer_00000000000000000000000000",
  "loan_' or 1=1",
  "http://[::1]:1/",
  "https://user:password@localhost:1/",
  "javascript:alert(1)",
);

const numbers = fc.constantFrom(
  0,
  -0,
  -1,
  0.001,
  0.1 + 0.2,
  1e13,
  1e13 + 1,
  1e21,
  1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
);

const anything: fc.Arbitrary<Json> = fc.oneof(
  texts,
  numbers,
  fc.constantFrom(
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { length: -1 },
    { toString: 1 },
    JSON.parse('{"then":{},"__proto__":{}}'),
  ),
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text)),
);

/** A body that an operation takes, with one or two places of it made nonsense. */
function twisted(sample: Json): fc.Arbitrary<Json> {
  const places = placesOf(sample);
  if (places.length === 0) return anything;
  const twist = fc.record({
    place: fc.constantFrom(...places),
    value: fc.oneof(anything, fc.constant(undefined), fc.constant(Array.from({ length: 1_001 }, () => ({})))),
  });
  return fc.array(twist, { minLength: 0, maxLength: 3 }).map((twists) => {
    const body = structuredClone(sample);
    for (const { place, value } of twists) put(body, place, structuredClone(value));
    return body;
  });
}

type Place = readonly (string | number)[];

function placesOf(value: Json, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[...at, name], ...placesOf(inner, [...at, name])]);
}

/** An earlier twist may have taken away what the place was in. */
function put(body: Json, place: Place, value: Json): void {
  const [name = "", ...rest] = place;
  if (typeof body !== "object" || body === null) return;
  if (rest.length > 0) put(body[name], rest, value);
  else if (value === undefined) delete body[name];
  else body[name] = value;
}

const rawBodies = fc.constantFrom(
  "",
  "null",
  "[]",
  "0",
  '"text"',
  "{",
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  "[".repeat(20_000),
  `{"a":${"9".repeat(5_000)}}`,
  "\ufeff{}",
  "\u0000",
  "a=1&b=2",
  "<xml/>",
);

/** What is sent to an operation: where, with what. */
export type Sent = { params: Record<string, string>; query: string; raw: string; headers: Record<string, string> };

const contentTypes = fc.constantFrom(
  "application/json",
  "application/json; charset=utf-16",
  "text/plain",
  "multipart/form-data; boundary=",
  "nonsense",
  "application/x-www-form-urlencoded",
);

const headers = fc.record(
  {
    "content-type": contentTypes,
    "idempotency-key": fc.constantFrom("key", "", " ", "k".repeat(300)),
    prefer: fc.constantFrom("respond-async", "respond-async, wait=-1", ";;"),
    accept: fc.constantFrom("*/*", "text/html", "nonsense"),
    "if-none-match": fc.constantFrom("*", '""', "W/", "nonsense"),
    "content-encoding": fc.constantFrom("gzip", "br", "identity", "nonsense"),
    "x-request-id": fc.constantFrom("ok", "no good", "x".repeat(500)),
    "next-action": fc.constantFrom("nonsense", "0".repeat(42)),
    "x-forwarded-host": fc.constant("evil.example"),
  },
  { requiredKeys: [] },
);

/** Requests to an operation: mostly sound ones with something wrong in them, so that they reach as far as they can. */
export function nonsenseFor(operation: Operation, resolve: Resolve, named: Record<string, string>): fc.Arbitrary<Sent> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const param = (name: string) => sometimes(fc.constant(named[name] ?? ""), texts);
  const queries = fc.array(fc.tuple(fc.constantFrom(...queryNames(operation)), fc.oneof(texts, numbers.map(String))), {
    maxLength: 3,
  });
  const sample = sampleOf(operation, resolve, named);
  const body =
    operation.body?.mediaType === "application/json" ? jsonOf(sample) : sometimes(fc.constant(sample), texts);
  return fc.record({
    params: fc.record(Object.fromEntries(names.map((name) => [name, param(name)]))),
    query: sometimes(
      fc.constant(""),
      queries.map((pairs) => pairs.map(([name, value]) => `${name}=${escaped(value)}`).join("&")),
    ),
    raw: body,
    headers: sometimes(fc.constant({}), headers),
  });
}

function jsonOf(sample: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: twisted(JSON.parse(sample)).map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: rawBodies },
  );
}

function sometimes<T>(sound: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 4, arbitrary: sound }, { weight: 1, arbitrary: odd });
}

function queryNames({ query }: Operation): string[] {
  return [...query.map(({ name }) => name), "limit", "__proto__", "environment"];
}

/** Percent-encoded; a lone surrogate, which has no encoding, as bytes that decode to nothing. */
export function escaped(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}
