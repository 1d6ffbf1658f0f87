import { z } from "zod";
import type { FieldError } from "./errors";
import { currency, isWholeKobo, maxAmount, withoutNoise } from "./money";
import { disturbing } from "./one-line";
import { businessTimeOf } from "./time";

declare module "zod" {
  interface GlobalMeta {
    /** A body that an operation takes: the document's example, and what tests send that try every operation. */
    sample?: z.core.$input;
  }
}

/** Text that can be stored: no NUL, no broken surrogates (PostgreSQL takes neither). */
const storable = z
  .string("Must be a string")
  .refine((value) => !value.includes("\u0000"), "Must not contain NUL characters")
  .refine((value) => value.isWellFormed(), "Must be well-formed Unicode");

/** Whether something that is stored can have this name, as an address gives it: at others the database fails. */
export function canBeName(name: string): boolean {
  return name.length <= 255 && storable.safeParse(name).success;
}

/** Text as people type it: trimmed. May be empty. */
export function textOrEmpty(max: number) {
  return storable.trim().max(max, `Must be at most ${max} characters`);
}

/** Text with at least one character once trimmed. */
export function text(max: number) {
  return textOrEmpty(max).min(1, "Must not be empty");
}

const unseen = /[\p{Default_Ignorable_Code_Point}\p{White_Space}]/gu;

function legible(typed: z.ZodString) {
  return typed.refine((value) => value === "" || value.replace(unseen, "") !== "", "Must have visible characters");
}

/** A line as people type it, such as a name: one that can be seen, ends no line and turns no text around. May be empty. */
export function lineOrEmpty(max: number) {
  return legible(textOrEmpty(max)).refine((value) => !disturbing.test(value), "Must be on one line of plain text");
}

/** The same with at least one character. */
export function line(max: number) {
  return lineOrEmpty(max).min(1, "Must not be empty");
}

/** A postal address as people type it: one line or several. May be empty. */
export function addressOrEmpty(max: number) {
  const plain = (value: string) => !disturbing.test(value.replace(/\r?\n/g, ""));
  return legible(textOrEmpty(max)).refine(plain, "Must be plain text");
}

/** The same with at least one character. */
export function address(max: number) {
  return addressOrEmpty(max).min(1, "Must not be empty");
}

/** Kept to the letter. `.` and `..` would be other paths in an address, and white space at an end gets lost. */
export function foreignId(max = 255) {
  return storable
    .max(max, `Must be at most ${max} characters`)
    .min(1, "Must not be empty")
    .refine((value) => value.trim() === value, "Must not begin or end with white space")
    .refine((value) => value !== "." && value !== "..", "Must not be . or ..");
}

export function oneOf<const T extends readonly string[]>(values: T) {
  return z.enum(values, `Must be one of ${values.join(", ")}`);
}

/** A boolean, never coerced. */
export const bool = z.boolean("Must be a boolean");

/** E.164, without spaces. */
export const phone = z.string("Must be a string").regex(/^\+[1-9]\d{6,14}$/, "Must be a phone number in E.164 format");

/** An e-mail address of at most 254 characters (RFC 5321), kept as typed. */
export const email = text(254).pipe(z.email("Must be a valid e-mail address")).meta({ format: "email" });

export const webUrl = text(2048)
  .pipe(z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: "Must be a valid http or https URL" }))
  .meta({ format: "uri" });

const notTimestamp = "Must be an ISO 8601 timestamp with a UTC offset";

/** Years in which things happen here; others are slips, and the first and last that ISO 8601 has fit no database. */
const years = { first: 1970, last: 2199 };

/** An ISO 8601 timestamp with `Z` or any UTC offset, of the years 1970 to 2199 in UTC; kept as it was sent. */
export const timestampText = z.iso.datetime({ offset: true, error: notTimestamp }).superRefine((value, context) => {
  const year = new Date(value).getUTCFullYear();
  if (Number.isNaN(year)) context.addIssue({ code: "custom", message: notTimestamp });
  else if (year < years.first || year > years.last) {
    context.addIssue({ code: "custom", message: `Must be in the years ${years.first} to ${years.last}` });
  }
});

/** The same, as a moment of the marketplace's clock. */
export const timestamp = timestampText.transform((value) => businessTimeOf(value));

/** A calendar date that exists, `YYYY-MM-DD`. Year 0 does not, and what is still to come ends where timestamps do. */
export const calendarDate = z.iso
  .date("Must be a date that exists, as YYYY-MM-DD")
  .refine((value) => value >= "0001", "Must be a date that exists, as YYYY-MM-DD")
  .refine((value) => Number(value.slice(0, 4)) <= years.last, `Must not be later than the year ${years.last}`);

/** A day on which things happen here, of the years 1970 to 2199: what is asked for by its days. */
export const eventDate = calendarDate.refine(
  (value) => Number(value.slice(0, 4)) >= years.first,
  `Must not be earlier than the year ${years.first}`,
);

/** An amount in naira: at most two decimals, 0 to 1e13. Noise goes before the bounds: -3e-17 is 0. */
export const amount = z
  .number("Must be a number")
  .overwrite(withoutNoise)
  .nonnegative("Must be a non-negative number")
  .max(maxAmount, `Must be at most ${maxAmount}`)
  .refine(isWholeKobo, "Must have at most 2 decimals")
  .meta({ id: "Amount" });

