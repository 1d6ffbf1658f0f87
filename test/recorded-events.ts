import postgres from "postgres";
import { expect } from "vitest";
import { z } from "zod";
import { bodyOf, type EventType, eventTypes } from "@/lib/terms/events/all-events";
import { commonFields } from "@/lib/terms/events/event";

const bodies = new Map(eventTypes.map((type) => [type, bodyOf(type)]));

/** What need not be recorded: a field, what it says, or what it says in one event. */
const unasked = [
  // Only repeats what was asked for. That all of it can be asked for is for tests of the request.
  "funding_request.purpose",
  // Null before the payout, of which no event that has it tells.
  "collection null",
  // Of loans offered before these figures were kept. Who is assumed to sell nothing is offered nothing.
  "terms.annual_percentage_rate null",
  "terms.scheduled_annual_percentage_rate null",
  "terms.assumed_monthly_sales null",
  "terms.expected_days null",
  // No money comes for what was never paid out.
  "loan.payment_received: loan.status APPROVED",
  "loan.payment_received: loan.status CANCELLED",
  "loan.payment_reversed: loan.status APPROVED",
  // What operators found on the lender's statement was no debit.
  "loan.payment_reversed: payment.source RECOVERY",
];

/** Something that an event may say: `field value`. */
type Choice = { type: string; said: string };

/** Of the fields that all events have, it is enough that some event says it. */
const ofType = (type: EventType, said: string): Choice =>
  (said.split(/[. ]/)[0] ?? "") in commonFields ? { type: "any", said } : { type, said };

/** All that an event may say, where there is a closed list of it: a value, or none. */
function choicesIn(schema: unknown, field = ""): string[] {
  if (schema instanceof z.ZodObject) return partsOf(schema, field).flatMap(([, part, path]) => choicesIn(part, path));
  if (schema instanceof z.ZodArray) return choicesIn(schema.element, field);
  if (schema instanceof z.ZodNullable) return [`${field} null`, `${field} given`, ...choicesIn(schema.unwrap(), field)];
  if (schema instanceof z.ZodBoolean) return [`${field} true`, `${field} false`];
  return schema instanceof z.ZodEnum ? schema.options.map((value) => `${field} ${value}`) : [];
}

/** What of that a body says. */
function saidIn(schema: unknown, body: unknown, field = ""): string[] {
  if (schema instanceof z.ZodObject) {
    const given = new Map(Object.entries(body ?? {}));
    return partsOf(schema, field).flatMap(([name, part, path]) => saidIn(part, given.get(name), path));
  }
  if (schema instanceof z.ZodArray) {
    return Array.isArray(body) ? body.flatMap((one) => saidIn(schema.element, one, field)) : [];
  }
  if (schema instanceof z.ZodNullable) {
    return body === null ? [`${field} null`] : [`${field} given`, ...saidIn(schema.unwrap(), body, field)];
  }
  return schema instanceof z.ZodBoolean || schema instanceof z.ZodEnum ? [`${field} ${body}`] : [];
}

function partsOf({ shape }: z.ZodObject, field: string) {
  return Object.entries(shape).map(([name, part]) => [name, part, field ? `${field}.${name}` : name] as const);
}

const keyOf = ({ type, said }: Choice) => `${type}: ${said}`;
const isAsked = ({ type, said }: Choice) =>
  ![said.split(" ")[0] ?? "", said, keyOf({ type, said })].some((one) => unasked.includes(one));

/** A type by itself says nothing. */
const choices = eventTypes
  .flatMap((type) => [{ type, said: "" }, ...choicesIn(bodies.get(type)).map((said) => ofType(type, said))])
  .filter((choice, i, all) => isAsked(choice) && all.findIndex((one) => keyOf(one) === keyOf(choice)) === i);

/**
 * Checks every event in a database against the entry of its type, which may say nothing less and nothing more, and notes
 * which types there were and what they said: a run of all tests fails for a type that no test has recorded, and for a
 * value of a closed list that no event of the type has said (scripts/vitest-global-setup.mjs).
 */
export async function checkEvents(admin: postgres.Sql, databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, fetch_types: false });
  const found = await sql<{ type: EventType; body: string }[]>`select type, body from events`.finally(() => sql.end());
  const recorded = new Set<string>();
  for (const { type, body } of found) {
    const said = JSON.parse(body);
    // Parsing drops what a schema does not name, at any depth.
    expect(bodies.get(type)?.parse(said)).toEqual(said);
    recorded.add(keyOf({ type, said: "" }));
    for (const one of saidIn(bodies.get(type), said)) recorded.add(keyOf(ofType(type, one)));
  }
  const rows = choices.map((choice) => ({ ...choice, recorded: recorded.has(keyOf(choice)) }));
  await admin`insert into recorded_events ${admin(rows)}
    on conflict (type, said) do update set recorded = true where excluded.recorded and not recorded_events.recorded`;
}
