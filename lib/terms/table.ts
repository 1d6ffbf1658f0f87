// Tables, read without losing their types: `Object.keys` and the like answer strings.

export function keysOf<T extends object>(table: T) {
  return Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];
}

export function entriesOf<T extends object>(table: T) {
  return Object.entries(table) as [keyof T & string, Exclude<T[keyof T & string], undefined>][];
}

export function partOf<T extends Record<string, Record<Part, unknown>>, Part extends string>(table: T, part: Part) {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row[part]])) as {
    [Name in keyof T]: T[Name][Part];
  };
}

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
