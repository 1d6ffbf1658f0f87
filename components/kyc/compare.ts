import { undrafted } from "@/lib/terms/drafts/constants";

export type Typed = Readonly<Record<string, string>>;

/** A field that is there otherwise than it was typed here. Values as in the form. */
export type Difference = { name: string; there: string; here: string; choice: "there" | "here" };

/**
 * The fields in which what is there and what was typed here differ, in the order of `names`. Proposed is whatever is new:
 * what was typed here, unless it was only changed there. Numbers that are never shown are not compared.
 * @param began the values that the form began with
 */
export function differences(names: readonly string[], of: { began: Typed; there: Typed; here: Typed }): Difference[] {
  const { began, there, here } = of;
  return names
    .filter((name) => name in here && !undrafted.some((never) => never === name))
    .map((name) => ({ name, began: began[name] ?? "", there: there[name] ?? "", here: here[name] ?? "" }))
    .filter((field) => field.there !== field.here)
    .map(({ began: first, ...field }) => ({ ...field, choice: field.here === first ? "there" : "here" }));
}

/** What was typed here, with the values from there that were chosen. */
export function chosen(here: Typed, fields: readonly Difference[]): Typed {
  const taken = fields.filter(({ choice }) => choice === "there").map(({ name, there }) => [name, there] as const);
  return { ...here, ...Object.fromEntries(taken) };
}

export function textsOf(names: readonly string[], values: object): Typed {
  const found = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(names.map((name) => [name, String(found.get(name) ?? "")]));
}

/** Whether a form shows what is saved, except for numbers that are never shown. */
export function isShown(form: Typed, saved: object): boolean {
  const there = textsOf(Object.keys(form), saved);
  const fields = Object.entries(form).filter(([name]) => !undrafted.some((never) => never === name));
  return fields.every(([name, value]) => there[name] === value.trim());
}

/** The fields that were joined with what was sent, except where something else has been typed here meanwhile. */
export function cameLate(there: Typed, { sent, here }: { sent: Typed; here: Typed }): Typed {
  const late = Object.entries(there).filter(([name, value]) => value !== sent[name] && here[name] === sent[name]);
  return Object.fromEntries(late);
}
