import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "#scripts/install.mjs";
import { complaints } from "#scripts/rehearse/add-up.mjs";
import { deduction } from "./load.mjs";

/**
 * @typedef {import("postgres").Sql} Sql
 * @typedef {import("./load.mjs").Noted} Noted
 * @typedef {import("#scripts/rehearse/people.mjs").Marketplace} Marketplace
 */

/** What of the acknowledged is not in the database. @param {Sql} sql @param {readonly Noted[]} noted */
export async function missingOf(sql, noted) {
  const found = await sql`
    select 'deduction ' || event_id as id from repayment_events
    union all select 'merchant ' || id from merchants
    union all select 'funding ' || id from funding_requests
    union all select 'document ' || k.merchant_id from documents d join kyc_records k on k.id = d.kyc_id`;
  const there = new Set(found.map(({ id }) => id));
  return noted.filter(({ kind, id }) => !there.has(`${kind} ${id}`));
}

/** Which events there are, and which the database knows to have been delivered. @param {Sql} sql */
export async function eventsIn(sql) {
  const rows = await sql`select e.id, d.status from events e left join deliveries d on d.event_id = e.id`;
  return {
    all: new Set(rows.map(({ id }) => String(id))),
    delivered: new Set(rows.filter(({ status }) => status === "DELIVERED").map(({ id }) => String(id))),
  };
}

/**
 * What a receiver heard that it should not have: an event with two contents, or once more though that it had been delivered
 * was known.
 * @param {Marketplace["receiver"]} receiver
 * @param {{ from: number, delivered: ReadonlySet<string> }} since its deliveries from that one on came after the restoration
 */
export function doubled({ deliveries }, { from, delivered }) {
  const wrong = deliveries.slice(from).filter(({ eventId }) => delivered.has(eventId));
  /** @type {Map<string, string>} */
  const contents = new Map();
  const other = deliveries.filter(({ eventId, body }) => {
    const first = contents.get(eventId);
    contents.set(eventId, first ?? body);
    return first !== undefined && first !== body;
  });
  return [
    ...wrong.map(({ eventId }) => `${eventId} came again, though it was known to have been delivered`),
    ...other.map(({ eventId }) => `${eventId} came with two contents`),
  ];
}

/**
 * All that is not as it should be once the service has come to rest.
 * @param {import("#scripts/rehearse/world.mjs").World} world
 * @param {{ market: Marketplace, noted: readonly Noted[], loans: readonly import("#scripts/rehearse/loans.mjs").Loan[] }} given
 */
export async function differencesAtRest(world, { market, noted, loans }) {
  const { sql, service } = world;
  const lost = await missingOf(sql, noted);
  const wrong = lost.map(({ kind, id }) => `The ${kind} ${id} was acknowledged and is missing`);
  wrong.push(...(await complaints(world, { markets: [market] }, [])));
  const told = noted.filter(({ kind }) => kind === "deduction");
  for (const { loanId, merchant } of loans) {
    const [booked] = await sql`
      select coalesce(sum(e.amount), 0)::float8 as kobo from ledger_entries e join journals j on j.id = e.journal_id
      where e.account = 'CASH' and j.type = 'REPAYMENT' and j.loan_id = ${loanId}`;
    const expected = told.filter(({ id }) => id.startsWith(`${merchant.name}-`)).length * deduction * 100;
    if (booked?.kobo !== expected)
      wrong.push(`${merchant.name}: ${booked?.kobo} kobo booked, ${expected} acknowledged`);
  }
  wrong.push(...(await unopened(world, noted)));
  const rotate = [join(root, "scripts", "rotate-keys.mjs"), "--check"];
  const env = { ...process.env, ...service.settings };
  await promisify(execFile)(process.execPath, rotate, { cwd: root, env }).catch((error) => {
    wrong.push(`keys:rotate --check: ${error.stdout}${error.stderr}`);
  });
  return wrong;
}

/**
 * Documents that do not open, or are not what was uploaded.
 * @param {import("#scripts/rehearse/world.mjs").World} world @param {readonly Noted[]} noted
 */
async function unopened({ sql, terminal, operators: [operator] }, noted) {
  /** @type {string[]} */
  const wrong = [];
  const rows = await sql`select k.merchant_id, d.id from documents d join kyc_records k on k.id = d.kyc_id`;
  const documentOf = new Map(rows.map(({ merchant_id, id }) => [merchant_id, id]));
  for (const { id, bytes } of noted) {
    if (!bytes) continue;
    /** @type {Uint8Array[]} */
    const read = [];
    const words = ["kyc", "document", id, documentOf.get(id), "file"];
    const keep = async (/** @type {AsyncIterable<Uint8Array>} */ content) => {
      for await (const chunk of content) read.push(chunk);
    };
    const said = await terminal(words, { as: operator.email }, [], keep).catch((error) => String(error));
    if (!Buffer.concat(read).equals(bytes)) wrong.push(`The document of ${id} does not open: ${said}`);
  }
  return wrong;
}
