import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  address,
  addressOrEmpty,
  calendarDate,
  fieldErrors,
  line,
  lineOrEmpty,
  oneOf,
  parseInput,
  text,
  timestamp,
  timestampText,
} from "./validation";

describe("a timestamp", () => {
  test.each([
    "1970-01-01T00:00:00Z",
    "1969-12-31T23:00:00-01:00",
    "2199-12-31T23:59:59.999Z",
    "2200-01-01T00:30:00+01:00",
  ])("%s is of our years", (value) => {
    expect(timestampText.parse(value)).toBe(value);
    expect(timestamp.parse(value)).toEqual(new Date(value));
  });

  test.each([
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "1969-12-31T23:59:59Z",
    "1970-01-01T00:00:00+00:01",
    "2200-01-01T00:00:00Z",
    "2199-12-31T23:59:59-00:01",
    "9999-12-31T23:59:59-14:00",
  ])("%s is not", (value) => {
    expect(timestamp.safeParse(value).error?.issues).toMatchObject([{ message: "Must be in the years 1970 to 2199" }]);
  });

  test.each(["+012345-01-01T00:00:00Z", "-000001-01-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-01-01"])(
    "%s is none",
    (value) => expect(timestamp.safeParse(value).success).toBe(false),
  );
});

describe("a date", () => {
  test.each(["0001-01-01", "1905-06-30", "2024-02-29", "2199-12-31"])("%s exists", (value) => {
    expect(calendarDate.parse(value)).toBe(value);
  });

  test.each(["0000-01-01", "2023-02-29", "2200-01-01", "9999-12-31", "+12345-01-01"])("%s is none of ours", (value) => {
    expect(calendarDate.safeParse(value).success).toBe(false);
  });
});

const said = (schema: ReturnType<typeof line>, value: string) => schema.safeParse(value).error?.issues[0]?.message;

describe("a name", () => {
  test.each(["Ada & Sons (Ọjà) Ltd", "konga.com", "شركة", "A\u200dB", "Ngozi's 🍲"])("%j is one", (value) => {
    expect(line(100).parse(` ${value}\n`)).toBe(value);
  });

  test.each(["A\nB", "A\tB", "A\u0085B", "A\u2028B", "A\u2029B", "A\u061cB", "A\u200eB", "A\u202eB", "A\u2066B"])(
    "%j is more than a line",
    (value) => {
      for (const schema of [line(100), lineOrEmpty(100)]) expect(said(schema, value)).toMatch("on one line");
    },
  );

  test.each(["\u200b", "\u3164 \u00ad", "\u2060\u{e0020}"])("%j cannot be seen", (value) => {
    for (const schema of [line(100), lineOrEmpty(100), address(100)]) expect(said(schema, value)).toMatch("visible");
  });

  test("may be left empty where it is not needed", () => {
    expect(lineOrEmpty(100).parse(" ")).toBe("");
    expect(addressOrEmpty(100).parse(" ")).toBe("");
    expect(said(line(100), " ")).toBe("Must not be empty");
    expect(said(address(100), " ")).toBe("Must not be empty");
  });
});

describe("an address", () => {
  test.each(["14 Marina, Lagos", "14 Marina\nLagos Island\r\nLagos"])("%j is one", (value) => {
    expect(address(100).parse(value)).toBe(value);
  });

  test.each(["14\tMarina", "14\u001b[31m Marina", "14\u2028Marina", "14 \u202eMarina"])("%j is none", (value) => {
    expect(said(address(100), value)).toBe("Must be plain text");
  });
});

test("amounts of another currency are refused at any depth, unless the schema takes the currency itself", () => {
  const schema = z.object({ entries: z.array(z.object({ a: z.number() })), own: z.object({ currency: z.string() }) });
  const sent = { entries: [{ a: 1, currency: "USD" }], own: { currency: "USD" }, unknown: { currency: "EUR" } };
  const { error } = parseInput(schema, sent);
  expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
    "entries.0.currency: Must be NGN",
    "unknown.currency: Must be NGN",
  ]);
  expect(parseInput(schema, { entries: [{ a: 1, currency: "NGN" }], own: sent.own }).data).toEqual({
    entries: [{ a: 1 }],
    own: sent.own,
  });
});

describe("null in place of an optional field", () => {
  const entry = z.object({ name: z.string("Must be a string"), note: text(5).optional() });
  const schema = z.object({
    name: z.string("Must be a string"),
    limit: z.number().default(20),
    kind: z.union([z.object({ a: z.string().optional() }), z.object({ b: z.number().optional() })]).optional(),
    entries: z.array(entry).optional(),
    severity: oneOf(["LOW"]).nullable().optional(),
    tags: z.array(z.string()).optional(),
  });

  test("is left out, at any depth; where it is a value it stays", () => {
    const sent = { name: "A", limit: null, kind: { a: null }, entries: [{ name: "B", note: null }], severity: null };
    const copy = structuredClone(sent);
    expect(parseInput(schema, sent).data).toEqual({
      name: "A",
      limit: 20,
      kind: {},
      entries: [{ name: "B" }],
      severity: null,
    });
    expect(sent).toEqual(copy);
    expect(parseInput(schema, { name: "A", kind: null, entries: null, tags: null }).data).toEqual({
      name: "A",
      limit: 20,
    });
  });

  test("is no excuse for another mistake, a required field or an entry of a list", () => {
    const sent = { name: null, entries: [{ name: null, note: "too long" }, null], tags: [null] };
    const { error } = parseInput(schema, sent);
    expect(error && fieldErrors(error, sent, "body")).toEqual([
      { field: "name", error: "Must be a string" },
      { field: "entries.0.name", error: "Must be a string" },
      { field: "entries.0.note", error: "Must be at most 5 characters" },
      { field: "entries.1", error: "Must be an object" },
      { field: "tags.0", error: "Must be a string" },
    ]);
  });

  test("is never taken for the opposite of what a rule between fields says", () => {
    const given = z
      .object({ lowest: z.number().nullable(), highest: z.number().nullable().optional() })
      .refine(({ lowest, highest }) => lowest === null || highest !== null, { path: ["highest"], error: "Is needed" });
    expect(parseInput(given, { lowest: 1, highest: null }).success).toBe(false);
  });

  test("a body of many takes one passage", () => {
    const entries = Array.from({ length: 40_000 }, () => ({ name: "B", note: null }));
    expect(parseInput(schema, { name: "A", entries }).data?.entries).toHaveLength(40_000);
  });
});
