import { describe, expect, it } from "vitest";
import { z } from "zod";
import { mostFields, undrafted } from "@/lib/terms/drafts/constants";
import { draftAnswer, saveDraftBody } from "@/lib/terms/drafts/schema";
import { entriesOf, partOf } from "@/lib/terms/table";
import { businessFields, businessForm } from "./business-fields";
import { directorFields, directorForm } from "./director-fields";
import type { KycField } from "./field";
import { businessInfoBody, directorBody } from "./schema";

type Table = Readonly<Record<string, KycField>>;

const tables = [
  {
    what: "a business",
    form: businessForm as Table,
    body: businessInfoBody,
    samples: partOf(businessFields, "sample"),
  },
  { what: "a director", form: directorForm as Table, body: directorBody, samples: partOf(directorFields, "sample") },
];
const each = tables.flatMap(({ what, form, body, samples }) =>
  entriesOf(form).map(([name, field]) => ({ what, name, field, body, samples })),
);

/** The wrong fields of a body. */
function wrong(body: z.ZodType, given: object): string[] {
  const issues = body.safeParse(given).error?.issues ?? [];
  return [...new Set(issues.map(({ path }) => path.join(".")))];
}

describe.each(tables)("what is asked of $what", ({ form, body, samples }) => {
  it("is the whole body, in which the samples are sound", () => {
    expect(Object.keys(samples).sort()).toEqual(Object.keys(form).sort());
    expect(body.parse({ ...samples, unknown: 1 })).toEqual(samples);
  });

  it("is said by labels that no other has, and fits a draft", () => {
    const labels = Object.values(form).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.length).toBeLessThanOrEqual(mostFields);
    const writer = { page: "12345678", sequence: 1, typed: Object.keys(form), openFor: 1, left: false };
    const draft = { step: "directors", values: samples, revision: 0, writer };
    expect(saveDraftBody.safeParse(draft).error?.issues).toBeUndefined();
    expect(draftAnswer.shape.values.parse(samples)).toEqual(samples);
  });
});

describe.each(each)("$name of $what", ({ name, field, body, samples }) => {
  it("is needed unless it says otherwise", () => {
    const without = wrong(body, { ...samples, [name]: undefined });
    expect(without).toEqual(field.schema.isOptional() ? [] : [name]);
  });

  it("is text of a length that documents say, and nothing else", () => {
    for (const value of [7, true, ["x"], { x: "x" }])
      expect(wrong(body, { ...samples, [name]: value })).toEqual([name]);
    expect(wrong(body, { ...samples, [name]: "x".repeat(100_000) })).toEqual([name]);
    expect(wrong(body, { ...samples, [name]: "a\u0000" })).toEqual([name]);
    const { maxLength } = z.toJSONSchema(field.schema, { io: "input", unrepresentable: "any" });
    if (maxLength !== undefined) expect(field.sample.length).toBeLessThanOrEqual(maxLength);
  });

  it("offers what it takes", () => {
    if (!("options" in field)) return;
    for (const { value, label } of field.options) {
      expect(field.schema.safeParse(value).success).toBe(true);
      expect(label).not.toMatch(/_/);
    }
    expect(new Set(field.options.map(({ label }) => label)).size).toBe(field.options.length);
    expect(wrong(body, { ...samples, [name]: "SOMETHING_ELSE" })).toContain(name);
  });
});

describe.each(Object.entries(directorFields))("%s of a director in answers", (_, { schema, shown, sample }) => {
  it("is what was given, or null where it may be left out", () => {
    expect(shown.parse(schema.parse(sample))).toBe(sample);
    expect(shown.safeParse(null).success).toBe(schema.isOptional());
  });
});

it("numbers that are shown by their end alone are in no draft", () => {
  const numbers = Object.entries(directorForm).flatMap(([name, { control }]) => (control === "number" ? [name] : []));
  expect(numbers).toEqual(["identityNumber"]);
  for (const name of numbers) expect(undrafted).toContain(name);
});
