import postgres from "postgres";
import { expect, test } from "vitest";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { servicedLoan } from "@/test/factories/serviced-loan";
import { countBooked, countEvents } from "./count.mjs";
import { unmet } from "./report.mjs";
import { scheduleOf } from "./schedule.mjs";

useDatabase();

const created = (id: string, sequence: number, merchant: string, event = "merchant.created") => ({
  eventId: id,
  body: JSON.stringify({ event, event_id: id, sequence, merchant: { service_id: merchant } }),
});
const noted = [
  { kind: "merchant", id: "mer_1" },
  { kind: "merchant", id: "mer_2" },
] as const;
const whole = [
  created("evt_1", 1, "mer_1"),
  created("evt_2", 1, "mer_2"),
  created("evt_3", 2, "mer_2", "kyc.submitted"),
];
const ids = new Set(whole.map(({ eventId }) => eventId));

test("an event that is lost or doubled is counted, one that comes again is not", () => {
  const [first, second, third] = whole as [(typeof whole)[0], (typeof whole)[0], (typeof whole)[0]];
  const again = [...whole, first];
  expect(countEvents(noted, again, ids)).toEqual({ events: 3, again: 1, lost: [], doubled: [] });
  const of = (deliveries: typeof whole, taken = new Set(deliveries.map(({ eventId }) => eventId))) => {
    const { lost, doubled } = countEvents(noted, deliveries, taken);
    return { lost, doubled };
  };
  // It never came, and it came but was never taken.
  const missing = ["merchant.created of mer_1 was not heard of"];
  expect(of([second, third])).toEqual({ lost: missing, doubled: [] });
  expect(of(whole, new Set(["evt_2", "evt_3"]))).toEqual({ lost: missing, doubled: [] });
  // One that nothing but the next one's number tells of.
  const gap = [first, second, created("evt_4", 3, "mer_2", "kyc.approved")];
  expect(of(gap).lost).toEqual(["mer_2's event 2 was not heard of"]);
  expect(of([...whole, created("evt_5", 2, "mer_1")]).doubled).toEqual([
    "merchant.created of mer_1 is evt_1 and evt_5",
  ]);
  expect(of([...whole, created("evt_5", 1, "mer_1", "kyc.approved")]).doubled).toEqual([
    "mer_1's event 1 is evt_1 and evt_5",
  ]);
  const asked = (id: string, sequence: number, of: string) => {
    const event = JSON.parse(created(id, sequence, "mer_1", "funding_request.created").body);
    return { eventId: id, body: JSON.stringify({ ...event, funding_request: { id: of } }) };
  };
  const twice = [asked("evt_6", 2, "fr_1"), asked("evt_7", 3, "fr_2")];
  expect(of([...whole, ...twice]).doubled).toEqual(["funding_request.created of mer_1 is evt_6 and evt_7"]);
  expect(of([...whole, { ...first, body: `${first.body} ` }]).doubled).toEqual([
    "The event evt_1 came with two contents",
  ]);
});

test("a deduction that is lost, doubled or wrong by a kobo is counted", async () => {
  const { test: tenant } = await createMarketplace();
  const loan = await servicedLoan(tenant);
  await loan.deduct(500, { reference: "D1", eventId: "one" });
  await loan.deduct(500, { reference: "D2", eventId: "two" });
  const sql = postgres(String(process.env.DATABASE_URL), { max: 1 });
  const of = (told: Record<string, number>) => countBooked(sql, new Map(Object.entries(told)));
  expect(await of({ one: 500, two: 500 })).toEqual({ deductions: 2, lost: [], doubled: [] });
  expect((await of({ one: 500, two: 500, three: 500 })).lost).toHaveLength(1);
  expect((await of({ one: 500, two: 501 })).doubled).toHaveLength(1);
  expect((await of({ one: 500 })).doubled).toHaveLength(1);
  // As if another process had booked it too.
  await sql`drop index repayment_events_fact`;
  await sql`alter table repayment_events drop constraint repayment_events_event`;
  await sql`insert into repayment_events select (jsonb_populate_record(e, '{"id": "rpe_again"}')).* from repayment_events e
    where event_id = 'one'`;
  expect((await of({ one: 500, two: 500 })).doubled).toHaveLength(1);
  await sql.end();
});

test("faults come as often as they weigh, each once before any comes twice as often", () => {
  const kinds = [1, 2, 3, 4].map((weight) => ({ weight, name: `${weight}` }));
  let state = 0;
  const random = () => (state = (state + 0.37) % 1);
  const chosen = scheduleOf(kinds, 100, random);
  for (const { weight } of kinds) {
    const times = chosen.filter((kind) => kind.weight === weight).length;
    expect(Math.abs(times - weight * 10)).toBeLessThanOrEqual(2);
  }
});

test("of a fault that nobody met, nothing is known", () => {
  const struck = (kind: string, met?: number) => ({ kind, met, recovered: 0 });
  expect(unmet([struck("killed"), struck("full", 0), struck("full", 3), struck("down", 0)])).toEqual(["down"]);
});
