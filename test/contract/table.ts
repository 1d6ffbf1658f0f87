/**
 * The words in which the tests write the contract down: for each kind of field what must be refused and what must be
 * accepted. Nothing here comes from the schemas that validate, or the tests could not fail.
 */

/** A value in place of a field, as JSON text, so that 1e400 can be sent too. Undefined: the field is left out. */
export type Variant = { name: string; json: string | undefined };

/** A field of a request under its dot path, with what must be refused there and what must not. */
export type Field = {
  path: string;
  refused: Variant[];
  accepted: Variant[];
  /** Other fields that are set first, by dot path: what a passport number may be depends on the type being PASSPORT. */
  given?: Record<string, unknown>;
};

type Kind = { refused: Variant[]; accepted: Variant[] };

/** A variant from a value. */
export function value(name: string, of: unknown): Variant {
  return { name, json: JSON.stringify(of) };
}

/** A variant from JSON text. */
export function literal(json: string): Variant {
  return { name: json, json };
}

/** The field of a path that must be there. */
export function required(path: string, kind: Kind, given?: Field["given"]): Field {
  return { path, refused: [{ name: "missing", json: undefined }, ...kind.refused], accepted: kind.accepted, given };
}

/** The field of a path that may be left out, which null says, too. */
export function optional(path: string, kind: Kind, given?: Field["given"]): Field {
  const { refused, accepted } = nullable(kind);
  return { path, refused, accepted: [{ name: "missing", json: undefined }, ...accepted], given };
}

/** Values of a path that are refused, and nothing more of it. */
export function never(path: string, refused: Variant[], given?: Field["given"]): Field {
  return { path, refused, accepted: [], given };
}

/** A kind with further values that must be refused, or accepted. */
export function also(kind: Kind, more: Partial<Kind>): Kind {
  return {
    refused: [...kind.refused, ...(more.refused ?? [])],
    accepted: [...kind.accepted, ...(more.accepted ?? [])],
  };
}

/** A kind without its own accepted values, for fields that have to agree with something else. */
export function refusing(kind: Kind): Kind {
  return { refused: kind.refused, accepted: [] };
}

const samples = {
  null: null,
  "a string": "7",
  "a number": 7,
  "a boolean": true,
  "a list": ["7"],
  "an object": { value: "7" },
};

function anythingBut(...right: (keyof typeof samples)[]): Variant[] {
  return Object.entries(samples)
    .filter(([name]) => !right.some((one) => one === name))
    .map(([name, sample]) => value(name, sample));
}

/** What no string of the API may hold, since the database cannot. */
const unstorable = [
  value("a NUL byte", "A\u0000da"),
  value("a NUL byte alone", "\u0000"),
  value("half a surrogate pair", "Ada \ud83d"),
  value("the other half of a surrogate pair", "\ude00 Ada"),
];

/** Unicode that people write: every one must be taken as it is. */
const unicode = [
  value("emoji", "Ada 🍲 Foods 👩🏾‍🍳"),
  value("right to left", "مطعم آدا"),
  value("combining marks", "O\u0323la\u0301"),
  value("beyond the basic plane", "𠮷野家"),
];

/** Free text of at most `max` characters, as JSON Schema counts them: an emoji is one. */
export function text(max: number): Kind {
  return {
    refused: [
      ...anythingBut("a string"),
      ...unstorable,
      value(`too long (${max + 1})`, "x".repeat(max + 1)),
      value("far too long (100,000)", "x".repeat(100_000)),
      value(`too long in emoji (${max + 1})`, "🍲".repeat(max + 1)),
    ],
    accepted: [
      ...unicode,
      value(`as long as allowed (${max})`, "x".repeat(max)),
      value(`as long as allowed in emoji (${max})`, "🍲".repeat(max)),
    ],
  };
}

/** Free text that says something. */
export function filledText(max: number): Kind {
  return also(text(max), { refused: [value("empty", ""), value("blank", " \t ")] });
}

/** An id or reference of somebody else's, which is taken to the letter or not at all. */
export function foreignId(max = 255): Kind {
  return also(filledText(max), {
    refused: [
      value("a dot", "."),
      value("two dots", ".."),
      ...[" A-1", "A-1 ", "A-1\n", "\tA-1", "A-1\u00a0", "\ufeffA-1"].map((one) =>
        value(`white space: ${JSON.stringify(one)}`, one),
      ),
    ],
    accepted: ["...", ".1", "A 1", "a/b", "%2e"].map((one) => value(one, one)),
  });
}

/** One of a closed list. */
export function oneOf(...values: string[]): Kind {
  const [first = ""] = values;
  return {
    refused: [
      ...anythingBut("a string"),
      value("none of the list", "SOMETHING_ELSE"),
      value("empty", ""),
      value("the other case", first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()),
      value("a blank behind it", `${first} `),
      value("a NUL byte behind it", `${first}\u0000`),
      value("Unicode that looks like it", String.fromCodePoint(0xfee0 + first.charCodeAt(0)) + first.slice(1)),
      value("too long (100,000)", first.repeat(Math.ceil(100_000 / first.length))),
    ],
    accepted: values.map((one) => value(one, one)),
  };
}

export const boolean: Kind = {
  refused: [...anythingBut("a boolean"), value("a boolean as a string", "true"), value("zero", 0)],
  accepted: [value("true", true), value("false", false)],
};

const local = "a".repeat(64);
const domain = `${"d".repeat(63)}.${"d".repeat(63)}.${"d".repeat(57)}`;

