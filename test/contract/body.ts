import type { Field, Variant } from "./table";

export type Json = Record<string, unknown>;
export type Choice = { field: Field; variant: Variant };

/** A body as text, with some of its fields in another form. */
export function bodyWith(body: Json, ...choices: Choice[]): string {
  const texts = choices.map(({ field, variant }, i): [marker: string, json: string] => {
    const marker = `@@field ${i} under test@@`;
    for (const [path, given] of Object.entries(field.given ?? {})) put(body, path, given);
    put(body, field.path, variant.json === undefined ? undefined : marker);
    return [JSON.stringify(marker), variant.json ?? ""];
  });
  return texts.reduce((text, [marker, json]) => text.replace(marker, () => json), JSON.stringify(body));
}

/** What is under a dot path. */
export function at(value: unknown, path: string): unknown {
  return path.split(".").reduce(inside, value);
}

function inside(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** Sets what is under a dot path; undefined is what JSON leaves out. */
function put(body: Json, path: string, to: unknown): void {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const parent = keys.reduce<unknown>(inside, body);
  if (typeof parent !== "object" || parent === null) throw new Error(`There is no ${path} in the body.`);
  Reflect.set(parent, last, to);
}