export const currencyCode = z.literal(currency, `Must be ${currency}`);

const kinds: Record<string, string> = {
  object: "an object",
  record: "an object",
  array: "a list",
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

/** What is said of a value where its schema has no words of its own; undefined: what the library says. */
export function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return kinds[issue.expected] && `Must be ${kinds[issue.expected]}`;
    case "invalid_value":
      return `Must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_union":
      return Array.isArray(issue.options)
        ? `Must be one of ${issue.options.map(String).join(", ")}`
        : "Is none of what can stand here";
    case "too_small":
    case "too_big": {
      const [bound, limit] = issue.code === "too_small" ? ["at least", issue.minimum] : ["at most", issue.maximum];
      if (issue.origin === "string") return `Must be ${bound} ${limit} characters`;
      return issue.origin === "array" ? `Must have ${bound} ${limit}` : `Must be ${bound} ${limit}`;
    }
    default:
      return undefined;
  }
}

/**
 * What a schema makes of input. Null in place of an optional field says the same as leaving it out, except where the
 * schema takes it for a value (docs/api.md#bodies). What is not valid is read again without the nulls that it was
 * refused for; the sender's value is left as it is, and errors are those of what is still wrong. A currency other than
 * the naira is refused, also where the schema knows of none.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  let value = sent;
  let result = schema.safeParse(value, { error: plainWords });
  // Some schemas look at a part only once the rest of it is right.
  for (let round = 0; !result.success && round < mostRounds; round++) {
    const nulls: Nulls = new Map();
    noteRefusedNulls(result.error.issues, value, [], nulls);
    if (nulls.size === 0) break;
    value = without(value, nulls);
    result = schema.safeParse(value, { error: plainWords });
  }
  if (!result.success) return result;
  const issues = foreignCurrencies(value, result.data);
  return issues.length > 0 ? { success: false, error: new z.ZodError(issues) as z.ZodError<z.output<Schema>> } : result;
}

/**
 * Amounts in another currency are never read as naira, not even where a body needs to name none (docs/api.md#money). What
 * a schema keeps untouched is its own to look through.
 * @param taken what a schema has made of it, where it knows of it at all
 */
export function foreignCurrencies(sent: unknown, taken?: unknown): z.core.$ZodIssue[] {
  const issues: z.core.$ZodIssue[] = [];
  noteForeign(sent, taken, [], issues);
  return issues;
}

/** Without a list of what each object has: a batch has twenty thousand. */
function noteForeign(sent: unknown, taken: unknown, path: PropertyKey[], issues: z.core.$ZodIssue[]): void {
  if (typeof sent !== "object" || sent === null || sent === taken) return;
  for (const name in sent) {
    const value: unknown = Reflect.get(sent, name);
    const known = typeof taken === "object" && taken !== null && Object.hasOwn(taken, name);
    if (name !== "currency" && (typeof value !== "object" || value === null)) continue;
    path.push(Array.isArray(sent) ? Number(name) : name);
    if (name !== "currency") noteForeign(value, known ? Reflect.get(taken, name) : undefined, path, issues);
    else if (!known && value !== currency && value !== null && value !== undefined)
      issues.push({ code: "custom", path: [...path], message: `Must be ${currency}`, input: value });
    path.pop();
  }
}

const mostRounds = 5;
const wrongKind: ReadonlySet<unknown> = new Set(["invalid_type", "invalid_value", "invalid_union"]);

/** Fields to leave out, as a tree of their paths: a body may have many, and is gone through once. */
type Nulls = Map<PropertyKey, Nulls>;

/** Notes fields that are null and were refused for that: no entries of lists, which cannot be left out. */
function noteRefusedNulls(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  above: readonly PropertyKey[],
  nulls: Nulls,
): void {
  for (const issue of issues) {
    if (!wrongKind.has(issue.code)) continue;
    const path = [...above, ...issue.path];
    if (at(value, path) !== null) {
      const options = issue.code === "invalid_union" ? issue.errors : [];
      for (const inner of options) noteRefusedNulls(inner, value, path, nulls);
    } else if (typeof path.at(-1) === "string") {
      let place = nulls;
      for (const key of path) {
        const next: Nulls = place.get(key) ?? new Map();
        place.set(key, next);
        place = next;
      }
    }
  }
}

/** A copy without these fields; what is beside their paths is shared. */
function without(value: unknown, nulls?: Nulls): unknown {
  if (!nulls) return value;
  if (Array.isArray(value)) return value.map((one, i) => without(one, nulls.get(i)));
  if (typeof value !== "object" || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [name, of] of Object.entries(value)) {
    const inner = nulls.get(name);
    if (inner?.size !== 0) kept.push([name, inner ? without(of, inner) : of]);
  }
  return Object.fromEntries(kept);
}

/** The first issue per field. `what`: the name of the whole value, for an issue of no single field. */
export function fieldErrors(error: z.ZodError, value: unknown, what: string): FieldError[] {
  const byField = new Map<string, string>();
  for (const issue of error.issues) {
    const { path, message } = issue;
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) byField.set([...path, key].join("."), "Is not known here");
      continue;
    }
    const field = path.length > 0 ? path.join(".") : what;
    const missing = path.length > 0 && at(value, path) === undefined;
    if (!byField.has(field)) byField.set(field, missing ? "Is required" : message);
  }
  return [...byField].map(([field, text]) => ({ field, error: text }));
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}
