import { expect, test } from "vitest";
import { fc } from "@/test/proof";
import { canonicalJson, canonicalPieces } from "./canonical-json";

/** As plainly as it can be said. */
function plainly(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

const name = fc.oneof(fc.constantFrom("b", "a", "__proto__", "10", "9", "toString", "é"), fc.string());
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie("json")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

test("any JSON, in one piece and in many", () => {
  fc.assert(
    fc.property(json, (value) => {
      const parsed: unknown = JSON.parse(JSON.stringify(value));
      const text = plainly(parsed);
      expect(canonicalJson(parsed)).toBe(text);
      expect([...canonicalPieces(parsed)].join("")).toBe(text);
    }),
  );
});

test("keys in any order, and what is not plain", () => {
  const at = new Date("2026-07-01T00:00:00Z");
  const one = { list: [{ b: 1, a: at }, { a: 2 }], gone: undefined, __proto__: null };
  expect(canonicalJson(one)).toBe(canonicalJson({ list: [{ a: at.toISOString(), b: 1 }, { a: 2 }] }));
  expect(canonicalJson(JSON.parse('{"a":1,"__proto__":{"c":1,"b":2}}'))).toBe('{"__proto__":{"b":2,"c":1},"a":1}');
});

test("each record of a batch is a piece", () => {
  const batch = { records: [{ b: 1, a: 1 }, { a: 2 }], id: "x" };
  const pieces = ['{"id":', '"x"', ',"records":', '[{"a":1,"b":1}', ',{"a":2}', "]", "}"];
  expect([...canonicalPieces(batch)]).toEqual(pieces);
});
