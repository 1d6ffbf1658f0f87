import type { Json } from "@/e2e/client";
import type { Operation, Resolve } from "./document";

/**
 * A body that an operation takes, as JSON: the example of the document, else made from the schema; what it names is
 * `named`.
 */
export function sampleOf({ body }: Operation, resolve: Resolve, named: Record<string, string>): string {
  if (!body) return "";
  if (body.mediaType === "application/octet-stream") return "%PDF-1.4";
  const sample = body.example ?? leastOf(body.schema, resolve);
  return JSON.stringify(naming(sample, named));
}

function naming(value: Json, named: Record<string, string>): Json {
  if (typeof value === "string") return value === anyShop ? named.shop : (sameKind(value, named) ?? value);
  if (Array.isArray(value)) return value.map((one) => naming(one, named));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries<Json>(value).map(([name, inner]) => [name, naming(inner, named)]));
}

/** The merchant of samples, by its id at the marketplace. */
const anyShop = "seller-1042";

const kindOf = (id: string) => /^([a-z]+)_\w{26}$/.exec(id)?.[1];

function sameKind(id: string, named: Record<string, string>): string | undefined {
  return kindOf(id) && Object.values(named).find((one) => kindOf(one) === kindOf(id));
}

/** The least that a schema asks for. */
function leastOf(part: Json, resolve: Resolve, name = ""): Json {
  const schema = resolve(part);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice) return leastOf(choice, resolve, name);
  if (schema.type === "object") {
    const wanted: string[] = schema.required ?? [];
    return Object.fromEntries(wanted.map((one) => [one, leastOf(schema.properties[one], resolve, one)]));
  }
  if (schema.type === "array") return [leastOf(schema.items, resolve, name)];
  if (schema.type === "integer" || schema.type === "number") return Math.max(1, schema.minimum ?? 1);
  if (schema.type === "boolean") return true;
  return textOf(schema, name);
}

function textOf({ format }: Json, name: string): string {
  if (format === "date-time" || /Date$/.test(name)) return "2026-01-05T10:00:00Z";
  if (format === "date" || /^date/.test(name)) return "1985-04-12";
  if (format === "email" || /email/i.test(name)) return "ada@shop.example";
  if (format === "uri" || name === "url") return "https://shop.example/hooks";
  if (/phone/i.test(name)) return "+2348012345678";
  if (name === "currency") return "NGN";
  if (name === "identityNumber") return "22334455667";
  if (name === "bankCode") return "058";
  if (name === "accountNumber") return "0123456789";
  if (name === "fileSize") return "8";
  return name === "fileName" ? "a.pdf" : "Anything";
}
