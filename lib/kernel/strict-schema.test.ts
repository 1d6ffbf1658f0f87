import { expect, test } from "vitest";
import { z } from "zod";
import { strictly } from "./strict-schema";

const inner = z.object({ a: z.number() }).refine(({ a }) => a < 9, { path: ["a"], error: "Must be less" });
const schema = z
  .object({
    one: inner,
    list: z.array(inner).min(1),
    maybe: inner.nullish(),
    usual: z.object({ b: z.string() }).default({ b: "x" }),
    either: z.union([inner, z.string()]),
    turned: inner.transform(({ a }) => a + 1),
    kept: z.looseObject({ c: z.number() }),
    byName: z.record(z.string(), inner),
  })
  .describe("A body");
const sound = {
  one: { a: 1 },
  list: [{ a: 1 }],
  either: "x",
  turned: { a: 1 },
  kept: { c: 1, more: 2 },
  byName: { x: { a: 1 } },
};

test("what was valid stays so, with the same outcome", () => {
  expect(strictly(schema).parse(sound)).toEqual(schema.parse(sound));
  expect(strictly(schema).parse(sound)).toMatchObject({ turned: 2, usual: { b: "x" }, kept: { more: 2 } });
  expect(z.globalRegistry.get(strictly(schema))?.description).toBe("A body");
});

test.each([
  ["at the top", { more: 1 }, []],
  ["in an object", { one: { a: 1, more: 1 } }, ["one"]],
  ["in a list", { list: [{ a: 1 }, { a: 1, more: 1 }] }, ["list", 1]],
  ["in what may be left out", { maybe: { a: 1, more: 1 } }, ["maybe"]],
  ["in what has a default", { usual: { b: "y", more: 1 } }, ["usual"]],
  ["in one of several", { either: { a: 1, more: 1 } }, ["either"]],
  ["in what is turned into something else", { turned: { a: 1, more: 1 } }, ["turned"]],
  ["below any name", { byName: { x: { a: 1, more: 1 } } }, ["byName", "x"]],
])("refuses what is not known %s", (_, change, path) => {
  expect(schema.safeParse({ ...sound, ...change }).success).toBe(true);
  expect(strictly(schema).safeParse({ ...sound, ...change }).error?.issues).toMatchObject([{ path }]);
});

test("rules of a whole object hold", () => {
  expect(strictly(schema).safeParse({ ...sound, one: { a: 9 } }).error?.issues).toMatchObject([
    { path: ["one", "a"], message: "Must be less" },
  ]);
});

test("a schema that is strict already is itself, and one in two bodies stays one", () => {
  const closed = z.strictObject({ a: z.array(z.strictObject({ b: z.string() })) });
  expect(strictly(closed)).toBe(closed);
  expect(strictly(inner)).toBe(strictly(schema).shape.one);
});
