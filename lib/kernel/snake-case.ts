import { z } from "zod";
import { parseInput } from "./validation";

/** Takes the same fields under snake_case names only, and names errors so; its output is the original's. */
export function snakeCased<Schema extends z.ZodType>(schema: Schema): z.ZodType<z.output<Schema>> {
  return z
    .unknown()
    .transform((sent, context): z.output<Schema> => {
      const result = parseInput(schema, renamed(sent, snakeAlone));
      if (result.success) return result.data;
      for (const { message, path } of result.error.issues) {
        context.addIssue({ code: "custom", message, path: path.map((key) => snakeName(key)) });
      }
      return z.NEVER;
    })
    .meta(shownIn(schema));
}

/** Unknown fields too. A name with capitals stays, and so does one whose camelCase form was sent beside it. */
export function camelCased(json: unknown): unknown {
  return renamed(json, (name, among) => {
    const camel = snakeAlone(name) ?? name;
    return camel === name || !Object.hasOwn(among, camel) ? camel : name;
  });
}

/** A webhook's dot path into a body: `deduction.deducted_at` for `deduction.deductedAt`. */
export function snakePath(path: string): string {
  return path.split(".").map(snakeName).join(".");
}

/** The names of all fields of these schemas in camelCase. Not those that senders make up: they are without end. */
const known = new Map<string, string>();

/** A name in camelCase; null for one with capitals. */
function snakeAlone(name: string): string | null {
  return known.get(name) ?? (/[A-Z]/.test(name) ? null : camelName(name));
}

function camelName(name: string): string {
  return name.replace(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeName(name: string): string;
function snakeName(name: PropertyKey): PropertyKey;
function snakeName(name: PropertyKey): PropertyKey {
  return typeof name === "string" ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
}

/** A copy under other names, all the way down. Null leaves a field out. */
function renamed(value: unknown, newName: (name: string, among: object) => string | null): unknown {
  if (Array.isArray(value)) return value.map((inner) => renamed(inner, newName));
  if (typeof value !== "object" || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const other = newName(name, value);
    if (other !== null) entries.push([other, renamed(inner, newName)]);
  }
  return Object.fromEntries(entries);
}

/** The JSON Schema of the input with the names of its properties in snake_case, written out whole. */
function shownIn(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, $defs = {}, ...shape } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return inner(shape, $defs) as Record<string, unknown>;
}

function inner(node: unknown, named: Record<string, object>): unknown {
  if (Array.isArray(node)) return node.map((one) => inner(one, named));
  if (typeof node !== "object" || node === null) return node;
  const { $ref, ...own } = node as Record<string, unknown>;
  const found = typeof $ref === "string" ? named[$ref.replace("#/$defs/", "")] : undefined;
  const { id: _, ...whole }: Record<string, unknown> = { ...found, ...own };
  // Stricter than what it is made from, and linters want one of the two.
  if (whole.exclusiveMinimum !== undefined) delete whole.minimum;
  return Object.fromEntries(
    Object.entries(whole).map(([keyword, value]) => [keyword, withSnakeNames(keyword, value, named)]),
  );
}

function withSnakeNames(keyword: string, value: unknown, named: Record<string, object>): unknown {
  if (keyword === "required" && Array.isArray(value)) return value.map((name: PropertyKey) => snakeName(name));
  if (keyword !== "properties" || typeof value !== "object" || value === null) return inner(value, named);
  const fields = Object.entries(value).map(([name, of]): [string, unknown] => [snakeName(name), inner(of, named)]);
  for (const [name] of fields) known.set(name, camelName(name));
  return Object.fromEntries(fields);
}
