import { type IdKind, idPrefixes } from "@/lib/kernel/ids";

/** Parts of the statements that fill a portfolio: `b` is a merchant of the batch (`batch.ts`), each a text of SQL. */

/** Below 1024, the same for a merchant each time; what is drawn for one thing tells nothing about another. */
export const drawn = (what: string, key = "b.key") => `(hashint8extended(${key}, hashtext('${what}')) & 1023)::int`;

export function oneOf(what: string, values: readonly string[], key = "b.key"): string {
  return `(array[${values.map((value) => `'${value}'`)}])[1 + ${drawn(what, key)} % ${values.length}]`;
}

/** An id that sorts by time as ids of the service do; `number` tells a merchant's several of a kind apart. */
export function id(kind: IdKind, { head = "b.head", number = "0" } = {}): string {
  return `'${idPrefixes[kind]}_' || ${head} || b.tag || lpad((${number})::text, 3, '0')`;
}

/** Of what belongs to its funding request and its loan. */
export const asked = (kind: IdKind, number = "0") => id(kind, { head: "b.asked_head", number });

/** So many milliseconds after the offer. */
export const after = (milliseconds: string | number) => `b.asked + ${milliseconds} * interval '1 millisecond'`;

/** The beginning of a day, so many days after the loan's first. */
export const startOfDay = (days: string) => `(b.start + ${days})::timestamp at time zone 'UTC'`;

/** Ten letters and digits: the head of an id of a moment (lib/kernel/ids.ts). */
export const makeHead = `create or replace function pg_temp.head(at timestamptz) returns text language sql immutable as $$
  select ${Array.from({ length: 10 }, (_, i) => {
    const place = `(floor(extract(epoch from at) * 1000)::bigint >> ${45 - 5 * i})`;
    return `substr('0123456789abcdefghjkmnpqrstvwxyz', (${place} & 31)::int + 1, 1)`;
  }).join(" || ")} $$`;

/** A statement's rows: one for each merchant of the batch that fits, or for each row that `from` joins to it. */
export type Filling = {
  table: string;
  /** What is joined to the batch. */
  from?: string;
  where?: string;
  /** Of a table without tenants. */
  bare?: boolean;
  columns: Record<string, string>;
};
