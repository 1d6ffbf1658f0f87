/**
 * @typedef {import("#scripts/rehearse/client.mjs").Json} Json
 * @typedef {import("#scripts/rehearse/restore/load.mjs").Noted} Noted
 * @typedef {{ eventId: string, body: string }} Delivery
 */

/**
 * What there is one event of at most: of the thing that it names, and here also of a merchant, each of which asks for money once.
 * @type {Record<string, (body: Json) => string[]>}
 */
const once = {
  "merchant.created": ({ merchant }) => [merchant.service_id],
  "kyc.submitted": ({ merchant }) => [merchant.service_id],
  "funding_request.created": ({ merchant, funding_request: { id } }) => [merchant.service_id, id],
  "funding_request.fulfilled": ({ funding_request: { id } }) => [id],
  "loan.approved": ({ loan }) => [loan.id],
  "loan.disbursed": ({ loan }) => [loan.id],
  "loan.completed": ({ loan }) => [loan.id],
};

/** The event that has to come of what was acknowledged. @type {Partial<Record<Noted["kind"], string>>} */
const announces = { merchant: "merchant.created", document: "kyc.submitted", funding: "funding_request.created" };

/**
 * Holds what a marketplace was answered against what its receiver was sent: nothing of the service is asked. Lost is an event
 * that has to come of something acknowledged, or that is missing among a merchant's, and was never taken. Doubled is one fact
 * under two ids, or one place among a merchant's events with two. That an id comes again is part of the promise
 * (docs/webhooks.md#delivery), with another content it is not.
 * @param {readonly Pick<Noted, "kind" | "id">[]} noted
 * @param {readonly Delivery[]} deliveries
 * @param {{ has: (eventId: string) => boolean }} taken ids of those that the receiver has acknowledged
 */
export function countEvents(noted, deliveries, taken) {
  /** @type {Map<string, string>} */
  const bodies = new Map();
  /** @type {string[]} */
  const wrong = [];
  for (const { eventId, body } of deliveries) {
    const first = bodies.get(eventId) ?? body;
    bodies.set(eventId, first);
    if (first !== body) wrong.push(`The event ${eventId} came with two contents`);
  }
  /** @type {Map<string, string[]>} */
  const ids = new Map();
  /** @type {Map<string, Set<number>>} */
  const places = new Map();
  for (const [eventId, body] of bodies) {
    const event = JSON.parse(body);
    const merchant = event.merchant.service_id;
    const facts = once[event.event]?.(event) ?? [];
    const names = [`${merchant}'s event ${event.sequence}`, ...facts.map((of) => `${event.event} of ${of}`)];
    for (const name of names) ids.set(name, [...(ids.get(name) ?? []), eventId]);
    if (taken.has(eventId)) places.set(merchant, (places.get(merchant) ?? new Set()).add(event.sequence));
  }
  const doubled = [...ids].filter(([, found]) => found.length > 1);
  const isTaken = (/** @type {string} */ name) => ids.get(name)?.some((id) => taken.has(id)) ?? false;
  const lost = noted
    .filter(({ kind }) => announces[kind])
    .map(({ kind, id }) => `${announces[kind]} of ${id}`)
    .filter((name) => !isTaken(name));
  for (const [merchant, found] of places) {
    for (let n = 1; n <= Math.max(...found); n++) if (!found.has(n)) lost.push(`${merchant}'s event ${n}`);
  }
  return {
    events: bodies.size,
    again: deliveries.length - bodies.size,
    lost: lost.map((name) => `${name} was not heard of`),
    doubled: [...doubled.map(([name, found]) => `${name} is ${found.join(" and ")}`), ...wrong],
  };
}

/**
 * Holds the deductions that were acknowledged against what is stored, by SQL alone: each is there once, booked by one journal
 * and to the kobo, and nothing else is.
 * @param {import("postgres").Sql} sql
 * @param {ReadonlyMap<string, number>} told what each came to, in kobo, by event id
 * @param {string | null} [marketplaceId] whose alone
 */
export async function countBooked(sql, told, marketplaceId = null) {
  const rows = await sql`
    select e.event_id, count(distinct e.id)::int as stored, count(distinct j.id)::int as journals,
      coalesce(sum(l.amount) filter (where l.account = 'CASH'), 0)::float8 as kobo
    from repayment_events e
    left join journals j on j.repayment_event_id = e.id
    left join ledger_entries l on l.journal_id = j.id
    where e.marketplace_id = coalesce(${marketplaceId}::text, e.marketplace_id)
    group by e.event_id`;
  const found = new Map(rows.map((row) => [String(row.event_id), row]));
  const lost = [...told.keys()]
    .filter((id) => !found.has(id))
    .map((id) => `The deduction ${id} was acknowledged and is lost`);
  /** @type {string[]} */
  const doubled = [];
  for (const [id, { stored, journals, kobo }] of found) {
    const expected = told.get(id);
    if (stored === 1 && journals === 1 && kobo === expected) continue;
    doubled.push(
      `The deduction ${id}: ${stored} stored, ${journals} booked, ${kobo} kobo instead of ${expected ?? "none told"}`,
    );
  }
  return { deductions: told.size, lost, doubled };
}
