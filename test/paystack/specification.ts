import { z } from "zod";
import { resolved, schemasOf } from "@/test/open-api-schemas";

type Json = Record<string, unknown>;

const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  schema: z.unknown(),
});
const part = z.looseObject({
  parameters: z.array(z.looseObject({})).default([]),
  requestBody: z.looseObject({}).optional(),
  responses: z.record(z.string(), z.looseObject({})).default({}),
});
const document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

type Asked = { method: string; url: URL; body: string };
type Operation = { name: string; path: string; described: z.output<typeof part>; shared: readonly unknown[] };

/** What a public specification (OpenAPI 3.0) says of requests and answers. @param given the document */
export function specificationOf(given: unknown) {
  const whole = document.parse(given);
  const schema = schemasOf(whole);
  const follow = (one: unknown) => resolved<Json>(whole, (one ?? {}) as Json);

  /** A path without parameters is meant before one with. */
  function operationOf({ method, url }: Pick<Asked, "method" | "url">): Operation | null {
    const fits = (path: string) =>
      new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(url.pathname);
    const paths = Object.keys(whole.paths).sort((one, other) => one.split("{").length - other.split("{").length);
    const path = paths.find((one) => fits(one) && whole.paths[one]?.[method.toLowerCase()]);
    if (!path) return null;
    const { [method.toLowerCase()]: described, parameters = [] } = whole.paths[path] ?? {};
    const shared = z.array(z.unknown()).parse(parameters);
    return { name: `${method} ${path}`, path, described: part.parse(described), shared };
  }

  /** What is wrong with a request, in words. */
  function problemsOf(asked: Asked): string[] {
    const operation = operationOf(asked);
    if (!operation) return [`${asked.method} ${asked.url.pathname} is not in the specification`];
    return [...queryProblems(operation, asked), ...bodyProblems(operation, asked)].map(
      (problem) => `${operation.name}: ${problem}`,
    );
  }

  function queryProblems({ described, shared }: Operation, { url }: Asked): string[] {
    const known = [...described.parameters, ...shared].map((one) => parameter.parse(follow(one)));
    const queries = known.filter((one) => one.in === "query");
    const missing = queries.filter(({ name, required }) => required && !url.searchParams.has(name));
    const wrong = [...url.searchParams].filter(([name, value]) => {
      const found = queries.find((one) => one.name === name);
      return !found || !readings(value).some((one) => schema(found.schema ?? {}).safeParse(one).success);
    });
    return [
      ...missing.map(({ name }) => `the query needs ${name}`),
      ...wrong.map(([name, value]) => `the query may not have ${name}=${value}`),
    ];
  }

  function bodyProblems({ described }: Operation, { body }: Asked): string[] {
    const { content, required } = follow(described.requestBody);
    if (!content) return body ? ["it takes no body"] : [];
    if (!body) return required ? ["it needs a body"] : [];
    const read = schema(jsonSchemaIn(content)).safeParse(JSON.parse(body));
    return read.success ? [] : read.error.issues.map(({ path, message }) => `body ${path.join(".")}: ${message}`);
  }

  /** The documented statuses of an operation that have a JSON body. */
  function statusesOf({ described }: Operation): number[] {
    const known = Object.entries(described.responses).filter(([, one]) => jsonSchemaIn(follow(one).content));
    return known.map(([status]) => Number(status)).filter((status) => Number.isInteger(status));
  }

  /** A documented answer, with what is `known` where a field of that name and type is documented. */
  function answerOf({ described }: Operation, status: number, known: Json): object {
    return Object(sampleOf(jsonSchemaIn(follow(described.responses[status]).content), { ...known, ...saysOf(status) }));
  }

  function sampleOf(given: unknown, known: Json): unknown {
    const { type, properties, items, allOf, anyOf, oneOf, nullable, ...rest } = follow(given);
    if (rest.example !== undefined) return rest.example;
    const [choice] = z.array(z.unknown()).parse(anyOf ?? oneOf ?? []);
    if (choice) return sampleOf(choice, known);
    if (allOf) {
      const parts = z.array(z.unknown()).parse(allOf);
      return Object.assign({}, ...parts.map((one) => sampleOf(one, known)));
    }
    if (type === "array") return [sampleOf(items, known)];
    if (properties || type === "object") {
      const fields = Object.entries((properties ?? {}) as Json);
      return Object.fromEntries(fields.map(([name, field]) => [name, fieldOf(name, field, known)]));
    }
    if (type === "integer" || type === "number") return 1;
    if (type === "boolean") return true;
    if (nullable === true) return null;
    return z.array(z.unknown()).optional().parse(rest.enum)?.[0] ?? "anything";
  }

  function fieldOf(name: string, field: unknown, known: Json): unknown {
    const { type = "" } = follow(field);
    const kinds: Json = { integer: "number", number: "number", string: "string", boolean: "boolean" };
    // The outermost status says whether it worked, the inner one what has become of what was asked for.
    const value = name === "status" && type === "boolean" ? known.worked : known[name];
    if (value !== undefined && typeof value === kinds[String(type)]) return value;
    return sampleOf(field, known);
  }

  return { operationOf, problemsOf, statusesOf, answerOf };
}

const saysOf = (status: number): Json => (status < 300 ? { worked: true } : { worked: false });

function jsonSchemaIn(content: unknown): unknown {
  return (content as Record<string, { schema?: unknown }> | undefined)?.["application/json"]?.schema;
}

/** What a text in a query may stand for. */
function readings(value: string): unknown[] {
  return [
    value,
    ...(/^\d+$/.test(value) ? [Number(value)] : []),
    ...(/^(true|false)$/.test(value) ? [value === "true"] : []),
  ];
}
