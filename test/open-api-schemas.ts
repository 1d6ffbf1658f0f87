import { z } from "zod";

type Json = Record<string, unknown>;

/** An OpenAPI document, as far as its schemas go. */
const documented = z.looseObject({ components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }) });

/**
 * The schemas of an OpenAPI document, as checks of bodies. The document leaves them open for fields to come; these take
 * no field that is not named.
 */
export function schemasOf(document: unknown): (schema: unknown) => z.ZodType {
  const { components } = documented.parse(document);
  const $defs = closed(localized(components.schemas)) as Record<string, Json>;
  const made = new Map<string, z.ZodType>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const known = made.get(key);
    if (known) return known;
    const own = closed(localized(schema)) as Json;
    const check = z.fromJSONSchema({ ...own, $defs: named(own, $defs) });
    made.set(key, check);
    return check;
  };
}

/** What a reference of the document stands for; anything else is what it is. */
export function resolved<T>(document: unknown, part: T | { $ref: string }): T {
  if (typeof part !== "object" || part === null || !("$ref" in part)) return part as T;
  let found: unknown = document;
  for (const name of String(part.$ref).split("/").slice(1)) found = (found as Json)[name];
  return found as T;
}

/** Those of `$defs` that a schema names, and that these name in turn: making a check of all takes its time. */
function named(schema: Json, $defs: Record<string, Json>): Record<string, Json> {
  const found: Record<string, Json> = {};
  const follow = (part: Json) => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const def = $defs[name];
      if (!def || found[name]) continue;
      found[name] = def;
      follow(def);
    }
  };
  follow(schema);
  return found;
}

function localized(schemas: unknown): unknown {
  return JSON.parse(JSON.stringify(schemas).replaceAll('"#/components/schemas/', '"#/$defs/'));
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]));
  return parts.properties ? { additionalProperties: false, ...parts } : parts;
}
