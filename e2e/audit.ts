import { expect } from "playwright/test";
import type postgres from "postgres";
import type { Json } from "./client";

/** Tables whose rows are work, with what marks a row that still waits for somebody. */
const queues = [
  ...["batches", "submissions", "kyc_records", "funding_requests", "deliveries", "mails", "account_mails", "chores"],
  ...[
    "payout_accounts",
    "payouts",
    "loans",
    "mandates",
    "payments",
    "settlements",
    "loan_watches",
    "loan_reminders",
    "phone_codes",
  ],
];

/** What is still under way in an instance, in words; empty when everything has come to rest. */
export async function unfinished(sql: postgres.Sql): Promise<string[]> {
  const waiting = [
    ...(await sql`select 'submission ' || id || ' is ' || status as what from submissions where status <> 'SCORED'`),
    ...(await sql`select 'request ' || id || ' is ' || status as what from funding_requests where status = 'PENDING'`),
    ...(await sql`select type || ' of ' || merchant_id || ' is ' || status as what
      from deliveries join events on events.id = event_id where status <> 'DELIVERED'`),
  ];
  for (const table of queues) {
    waiting.push(
      ...(await sql`select ${table} || ' ' || id || ' is leased' as what from ${sql(table)} where leased_until is not null`),
    );
  }
  return waiting.map(({ what }) => what);
}

/**
 * Goes through an instance's database after a crash: nothing lost, nothing doubled. `merchants` are the marketplace's own
 * ids of those that went through create, sales data, KYC and one funding request each.
 */
export async function expectWhole(
  sql: postgres.Sql,
  marketplaceId: string,
  merchants: readonly string[],
): Promise<void> {
  const count = (table: string, of: string) =>
    sql`(select count(*)::int from ${sql(table)} t where t.${sql(of)} = ${of === "kyc_id" ? sql`k.id` : sql`m.id`})`;
  const rows = await sql`select m.third_party_customer_id as merchant,
      ${count("connections", "merchant_id")} as connections, ${count("kyc_records", "merchant_id")} as records,
      ${count("directors", "kyc_id")} as directors, ${count("documents", "kyc_id")} as documents,
      ${count("submissions", "merchant_id")} as submissions, ${count("scores", "merchant_id")} as scores,
      ${count("funding_requests", "merchant_id")} as requests, k.status as kyc, c.status as connection
    from merchants m join kyc_records k on k.merchant_id = m.id join connections c on c.merchant_id = m.id
    where m.marketplace_id = ${marketplaceId} and m.third_party_customer_id = any(${merchants})
    order by m.third_party_customer_id`;
  const one = { connections: 1, records: 1, directors: 1, documents: 1, submissions: 1, scores: 1, requests: 1 };
  const done = { kyc: "APPROVED", connection: "ACTIVE" };
  expect([...rows]).toEqual([...merchants].sort().map((merchant) => ({ merchant, ...one, ...done })));

  expect(
    await wrong(sql`select s.id from submissions s left join scores c on c.submission_id = s.id
    group by s.id having count(c.id) <> 1`),
  ).toEqual([]);
  expect(
    await wrong(sql`select r.id from funding_requests r left join loans l on l.funding_request_id = r.id
    group by r.id having (r.status, count(l.id), r.failure_reason is null) not in
      (('FULFILLED', 1, true), ('REJECTED', 0, false))`),
  ).toEqual([]);
  expect(
    await wrong(sql`select l.id from loans l join loan_installments i on i.loan_id = l.id
    group by l.id having sum(i.amount) <> l.principal + l.interest or count(*) <> max(i.number)`),
  ).toEqual([]);
  await expectSoundBooks(sql);
  await expectOrderlyEvents(sql);
}

/** Whatever was done to an instance: every journal balances, every loan's totals are what its journals and reports come to. */
export async function expectSoundBooks(sql: postgres.Sql): Promise<void> {
  expect(
    await wrong(sql`select journal_id as id from ledger_entries group by journal_id having sum(amount) <> 0`),
  ).toEqual([]);
  expect(
    await wrong(sql`select l.id from loans l left join journals j on j.loan_id = l.id
      left join ledger_entries e on e.journal_id = j.id and e.account = 'CASH'
    group by l.id having coalesce(sum(e.amount), 0) <>
      l.received + l.held - case when l.disbursed_at is null then 0 else l.principal end
      or count(distinct j.id) <> l.journal_number`),
  ).toEqual([]);
  expect(
    await wrong(sql`select r.id from repayment_events r left join journals j on j.repayment_event_id = r.id
    where r.type = 'repayment.deducted' group by r.id
    having count(j.id) <> case when r.effect in ('APPLIED', 'LIABILITY') then 1 else 0 end`),
  ).toEqual([]);
  expect(
    await wrong(sql`select p.id from payments p left join journals j on j.payment_id = p.id
    group by p.id having count(j.id) <>
      case when p.amount = 0 then 0 when p.status = 'CONFIRMED' then 1 when p.status = 'REVERSED' then 2 else 0 end`),
  ).toEqual([]);
}

async function expectOrderlyEvents(sql: postgres.Sql): Promise<void> {
  expect(
    await wrong(sql`select m.id from merchants m left join events e on e.merchant_id = m.id
    group by m.id having (count(e.id), max(e.sequence), min(e.sequence)) is distinct from
      (m.event_sequence::bigint, m.event_sequence, 1)`),
  ).toEqual([]);
  expect(
    await wrong(sql`select e.id from events e left join deliveries d on d.event_id = e.id
    group by e.id having count(d.id) <> 1 or min(d.status) <> 'DELIVERED'`),
  ).toEqual([]);
  // What can happen to a merchant once, and what can happen to a request once.
  expect(
    await wrong(sql`select merchant_id || ' ' || type as id from events
    where type in ('merchant.created', 'kyc.submitted', 'kyc.approved') group by merchant_id, type having count(*) > 1`),
  ).toEqual([]);
  expect(
    await wrong(sql`select r.id from funding_requests r left join events e
      on e.merchant_id = r.merchant_id and e.body::jsonb #>> '{funding_request,id}' = r.id
    group by r.id having count(*) filter (where e.type = 'funding_request.created') <> 1
      or count(*) filter (where e.type = 'funding_request.fulfilled') <> (r.status = 'FULFILLED')::int
      or count(*) filter (where e.type = 'funding_request.rejected') <> (r.status = 'REJECTED')::int`),
  ).toEqual([]);
  expect(
    await wrong(sql`select l.id from loans l left join events e on e.type = 'loan.approved'
      and e.body::jsonb #>> '{loan,id}' = l.id group by l.id having count(e.id) <> 1`),
  ).toEqual([]);
}

async function wrong(query: PromiseLike<Json[]>): Promise<string[]> {
  return (await query).map(({ id }) => id);
}

/** The events of a marketplace's merchants, as the database has them. */
export async function committedEvents(sql: postgres.Sql, merchants: readonly string[]): Promise<string[]> {
  const rows = await sql`select e.id from events e join merchants m on m.id = e.merchant_id
    where m.third_party_customer_id = any(${merchants}) order by e.id`;
  return rows.map(({ id }) => id);
}
