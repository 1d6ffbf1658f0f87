import postgres from "postgres";
import { z } from "zod";
import { rowsOf } from "@/db/rows";
import type { Actor, OperatorUser, Tenant } from "@/lib/kernel/actor";
import { createLender } from "@/lib/parties/lenders/create-lender";
import type { Portfolio } from "@/lib/sandbox/portfolio/batch";
import { filledTables, fillRows } from "@/lib/sandbox/portfolio/fill-rows";
import { tallyPortfolio } from "@/lib/sandbox/portfolio/tally-portfolio";
import { demoLender } from "@/lib/sandbox/seed/demo-lender";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";

/** A database with one large live marketplace, and whom its questions are about. */
export type World = {
  tenant: Tenant;
  actor: Actor;
  operator: OperatorUser;
  lenderId: string;
  /** A loan that runs, its merchant, that one's settlement and open break, a case that waits. */
  named: { loan: string; merchant: string; settlement: string; waiting: string; customer: string; reference: string };
};

const namedRow = z.strictObject({
  loan: z.string(),
  merchant: z.string(),
  settlement: z.string(),
  waiting: z.string(),
  customer: z.string(),
  reference: z.string(),
});

/**
 * Live, because what operators look at and what is claimed first is; nothing works on it. Statistics are those of the rows.
 * @param databaseUrl of a superuser, of the database that this process uses
 * @param fill how it is filled, where that is not as usual
 */
export async function largeWorld(
  databaseUrl: string,
  merchants: number,
  fill: (sql: postgres.Sql, portfolio: Portfolio) => Promise<void> = (sql, portfolio) =>
    fillRows(sql, portfolio, { from: 1 }),
): Promise<World> {
  const begun = now();
  const { live: tenant } = await createMarketplace();
  const lenderId = await createLender({ environment: "live", ...demoLender, realNow: begun });
  const sql = postgres(databaseUrl, {
    max: 1,
    max_lifetime: null,
    connection: { TimeZone: "UTC", synchronous_commit: "off", work_mem: 65_536, statement_timeout: 0 },
    onnotice: () => {},
  });
  try {
    const portfolio = { ...tenant, lenderId, merchants, seed: 1, begun };
    await fill(sql, portfolio);
    // First: references of what is counted are looked up by plans that are made for tables as large as they are.
    await sql.unsafe(`vacuum (analyze) ${await filledTables(sql, portfolio)}`);
    await tallyPortfolio(sql, tenant);
    await sql`vacuum (analyze) tallies, reached_stages`;
  } finally {
    await sql.end();
  }
  const { actor: operator } = await anyOperator("ADMIN");
  return { tenant, actor: { kind: "job", tenant, task: "scale" }, operator, lenderId, named: await named() };
}

async function named(): Promise<World["named"]> {
  const [row] = await rowsOf(namedRow)`
    select l.id as loan, l.merchant_id as merchant, l.reference, s.id as settlement, m.third_party_customer_id as customer,
      (select k.merchant_id from kyc_records k where k.status = 'IN_REVIEW' order by k.id limit 1) as waiting
    from loans l join merchants m on m.id = l.merchant_id join settlements s on s.merchant_id = m.id
    where l.status = 'ACTIVE' and l.received > 0 and l.aging_since < now() order by l.id limit 1`;
  if (!row) throw new Error("There is no loan that is late.");
  return row;
}
