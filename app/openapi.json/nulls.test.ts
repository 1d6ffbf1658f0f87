import { describe, expect, test } from "vitest";
import type { Route } from "@/lib/edge/http/route";
import { readerOf } from "@/test/contract/reader";
import { readDocument } from "@/test/open-api-document";
import { resolved, schemasOf } from "@/test/open-api-schemas";
import { operations } from "./operations";

type Json = Record<string, unknown>;
type Field = { path: readonly string[]; schema: unknown; required: boolean };

const document = readDocument();
const check = schemasOf(document);

/** Where null is a value: no violations, no loan before, a settlement that names none, a draft discarded. */
const values = ["policyViolationsSeverity", "lastLoanDate", "deductionReferences", "values"];

/** Every JSON request body of the document, with an example of it. */
const bodies = operations.flatMap(({ path, method, route }) => {
  const { operationId } = route.declaration;
  const schema = document.paths[path]?.[method]?.requestBody?.content["application/json"]?.schema as Json | undefined;
  if (!schema) return [];
  const { examples: [example] = [{}] } = resolved<{ examples?: object[] }>(document, schema);
  return [{ operationId, route, schema, example, fields: fieldsOf(schema) }];
});

/** The fields of a schema at any depth; of a list, those of its first entry; of a choice, all. */
function fieldsOf(schema: unknown, path: readonly string[] = []): Field[] {
  const { properties = {}, required = [], items, anyOf = [], oneOf = [] } = resolved<Json>(document, schema as Json);
  const own = Object.entries(properties as Json).flatMap(([name, of]) => [
    { path: [...path, name], schema: of, required: (required as string[]).includes(name) },
    ...fieldsOf(of, [...path, name]),
  ]);
  const choices = [...(anyOf as unknown[]), ...(oneOf as unknown[])].flatMap((one) => fieldsOf(one, path));
  return [...own, ...(items ? fieldsOf(items, [...path, "0"]) : []), ...choices];
}

const optional = bodies.flatMap(({ fields, ...body }) =>
  fields
    .filter(({ required, path }) => !required && !values.includes(path.at(-1) ?? ""))
    .map(({ path, schema }) => [`${body.operationId} ${path.join(".")}`, { ...body, path, field: schema }] as const),
);

test("there are that many bodies and optional fields", () => {
  expect(bodies.length).toBeGreaterThan(90);
  expect(optional.length).toBeGreaterThan(250);
});

describe("an optional field of a request body", () => {
  test.each(optional)("%s: null is documented", (_, { field }) => {
    expect(check(field).safeParse(null).success).toBe(true);
  });

  test.each(optional)("%s: null says the same as nothing", async (_, { route, example, path }) => {
    const { documentedBody, body = documentedBody } = route.declaration;
    const read = readerOf({ declaration: { ...route.declaration, body: documentedBody ?? body } } as Route);
    const [missing, empty] = [undefined, null].map((value) => read(JSON.stringify(withValue(example, path, value))));
    const [without, withNull] = [await missing, await empty];
    expect(withNull?.answer.json.errors).toEqual(without?.answer.json.errors);
    expect(nullsLeftOut(withNull?.body)).toEqual(nullsLeftOut(without?.body));
  });
});

test("a required field is never null in the document, unless null is a value", () => {
  const nullable = bodies.flatMap(({ operationId, fields }) =>
    fields
      .filter(({ required, path }) => required && !values.includes(path.at(-1) ?? ""))
      .filter(({ schema }) => check(schema).safeParse(null).success)
      .map(({ path }) => `${operationId} ${path.join(".")}`),
  );
  expect(nullable).toEqual([]);
});

describe("a currency in a body that needs none", () => {
  // But for providers of payments, who say what they like.
  const takers = bodies
    .filter(({ route }) => route.declaration.auth.scheme !== "railSignature")
    .map(({ operationId, ...body }) => [operationId, body] as const);

  test.each(takers)("%s takes naira alone", async (_, { route, example }) => {
    const { documentedBody, body = documentedBody } = route.declaration;
    const read = readerOf({ declaration: { ...route.declaration, body: documentedBody ?? body } } as Route);
    const wrongWith = async (more: object) => {
      const { errors = [] } = (await read(JSON.stringify({ ...example, ...more }))).answer.json;
      return (errors as { field: string }[]).map(({ field }) => field);
    };
    const wrong = await wrongWith({});
    // What is wrong otherwise is told first: some examples leave their secrets out.
    expect(await wrongWith({ currency: "USD" })).toEqual(wrong.length > 0 ? wrong : ["currency"]);
  });
});

/** The example with a value at the path; what is missing on the way is made. */
function withValue(example: unknown, [key = "", ...rest]: readonly string[], value: unknown): unknown {
  const inner = rest.length > 0 ? withValue(at(example, key), rest, value) : value;
  if (key === "0") return Array.isArray(example) ? [inner, ...example.slice(1)] : [inner];
  return { ...(example as Json | undefined), [key]: inner };
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** Where a schema takes null by itself, its verb treats it like undefined. */
function nullsLeftOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nullsLeftOut);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, of]) => (of === null ? [] : [[name, nullsLeftOut(of)]])),
  );
}
