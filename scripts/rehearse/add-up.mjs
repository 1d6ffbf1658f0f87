import { owner } from "./lenders.mjs";
import { difference } from "./table.mjs";

/**
 * @typedef {import("./world.mjs").World} World
 * @typedef {Awaited<ReturnType<typeof import("./story.mjs").play>>} Played
 * @typedef {import("./table.mjs").Row} Row
 */

/** By the journals of which CASH is money that moved this way. */
const paidOut = ["DISBURSEMENT", "PAID_AGAIN", "PAYOUT_REVERSED", "REFUND", "REFUND_REVERSED"];
const debited = ["PAYMENT", "DEBIT_REVERSED"];
const deducted = ["REPAYMENT", "LIABILITY", "REVERSAL"];
const ofLines = ["MATCHED", "REMITTANCE", "FEE", "DUTY", "BOOKED"];

/**
 * What moved, by the books of everybody, each of which knows nothing of the others.
 * @param {World} world @param {Omit<Played, "markets" | "loans">} played
 * @returns {Promise<Row[]>}
 */
export async function addUp(world, { inTest, overProvider, byHand, opening }) {
  const sums = sumsIn(world);
  return [
    ...(await inSandbox(sums, inTest)),
    ...(await withProvider(world, sums, { lender: overProvider, opening: opening.provider })),
    ...(await withBank(world, sums, { lender: byHand })),
    ...(await inAccount(world, sums, { lender: overProvider, opening: opening.bank })),
    ...(await inAccount(world, sums, { lender: byHand, opening: opening.bank })),
  ];
}

/** Sums over what the service has stored. @param {World} world */
function sumsIn({ sql }) {
  const one = async (/** @type {PromiseLike<readonly { kobo?: number }[]>} */ asked) =>
    Number((await asked)[0]?.kobo ?? 0);
  return {
    /** @param {string} lenderId @param {readonly string[]} types */
    cash: (lenderId, types) =>
      one(sql`select coalesce(sum(e.amount), 0)::float8 as kobo from ledger_entries e
        join journals j on j.id = e.journal_id join loans l on l.id = j.loan_id
        where e.account = 'CASH' and l.lender_id = ${lenderId} and j.type in ${sql(types)}`),
    /** @param {string} lenderId @param {"payouts" | "payments"} table */
    orders: (lenderId, table) =>
      one(sql`select coalesce(sum(o.amount), 0)::float8 as kobo from ${sql(table)} o join loans l on l.id = o.loan_id
        where l.lender_id = ${lenderId} and o.status = 'CONFIRMED'`),
    /** @param {string} lenderId @param {readonly string[]} states */
    lines: (lenderId, states) =>
      one(sql`select coalesce(sum(amount), 0)::float8 as kobo from statement_lines
        where lender_id = ${lenderId} and state in ${sql(states)}`),
    /** @param {string} lenderId */
    receipts: (lenderId) =>
      one(sql`select coalesce(sum(c.amount), 0)::float8 as kobo from remittance_receipts c
        join remitters r on r.id = c.remitter_id where r.lender_id = ${lenderId}`),
    /** @param {string} lenderId */
    closing: (lenderId) =>
      one(sql`select closing::float8 as kobo from bank_statements where lender_id = ${lenderId}
        order by to_day desc, id desc limit 1`),
  };
}

/** @typedef {ReturnType<typeof sumsIn>} Sums */

const nobody = { ledger: null, rail: null, bank: null, fees: null };

/** @param {Sums} sums @param {{ id: string, name: string }} lender @returns {Promise<Row[]>} */
async function inSandbox(sums, { id, name: lender }) {
  return [
    {
      ...{ ...nobody, lender, what: "paid out", ledger: await sums.cash(id, paidOut) },
      rail: -(await sums.orders(id, "payouts")),
    },
  ];
}

/**
 * @param {World} world
 * @param {Sums} sums
 * @param {{ lender: import("./world.mjs").Lender, opening: number }} of
 * @returns {Promise<Row[]>}
 */
