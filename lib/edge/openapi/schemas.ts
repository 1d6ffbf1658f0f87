import { z } from "zod";

export type Json = Record<string, unknown>;

/** Which side of a schema is shown: what it takes, or what it gives. */
export type Side = "input" | "output";

/** A schema that the document shows, and the name it gets unless it has one of its own. A form's fields are texts. */
export type Root = { schema: z.ZodType; side: Side; name: string; form?: boolean };

const at = "#/components/schemas/";

/** Each once under its declared `id`, or its root's name. One that differs by side is two: `Name` and `NameInput`. */
export function componentSchemas(roots: readonly Root[]) {
  const names = { input: namesOf(roots, "input"), output: namesOf(roots, "output") };
  const shown = { input: converted(names.input, "input"), output: converted(names.output, "output") };
  const forms = new Set(roots.filter(({ form }) => form).map(({ schema }) => names.input.get(schema)));
  const apart = differing(shown.input, shown.output);
  const nameOf = (name: string, side: Side) => (side === "input" && apart.has(name) ? `${name}Input` : name);
  const all: Record<string, Json> = {};
  for (const side of ["input", "output"] as const) {
    for (const [name, schema] of Object.entries(shown[side])) {
      const shownAs = side === "input" && !forms.has(name) ? "json" : side;
      all[nameOf(name, side)] = tidied(schema, shownAs, (inner) => nameOf(inner, side));
    }
  }
  const shared = sharing(all, [...idsIn(shown.input, names.input), ...idsIn(shown.output, names.output)]);
  return {
    all: Object.fromEntries(Object.entries(shared).sort(([one], [other]) => (one < other ? -1 : 1))),
    /** Where one of the roots is found. */
    reference(schema: z.ZodType, side: Side): { $ref: string } {
      const name = names[side].get(schema);
      if (name === undefined) throw new RangeError("This schema is none of the document's.");
      return { $ref: at + nameOf(name, side) };
    },
  };
}

/** The fields of a query, by name, and which of them are required. Schemas with names of their own are written out. */
export function queryFields(query: z.ZodType): { properties: Record<string, Json>; required: readonly string[] } {
  const shape = z.toJSONSchema(query, { io: "input", unrepresentable: "any" });
  const named = shape.$defs as Record<string, Json> | undefined;
  const properties = Object.entries((shape.properties ?? {}) as Record<string, Json>).map(
    ([name, { $ref, ...rest }]) => {
      const own = typeof $ref === "string" ? named?.[$ref.replace(/^.*\//, "")] : {};
      return [name, tidied({ ...own, ...rest }, "input", (inner) => inner)];
    },
  );
  return { properties: Object.fromEntries(properties), required: shape.required ?? [] };
}

function namesOf(roots: readonly Root[], side: Side): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  for (const root of roots) {
    if (root.side !== side || names.has(root.schema)) continue;
    names.set(root.schema, z.globalRegistry.get(root.schema)?.id ?? root.name);
  }
  return names;
}

function converted(names: Map<z.ZodType, string>, side: Side): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: side, unrepresentable: "any", uri: (id) => at + id });
  const { __shared: shared, ...named } = schemas;
  const found = (shared?.$defs ?? {}) as Record<string, Json>;
  return { ...found, ...named };
}

function idsIn(shown: Record<string, Json>, names: Map<z.ZodType, string>): string[] {
  const given = new Set(
    [...names].flatMap(([schema, name]) => (z.globalRegistry.get(schema)?.id === name ? [] : [name])),
  );
  return Object.keys(shown).filter((name) => !given.has(name));
}

/** Names of schemas that take something else than they give, by themselves or because of one inside them. */
function differing(input: Record<string, Json>, output: Record<string, Json>): Set<string> {
  const both = Object.keys(input).filter((name) => output[name] !== undefined);
  const apart = new Set<string>();
  for (let before = -1; before < apart.size; ) {
    before = apart.size;
    for (const name of both) {
      const text = (schema: Json | undefined, side: Side) =>
        JSON.stringify(
          tidied(schema ?? {}, side === "input" ? "json" : side, (inner) =>
            apart.has(inner) ? `${inner} ${side}` : inner,
          ),
        );
      if (text(input[name], "input") !== text(output[name], "output")) apart.add(name);
    }
  }
  return apart;
}

/**
 * The components, where whatever says the same as one of the named, wherever it is written, refers to it. A place may
 * have a description of its own, unless the named one has: that would be lost.
 */
function sharing(all: Record<string, Json>, named: readonly string[]): Record<string, Json> {
  const sayings = new Map<string, string>();
  for (const name of named.flatMap((one) => [one, `${one}Input`])) {
    if (all[name]) sayings.set(JSON.stringify(all[name]), name);
  }
  const refer = (part: unknown, within: string): unknown => {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return part.map((one) => refer(one, within));
    const { description, ...rest } = part as Json;
    const whole = sayings.get(JSON.stringify(part));
    if (whole && whole !== within) return { $ref: at + whole };
    const described = sayings.get(JSON.stringify(rest));
    if (described && described !== within) return { $ref: at + described, description };
    return inside(part as Json, within);
  };
  const inside = (part: Json, within: string) =>
    Object.fromEntries(Object.entries(part).map(([key, value]) => [key, refer(value, within)]));
  return Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, inside(schema, name)]));
}

