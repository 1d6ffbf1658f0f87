import postgres from "postgres";
import { expect } from "vitest";
import { bodyOf, type EventType, eventTypes } from "@/lib/terms/events/all-events";

const bodies = new Map(eventTypes.map((type) => [type, bodyOf(type)]));

/**
 * Checks every event in a database against the entry of its type, which may say nothing less and nothing more, and notes
 * which types there were: a run of all tests fails for one that no test has recorded (scripts/vitest-global-setup.mjs).
 */
export async function checkEvents(admin: postgres.Sql, databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, fetch_types: false });
  const found = await sql<{ type: EventType; body: string }[]>`select type, body from events`.finally(() => sql.end());
  for (const { type, body } of found) {
    const said = JSON.parse(body);
    // Parsing drops what a schema does not name, at any depth.
    expect(bodies.get(type)?.parse(said)).toEqual(said);
  }
  const recorded = new Set(found.map(({ type }) => type));
  const types = eventTypes.map((type) => ({ type, recorded: recorded.has(type) }));
  await admin`insert into event_types ${admin(types)}
    on conflict (type) do update set recorded = event_types.recorded or excluded.recorded`;
}
