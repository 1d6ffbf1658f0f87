// Tables, read without losing their types: `Object.keys` and the like answer strings.

/** The names of the rows, in their order. */
export function keysOf<T extends object>(table: T) {
  return Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];
}

/** The rows with their names; none that is missing. */
export function entriesOf<T extends object>(table: T) {
  return Object.entries(table) as [keyof T & string, Exclude<T[keyof T & string], undefined>][];
}

/** One part of each row, under the row's name. */
export function partOf<T extends Record<string, Record<Part, unknown>>, Part extends string>(table: T, part: Part) {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row[part]])) as {
    [Name in keyof T]: T[Name][Part];
  };
}

/** The rows in which a part has this value. */
export function rowsWith<T extends Record<string, Record<Part, unknown>>, Part extends string, const Value>(
  table: T,
  part: Part,
  value: Value,
) {
  return Object.fromEntries(Object.entries(table).filter(([, row]) => row[part] === value)) as {
    [Name in keyof T as T[Name][Part] extends Value ? Name : never]: T[Name];
  };
}

/** Null says the same as leaving out. */
export function present<T extends object>(given: T) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as {
    [Name in keyof T]: Exclude<T[Name], null>;
  };
}