const byName = new Set(["properties", "patternProperties"]);
const one = new Set(["items", "additionalProperties", "propertyNames", "not", "contains"]);
const many = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);

/** A schema as readers like it: shorter, and saying the same. What is taken as JSON may have nulls. */
function tidied(schema: Json, side: Side | "json", rename: (name: string) => string): Json {
  const inner = (value: unknown): unknown =>
    typeof value === "object" && value !== null ? tidied(value as Json, side, rename) : value;
  const shape: Json = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "$schema" || keyword === "$id") continue;
    if (keyword === "sample") shape.examples = [value];
    else if (keyword === "$ref") shape.$ref = at + rename(String(value).replace(/^.*\//, ""));
    else if (byName.has(keyword)) {
      shape[keyword] = Object.fromEntries(Object.entries(value as Json).map(([name, of]) => [name, inner(of)]));
    } else if (many.has(keyword)) shape[keyword] = (value as unknown[]).map(inner);
    else shape[keyword] = one.has(keyword) ? inner(value) : value;
  }
  // Answers are open: to a client made from a closed one, every field added later is a mistake.
  if (side === "output" && shape.additionalProperties === false) delete shape.additionalProperties;
  const keyed = withKeys(shape);
  return nullableScalar(withFormat(side === "json" ? withNulls(keyed) : keyed));
}

/** Where a field of a body may be left out, it may be null, too: `parseInput` in `lib/kernel/validation.ts`. */
function withNulls(shape: Json): Json {
  const { properties } = shape;
  if (typeof properties !== "object" || properties === null) return shape;
  const required = (shape.required ?? []) as readonly string[];
  const shown = Object.entries(properties as Record<string, Json>).map(([name, schema]) =>
    required.includes(name) ? [name, schema] : [name, orNull(schema)],
  );
  return { ...shape, properties: Object.fromEntries(shown) };
}

const constraining = ["type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref", "not"];
const annotations = ["description", "default", "deprecated", "examples"];

function orNull(schema: Json): Json {
  if (!constraining.some((keyword) => keyword in schema)) return schema;
  if (Array.isArray(schema.type) && schema.type.includes("null")) return schema;
  const { anyOf } = schema;
  if (Array.isArray(anyOf) && anyOf.some(({ type }: Json) => type === "null")) return schema;
  const said = (of: Json, kept: boolean) =>
    Object.fromEntries(Object.entries(of).filter(([keyword]) => annotations.includes(keyword) === kept));
  return nullableScalar({ ...said(schema, true), anyOf: [said(schema, false), { type: "null" }] });
}

/** Spells out the fields of an object with a list of keys; linters miss them otherwise. */
function withKeys({ propertyNames: keys, ...shape }: Json): Json {
  const { additionalProperties: value, ...rest } = shape;
  const names = (keys as Json | undefined)?.enum;
  if (!Array.isArray(names) || typeof value !== "object") {
    const anyKey = keys === undefined || JSON.stringify(keys) === '{"type":"string"}';
    return anyKey ? shape : { ...shape, propertyNames: keys };
  }
  return { ...rest, properties: Object.fromEntries(names.map((name) => [name, value])) };
}

const saidByFormat = new Set(["date", "date-time", "email"]);

/**
 * The format of a number, which is an integer if all it may be are, and no more than the format of a text that has one: zod repeats it as a long pattern. Readers
 * disagree about patterns with classes of Unicode: a description says what these do.
 */
function withFormat(shape: Json): Json {
  if (saidByFormat.has(String(shape.format)) || /\\p\{/.test(String(shape.pattern))) delete shape.pattern;
  if (shape.type === "integer") {
    if (shape.minimum === Number.MIN_SAFE_INTEGER) delete shape.minimum;
    if (shape.maximum === Number.MAX_SAFE_INTEGER) delete shape.maximum;
    return { format: "int64", ...shape };
  }
  const listed = shape.type === "number" && Array.isArray(shape.enum) && shape.enum.every(Number.isInteger);
  if (listed) return { format: "int64", ...shape, type: "integer" };
  return shape.type === "number" ? { format: "double", ...shape } : shape;
}

const scalars = new Set(["string", "number", "integer", "boolean"]);

/** `type: ["string", "null"]` for the long form that zod writes. */
function nullableScalar(shape: Json): Json {
  const { anyOf, ...rest } = shape;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return shape;
  const [scalar, other] = anyOf as [Json, Json];
  const listed = scalar.enum !== undefined || scalar.const !== undefined;
  if (other.type !== "null" || listed || !scalars.has(String(scalar.type))) return shape;
  return { ...scalar, ...rest, type: [scalar.type, "null"] };
}