async function withProvider({ paystack }, sums, { lender: { id, name: lender }, opening }) {
  const { books } = paystack.control;
  const paid = await books.totalPaidOut(owner);
  const held = `balance ${owner}`;
  const charged = (await books.movements())
    .filter(({ kind }) => kind === "fee" || kind === "stamp duty")
    .reduce((sum, { from, to, amount }) => sum + (to === held ? amount : 0) - (from === held ? amount : 0), 0);
  const known = { ...nobody, lender };
  return [
    { ...known, what: "paid out", ledger: await sums.cash(id, paidOut), rail: -paid },
    { ...known, what: "debited", ledger: await sums.cash(id, debited), rail: await books.totalDebited(owner) },
    { ...known, what: "charged by the provider", rail: (await books.balance(owner)) + paid - opening, fees: charged },
  ];
}

/** @param {World} world @param {Sums} sums @param {{ lender: import("./world.mjs").Lender }} of @returns {Promise<Row[]>} */
async function withBank({ bank }, sums, { lender: { id, name: lender, number } }) {
  const known = { ...nobody, lender };
  const [out, back] = [await sums.orders(id, "payouts"), await sums.orders(id, "payments")];
  return [
    { ...known, what: "paid out", ledger: await sums.cash(id, paidOut), rail: -out, bank: bank.total(number, "OUT") },
    { ...known, what: "debited", ledger: await sums.cash(id, debited), rail: back, bank: bank.total(number, "DEBIT") },
  ];
}

/**
 * What came of marketplaces, what the bank charged, and what the account has.
 * @param {World} world
 * @param {Sums} sums
 * @param {{ lender: import("./world.mjs").Lender, opening: number }} of
 * @returns {Promise<Row[]>}
 */
async function inAccount({ bank }, sums, { lender: { id, name: lender, number }, opening }) {
  const known = { ...nobody, lender };
  const charged = bank.total(number, "FEE") + bank.total(number, "DUTY");
  return [
    {
      ...{ ...known, what: "deducted, and remitted", ledger: await sums.cash(id, deducted) },
      ...{ rail: await sums.receipts(id), bank: bank.total(number, "REMITTANCE") },
    },
    { ...known, what: "charged by the bank", bank: charged, fees: await sums.lines(id, ["FEE", "DUTY"]) },
    {
      ...{ ...known, what: "in the account", ledger: opening + (await sums.lines(id, ofLines)) },
      ...{ rail: await sums.closing(id), bank: bank.balance(number) },
    },
  ];
}

/**
 * All that is not as it should be, in words.
 * @param {World} world @param {Pick<Played, "markets">} played @param {readonly Row[]} rows
 * @returns {Promise<string[]>}
 */
export async function complaints({ sql, bank, paystack }, { markets }, rows) {
  const { books } = paystack.control;
  const wrong = rows.filter((row) => difference(row) !== 0).map(({ lender, what }) => `${lender}: ${what}, differs`);
  const twice = [...(await books.paidTwice()), ...(await books.debitedTwice()), ...bank.movedTwice()];
  wrong.push(...twice.map((reference) => `${reference} moved twice`));
  const found = await sql`
    select 'The order ' || reference || ' has no end: ' || status as what from payouts where status in ('HELD', 'PENDING')
    union all
    select 'The debit ' || id || ' has no end: ' || status from payments where status in ('ANNOUNCED', 'PENDING')
    union all
    select 'The journal ' || journal_id || ' does not balance' from ledger_entries group by journal_id having sum(amount) <> 0
    union all
    select 'The books of ' || loan_id || ' are wrong' from ledger_findings where cleared_at is null
    union all
    select 'The line ' || id || ' of a statement is ' || state from statement_lines where state in ('WAITS', 'PAID_TWICE')
    union all
    select 'A remittance is ' || type || ' still' from remittance_breaks where closed_at is null`;
  wrong.push(...found.map(({ what }) => String(what)));
  const told = await paystack.control.webhooks.all();
  const refused = told.filter(({ answers }) => answers.some((status) => status >= 400 && status < 500));
  wrong.push(...refused.map(({ event }) => `The provider's event ${event} was refused`));
  for (const { id, name, receiver } of markets) {
    const heard = new Set(receiver.deliveries.map(({ eventId }) => eventId));
    const events = await sql`select e.id from events e join deliveries d on d.event_id = e.id
      join merchants m on m.id = e.merchant_id where m.marketplace_id = ${id} and m.environment = 'live'`;
    wrong.push(...events.filter((event) => !heard.has(event.id)).map((event) => `${name} never heard of ${event.id}`));
  }
  return wrong;
}
