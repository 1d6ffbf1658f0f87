import { describe, expect, test } from "vitest";
import { namesIn } from "@/scripts/openapi/accept-api.mjs";
import { operationsOf, readDocument } from "@/test/open-api-document";
import { namesOfExamples } from "@/test/open-api-examples";
import { schemasOf } from "@/test/open-api-schemas";
import { readExamples } from "./examples";
import published from "./published.json" with { type: "json" };

const document = readDocument();
const { components } = document;
const operations = operationsOf(document);
const text = JSON.stringify(document);
const uses = (kind: string, name: string) => text.split(`"#/components/${kind}/${name}"`).length - 1;

describe("names that clients are made of", () => {
  test("published ones stay; with new ones, run npm run api:accept", () => {
    expect(namesIn(document)).toEqual(published);
  });

  test("a schema named after its operation is used by it alone; what is shared has an id", () => {
    const owned = operations.map(({ operationId }) => operationId.replace(/^\w/, (letter) => letter.toUpperCase()));
    const shared = Object.keys(components.schemas).filter((name) => {
      const owner = owned.find((one) => new RegExp(`^${one}(Request|Response\\d*)$`).test(name));
      const operation = operations.find((one) => one.operationId.toLowerCase() === owner?.toLowerCase());
      const inside = JSON.stringify(operation ?? {}).split(`"#/components/schemas/${name}"`).length - 1;
      return owner !== undefined && uses("schemas", name) > inside;
    });
    expect(shared).toEqual([]);
  });
});

describe("components", () => {
  test("no object is described in two of them: what is the same has one name", () => {
    const found = new Map<string, Set<string>>();
    for (const [name, schema] of Object.entries(components.schemas)) {
      for (const part of objectsIn(schema)) found.set(part, (found.get(part) ?? new Set()).add(name));
    }
    const twice = [...found].filter(([part, names]) => names.size > 1 && part.length > longestRepeated);
    expect(twice.map(([part, names]) => `${[...names].join(", ")}: ${part}`)).toEqual([]);
  });

  test("all are used, and every parameter, header and subject is explained", () => {
    const { schemas: _, securitySchemes: __, ...parts } = components as Record<string, Record<string, unknown>>;
    const unused = Object.entries(parts).flatMap(([kind, named]) =>
      Object.keys(named).filter((name) => uses(kind, name) === 0),
    );
    expect(unused).toEqual([]);
    const inline = operations.flatMap(({ parameters }) => parameters).filter((parameter) => "name" in parameter);
    const silent = [...inline, ...Object.values(components.parameters)].filter(({ description }) => !description);
    expect(silent.map(({ name }) => name)).toEqual([]);
    const headers = operations
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap((answer) => ("headers" in answer ? Object.entries(answer.headers ?? {}) : []));
    expect(headers.filter(([, header]) => !("$ref" in header)).map(([name]) => name)).toEqual([]);
  });

  test("a refused method says which are allowed, and too many requests when to come back", () => {
    expect(Object.keys(components.responses.MethodNotAllowed?.headers ?? {})).toContain("Allow");
    const limited = ["X-Request-Id", "RateLimit", "RateLimit-Policy", "Retry-After"];
    expect(Object.keys(components.responses.RateLimited?.headers ?? {})).toEqual(limited);
    expect(
      operations.filter(({ operationId, responses }) => !operationId.startsWith("on") && !responses["405"]),
    ).toEqual([]);
  });
});

describe("examples", () => {
  const { possible, needed } = namesOfExamples(document);
  const recorded = Object.keys(readExamples());
  const shown = Object.entries(components.schemas).flatMap(([name, { examples }]) =>
    Array.isArray(examples) ? examples.map((example: unknown) => ({ name, example })) : [],
  );
  const check = schemasOf(document);

  test("every body has one, unless it is made of others; each recorded one belongs to a body", () => {
    expect(needed.length).toBeGreaterThan(80);
    expect(needed.filter((name) => !shown.some((one) => one.name === name))).toEqual([]);
    expect(recorded.filter((name) => !possible.includes(name))).toEqual([]);
  });

  test.each(shown)("$name is what its schema says, and nothing more", ({ name, example }) => {
    const { error } = check({ $ref: `#/components/schemas/${name}` }).safeParse(example);
    expect(error?.issues ?? []).toEqual([]);
  });
});

/** In characters: shorter objects, like two references, may be written out. */
const longestRepeated = 300;

/** The objects in a schema, as JSON, at any depth but the top's. */
function objectsIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.values(schema).flatMap((part) => {
    const isObject = typeof part === "object" && part !== null && "type" in part && part.type === "object";
    return [...(isObject ? [JSON.stringify(part)] : []), ...objectsIn(part)];
  });
}