export const email: Kind = {
  refused: [
    ...anythingBut("a string"),
    ...unstorable,
    ...["", "ada", "ada@", "@example.com", "ada@example", "ada obi@example.com", "ada@@example.com"].map((one) =>
      value(one || "empty", one),
    ),
    value("a NUL byte behind it", "ada@example.com\u0000"),
    value("a line break in it", "ada@example.com\nBcc: all@example.com"),
    value("too long (255)", `${local}@${domain}d.com`),
    value("far too long (100,000)", `${"a".repeat(100_000)}@example.com`),
    value("Unicode instead of the at sign", "ada＠example.com"),
  ],
  accepted: [
    value("a tag", "ada.o'brien+shop@mail.example.co"),
    value("as long as allowed (254)", `${local}@${domain}.com`),
  ],
};

export const phone: Kind = {
  refused: [
    ...anythingBut("a string"),
    ...[
      "",
      "08012345678",
      "+0801234567",
      "+234 801 234 5678",
      "2348012345678",
      "+234-801",
      "+12345",
      "++2348012345",
    ].map((one) => value(one || "empty", one)),
    value("too long (16 digits)", "+1234567890123456"),
    value("far too long (100,000)", `+${"1".repeat(100_000)}`),
    value("Unicode digits", "+２３４８０１２３４５６７８"),
    value("a NUL byte behind it", "+2348012345678\u0000"),
    value("a line break behind it", "+2348012345678\n"),
  ],
  accepted: [value("as long as allowed (15 digits)", "+123456789012345"), value("short", "+1234567")],
};

/** A calendar date. */
export const date: Kind = {
  refused: [
    ...anythingBut("a string"),
    ...[
      "",
      "yesterday",
      "2023-02-29",
      "2024-13-01",
      "2024-00-10",
      "2024-1-1",
      "20240101",
      "12/04/2024",
      "+012024-01-01",
    ].map((one) => value(one || "empty", one)),
    value("a NUL byte behind it", "2024-01-01\u0000"),
    value("Unicode digits", "２０２４-01-01"),
    value("too long (100,000)", `2024-01-01${" ".repeat(100_000)}`),
  ],
  accepted: [value("a leap day", "2024-02-29"), value("long ago", "1960-10-01")],
};

/** An ISO 8601 moment with its offset. */
export const moment: Kind = {
  refused: [
    ...anythingBut("a string"),
    ...["", "yesterday", "2024-01-10", "2024-01-10T09:00:00", "2023-02-29T09:00:00Z", "2024-01-10T25:00:00Z"].map(
      (one) => value(one || "empty", one),
    ),
    literal("1704877200"),
    value("a NUL byte behind it", "2024-01-10T09:00:00Z\u0000"),
    value("Unicode digits", "２０２４-01-10T09:00:00Z"),
    value("too long (100,000)", `2024-01-10T09:00:00.${"0".repeat(100_000)}!`),
  ],
  accepted: [
    value("UTC", "2024-01-10T09:00:00Z"),
    value("another offset", "2024-02-29T23:59:59.999-12:00"),
    value("Lagos", "2024-01-10T09:00:00+01:00"),
  ],
};

function number(more: { refused: (string | number)[]; accepted: (string | number)[] }): Kind {
  return {
    refused: [...anythingBut("a number"), ...["1e400", "-1e400", ...more.refused].map((one) => literal(String(one)))],
    accepted: more.accepted.map((one) => literal(String(one))),
  };
}

/** Naira with at most two decimals, `min` to 1e13. */
export function naira(min: number): Kind {
  return number({
    refused: [-1, min - 0.01, "10000000000000.01", "1e14", "1e308", min + 0.001, min + 1.005, "1234567.891"],
    accepted: [min, min + 0.01, min + 0.1, "1234567.89", "10000000000000", "1e13", "9999999999999.99"],
  });
}

/** Naira of the merchant data record, where averages occur: more decimals are rounded. */
export const average = number({
  refused: [-1, "-0.01", "10000000000000.01", "1e14", "1e308"],
  accepted: [0, "0.005", "50000.123456789", "1e13"],
});

export const count = number({
  refused: [-1, "-0.5", 1.5, "9007199254740992", "1e308"],
  accepted: [0, 1, "9007199254740991", "1e3"],
});

/** A whole number of a range. */
export function whole(min: number, max: number): Kind {
  return number({
    refused: [min - 1, max + 1, min + 0.5, -1, "9007199254740993", "1e308"],
    accepted: [min, max, min + 1],
  });
}

/** One of some numbers. */
export function oneOfNumbers(...values: number[]): Kind {
  const refused = values.flatMap((one) => [one - 1, one + 0.5]);
  return number({ refused: [0, -30, ...refused, "1e308"], accepted: values });
}

export const percent = number({
  refused: [-1, "-0.01", "100.01", "1e308"],
  accepted: [0, 100, 97.5, "33.333333333333336"],
});

/** Percent without an upper bound. */
export const unbounded = number({ refused: [-1, "-0.01"], accepted: [0, 250.5, "1e15"] });

export const growth = number({ refused: ["-100.01", -1000, "-1e308"], accepted: [-100, 0, 12.5, "1e15"] });

/** Anything that is an object. */
export const group: Kind = { refused: anythingBut("an object"), accepted: [] };

/** Anything that is a list. */
export const list: Kind = { refused: anythingBut("a list"), accepted: [] };

/** A kind that may be null. */
export function nullable(kind: Kind): Kind {
  const others = (variants: Variant[]) => variants.filter(({ name }) => name !== "null");
  return { refused: others(kind.refused), accepted: [value("null", null), ...others(kind.accepted)] };
}
