/** A field with the value that a register has for it. */
type Filling = readonly [name: string, value: string];

/**
 * What of a register's answer goes into a form: the values it has, under the names that are fields of the form.
 * @param known names of the form's fields
 */
export function fillings(known: readonly string[], found: object): Filling[] {
  return Object.entries(found).flatMap(([name, value]) =>
    known.includes(name) && typeof value === "string" && value !== "" ? [[name, value] as const] : [],
  );
}
