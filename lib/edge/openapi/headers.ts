import type { Json } from "./schemas";

type Header = { name: string; description: string; example?: string; schema?: Json };

const text = { type: "string" };

/** What the headers of answers say. One that is not listed here is shown without a word. */
const known: readonly Header[] = [
  {
    name: "X-Request-Id",
    description: "Names the request in our logs: the sender's own id, or a new one. Quote it when you ask for help.",
    example: "req_01k9zq6v5w8j3m4n7p2r6t9x1c",
  },
  {
    name: "RateLimit",
    description: "What is left of the allowance (`r`), and in how many seconds it is renewed (`t`).",
    example: '"write";r=2999;t=42',
  },
  {
    name: "RateLimit-Policy",
    description: "The allowance: requests (`q`) in a window of seconds (`w`).",
    example: '"write";q=3000;w=60',
  },
  {
    name: "Retry-After",
    description: "Try again after this many seconds.",
    example: "42",
    schema: { type: "integer", format: "int64", minimum: 0 },
  },
  {
    name: "WWW-Authenticate",
    description: "How to authenticate, and what is wrong with the credential that was sent (RFC 9110, RFC 6750).",
    example: 'Bearer error="invalid_token"',
  },
  { name: "Allow", description: "The methods that the address takes.", example: "GET, HEAD" },
  {
    name: "Location",
    description: "The address of what was made, of the outcome, or where to go on.",
    schema: { type: "string", format: "uri-reference" },
  },
  {
    name: "ETag",
    description:
      "The version of what was answered. Send it in If-None-Match to be told of changes only; where If-Match is listed, in that, to overwrite nobody.",
  },
  { name: "Cache-Control", description: "Whether and for how long the answer may be kept.", example: "no-store" },
  {
    name: "Idempotency-Replayed",
    description: "`true`: the stored answer to the first request with this key, or this batchId.",
    schema: { type: "string", const: "true" },
  },
  { name: "Preference-Applied", description: "`respond-async`: the preference was honoured (RFC 7240)." },
  { name: "Content-Disposition", description: "The name of the file.", example: 'attachment; filename="LN-0042.pdf"' },
  { name: "Repr-Digest", description: "The SHA-256 of the file in base64: `sha-256=:…:` (RFC 9530)." },
];

const byName = new Map(known.map((header) => [header.name.toLowerCase(), header]));

/** On every answer. The document says so once, and lists them where they matter most: with 429. */
export const everyAnswer = ["X-Request-Id", "RateLimit", "RateLimit-Policy"];

/** The headers of one document's answers: each is a component, once. */
export function createHeaders() {
  const used = new Set<Header>();
  return {
    /** The headers of an answer, in any case: for its `headers`, which it has none of without any. */
    of(names: readonly string[]): { headers?: Json } {
      const headers = Object.fromEntries(
        names.map((name) => {
          const header = byName.get(name.toLowerCase());
          if (!header) return [name, { schema: text }];
          used.add(header);
          return [header.name, { $ref: `#/components/headers/${header.name}` }];
        }),
      );
      return names.length > 0 ? { headers } : {};
    },
    components(): Json {
      const found = known.filter((header) => used.has(header));
      return Object.fromEntries(
        found.map(({ name, description, example, schema = text }) => [
          name,
          {
            description,
            schema,
            ...(example === undefined ? {} : { example: schema.type === "integer" ? Number(example) : example }),
          },
        ]),
      );
    },
  };
}

export type Headers = ReturnType<typeof createHeaders>;
