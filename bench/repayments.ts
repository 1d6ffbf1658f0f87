import { sql } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { tenantOf } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { merchantBody, numberedShop } from "@/lib/terms/fixtures/shop.mjs";
import { type DisbursedLoanTerms, disbursedLoan } from "@/test/factories/disbursed-loan";
import { startChild } from "./child";
import { compare } from "./compare";
import { startProduct } from "./product";

/**
 * Signed repayment webhooks over HTTP: how many a second, of many loans, and what one takes on a loan that has had ten
 * thousand before.
 */
type Loan = { loanId: string; reference: string; merchant: string; merchantId: string; due: number; paid: number };
type Sent = { acknowledged: number; seconds: number };

const connections = 16;
const earlier = 10_000;
const product = await startProduct();
const { address, json, keyed, marketplaceId } = product;
const { apiSecret: secret } = await json<{ apiSecret: string }>("/api/sandbox/credentials", {});
const tenant = tenantOf({ marketplaceId, environment: "test" });
const sender = await startChild("bench/webhooks.mjs");
await db().execute(sql`create table bare_repayments (
  event_id text primary key, loan_id text, amount bigint, body text, received_at timestamptz)`);
const bare = await startChild("bench/bare-server.mjs", { env: { BARE_SECRET: secret } });

const loans = await Promise.all(Array.from({ length: 64 }, (_, i) => anyLoan(`bench-${i}`)));
const fresh = await anyLoan("bench-fresh");
const old = await anyLoan("bench-old");
await age(old);
// As PostgreSQL would by itself within a minute, were it not told to leave this database alone.
await db().execute(sql`vacuum analyze`);

const webhook = `${address}/api/v1/webhooks/marketplace/repayment`;
const rate = async (url: string) => {
  const sent = await sender.ask<Sent>({ url, secret, marketplaceId, loans, connections, ms: 2_000 });
  return sent.acknowledged / sent.seconds;
};
await compare({
  name: `repayment webhooks of ${loans.length} loans over ${connections} connections`,
  unit: "webhooks/s",
  pairs: 15,
  floorIs: "a route handler of a bare Next application that verifies the HMAC and inserts one row",
  product: () => rate(webhook),
  floor: () => rate(`http://127.0.0.1:${process.env.BARE_PORT}/webhook`),
});
const cost = async (loan: Loan) => {
  const count = 300;
  const { seconds } = await sender.ask<Sent>({
    url: webhook,
    secret,
    marketplaceId,
    loans: [loan],
    connections: 1,
    count,
  });
  return (seconds / count) * 1e6;
};
await compare({
  name: `one repayment on a loan with ${earlier.toLocaleString("en")} before it`,
  unit: "microseconds",
  pairs: 15,
  floorIs: "the same on a loan that had none at first",
  product: () => cost(old),
  floor: () => cost(fresh),
});
await check();
await closeDatabase();
await sender.stop();
await bare.stop();
await product.stop();

/** A loan so large that no bench repays it. */
async function anyLoan(merchant: string): Promise<Loan> {
  const body = merchantBody(merchant, numberedShop(1));
  const { merchantId } = await json<{ merchantId: string }>("/api/v1/marketplace-api/merchants", keyed, body);
  const terms: DisbursedLoanTerms = { merchantId, principal: 1e12, interest: 1e11, tenorDays: 365 };
  const { id, reference } = await disbursedLoan(tenant, terms);
  return { loanId: id, reference, merchant, merchantId, due: 1.1e10, paid: 0 };
}

/** Ten thousand repayments of a naira, as the verb would have left them, in a few statements. */
async function age(loan: Loan): Promise<void> {
  const ids = (kind: "repayment" | "journal") => Array.from({ length: earlier }, () => newId(kind));
  await db().execute(sql`
    insert into repayment_events (id, marketplace_id, environment, event_id, merchant_id, loan_id, type, reference, amount, effect,
      body, fingerprint, occurred_at, received_at)
    select id, ${marketplaceId}, 'test', 'old-' || n, ${loan.merchantId}, ${loan.loanId}, 'repayment.deducted', 'old-' || n, 100,
      'APPLIED', '{}', 'none', now() - interval '1 day', now() - interval '1 day'
    from unnest(${sql.param(ids("repayment"))}::text[]) with ordinality r(id, n)`);
  await db().execute(sql`
    with journal as (
      insert into journals (id, marketplace_id, environment, loan_id, number, type, repayment_event_id, occurred_at, recorded_at)
      select j.id, r.marketplace_id, r.environment, r.loan_id,
        (select journal_number from loans where id = ${loan.loanId}) + substr(r.reference, 5)::int, 'REPAYMENT', r.id,
        r.occurred_at, r.received_at
      from unnest(${sql.param(ids("journal"))}::text[]) with ordinality j(id, n)
      join repayment_events r on r.loan_id = ${loan.loanId} and r.reference = 'old-' || n
      returning id
    )
    insert into ledger_entries (journal_id, account, amount)
    select id, account, amount from journal, (values ('CASH', 100), ('INTEREST', -100)) entry(account, amount)`);
  await db().execute(sql`
    update loans set received = ${earlier * 100}, journal_number = journal_number + ${earlier} where id = ${loan.loanId}`);
  loan.paid = earlier;
}

/** That the work was done: every webhook is in the ledger once, and no balance was disputed. */
async function check(): Promise<void> {
  const ours = sql`loan_id = any(${sql.param([...loans, fresh, old].map(({ loanId }) => loanId))}::text[])`;
  const [found] = await db().execute<{ reports: number; journals: number; breaks: number }>(sql`
    select (select count(*) from repayment_events where ${ours} and effect = 'APPLIED')::int as reports,
      (select count(*) from journals where ${ours} and type = 'REPAYMENT')::int as journals,
      (select count(*) from breaks where ${ours})::int as breaks`);
  if (!found || found.reports < earlier || found.reports !== found.journals || found.breaks > 0) {
    throw new Error(`The ledger does not hold what was sent: ${JSON.stringify(found)}`);
  }
}
