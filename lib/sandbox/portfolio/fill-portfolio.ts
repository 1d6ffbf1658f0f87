import { eq } from "drizzle-orm";
import postgres from "postgres";
import { db, transaction } from "@/db/client";
import { explaining } from "@/db/explain-failure";
import { unlessLocked } from "@/db/lock-session";
import { locks } from "@/db/locks";
import { lenders } from "@/db/schema/lenders";
import { tenantOf } from "@/lib/kernel/actor";
import { second } from "@/lib/kernel/calendar";
import { randomText } from "@/lib/kernel/crypto";
import { businessTimeOf, type RealTime } from "@/lib/kernel/time";
import { createLender } from "@/lib/parties/lenders/create-lender";
import { createMarketplace } from "@/lib/parties/marketplaces/create-marketplace";
import { createStaff } from "@/lib/parties/people/create-staff";
import { demoLender } from "@/lib/sandbox/seed/demo-lender";
import { type KeptPortfolio, readPortfolio, storePortfolio } from "@/lib/sandbox/test-helpers/state";
import type { Portfolio } from "./batch";
import { checkPortfolio } from "./check-portfolio";
import { type Batches, filledTables, fillRows } from "./fill-rows";
import { tallyPortfolio } from "./tally-portfolio";

type Print = (line: string) => void;
export type Fill = { ownerUrl: string; merchants: number; seed: number; realNow: RealTime; print: Print } & Batches;

/**
 * Fills a marketplace of its own with so many merchants' test data, beside a service that runs or without one. Ended at any
 * moment, it goes on where it was; a portfolio that is there is left alone.
 * @param fill.ownerUrl of a superuser: triggers and references are passed over as rows are written
 * @returns whether the portfolio is there and holds together
 */
export async function fillPortfolio(fill: Fill): Promise<boolean> {
  const done = await unlessLocked(locks.portfolios, () => fillAlone(fill));
  if (done === undefined) fill.print("Another process fills this database.");
  return done ?? false;
}

async function fillAlone({ ownerUrl, merchants, seed, realNow, print, ...batches }: Fill): Promise<boolean> {
  const kept = await readPortfolio(seed);
  if (kept && (kept.done || kept.merchants !== merchants)) {
    const state = kept.done ? "is there" : "was begun";
    print(`Portfolio ${seed}, of ${shown(kept.merchants)} merchants, ${state}: ${kept.marketplaceId}.`);
    print(kept.done ? "Another --seed makes another." : `--merchants ${kept.merchants} goes on with it.`);
    return false;
  }
  const sql = connect(ownerUrl);
  try {
    return await explaining("The database could not be filled", async () => {
      // Before anything is made: whoever may not, leaves nothing behind.
      await sql`set session_replication_role = replica`;
      await sql`set session_replication_role = origin`;
      const opened = kept ?? (await open({ merchants, seed, realNow }));
      print(`Portfolio ${seed}: marketplace ${opened.marketplaceId}, test data.`);
      print(`Its dashboard: ${opened.owner.email}, password ${opened.owner.password}`);
      const portfolio = { ...opened, environment: "test", seed, begun: businessTimeOf(opened.begun) } as const;
      await write(sql, { portfolio, print, ...batches });
      return finish(sql, { portfolio, opened, print });
    });
  } finally {
    await sql.end();
  }
}

/** One session: what it joins are temporary tables. */
function connect(url: string): postgres.Sql {
  const limits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, lock_timeout: 0 };
  const memory = { work_mem: "64MB", synchronous_commit: "off", TimeZone: "UTC" };
  return postgres(url, {
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    connection: { application_name: "mfis-fill", ...limits, ...memory },
    onnotice: () => {},
    onclose: () => {},
  });
}

/** A marketplace, its owner, and a lender that is paused: it lends to nobody else. */
async function open({
  merchants,
  seed,
  realNow,
}: Pick<Fill, "merchants" | "seed" | "realNow">): Promise<KeptPortfolio> {
  return transaction(async () => {
    const email = `owner@portfolio-${seed}.example`;
    const marketplaceId = await createMarketplace({ name: `Portfolio ${seed}`, contactEmail: email, realNow });
    const owner = { email, password: randomText(16) };
    const tenant = tenantOf({ marketplaceId, environment: "test" });
    const input = { ...owner, name: `Owner of portfolio ${seed}`, role: "OWNER" } as const;
    await createStaff({ actor: { kind: "sandbox", tenant }, input, realNow });
    const lender = { ...demoLender, name: `Lender of portfolio ${seed}` };
    const lenderId = await createLender({ environment: "test", ...lender, realNow });
    await db().update(lenders).set({ pausedAt: realNow }).where(eq(lenders.id, lenderId));
    const kept = { marketplaceId, lenderId, merchants, begun: realNow.toISOString(), owner, done: false };
    await storePortfolio(seed, kept);
    return kept;
  });
}

type Writing = { portfolio: Portfolio; print: Print } & Batches;

async function write(sql: postgres.Sql, { portfolio, print, ...batches }: Writing): Promise<void> {
  const { merchants } = portfolio;
  const from = (await lastWritten(sql, portfolio)) + 1;
  if (from > 1 && from <= merchants) print(`${shown(from - 1)} merchants are there; it goes on after them.`);
  const since = performance.now();
  let toldAt = 0;
  await fillRows(sql, portfolio, {
    ...batches,
    from,
    told: (last) => {
      const seconds = (performance.now() - since) / second;
      if (last < merchants && toldAt > 0 && seconds - toldAt < 5) return;
      toldAt = seconds;
      const left = Math.round((seconds / (last - from + 1)) * (merchants - last));
      print(`${shown(last)} of ${shown(merchants)} merchants${last < merchants ? `, some ${left} seconds to go` : ""}`);
    },
  });
}

/** Batches are written whole and in their order, so that the newest id says how far it came. */
async function lastWritten(sql: postgres.Sql, { marketplaceId, seed }: Portfolio): Promise<number> {
  const [row] = await sql<{ last: number }[]>`select substr(id, 19, 9)::int as last from merchants
    where marketplace_id = ${marketplaceId} and environment = 'test' and substr(id, 15, 4) = ${String(seed).padStart(4, "0")}
      and right(id, 3) = '000' order by id desc limit 1`;
  return row?.last ?? 0;
}

type Finishing = { portfolio: Portfolio; opened: KeptPortfolio; print: Print };

async function finish(sql: postgres.Sql, { portfolio, opened, print }: Finishing): Promise<boolean> {
  const tables = await filledTables(sql, portfolio);
  print("Gathering statistics, counting tallies and checking the books");
  for (const table of tables) await sql`vacuum (analyze) ${sql(table)}`;
  await tallyPortfolio(sql, portfolio);
  await sql`analyze tallies, reached_stages`;
  const wrong = await checkPortfolio(sql, portfolio.marketplaceId, tables);
  for (const line of wrong) print(`WRONG: ${line}`);
  if (wrong.length > 0) return false;
  await storePortfolio(portfolio.seed, { ...opened, done: true });
  const [counts] = await sql<{ loans: number; entries: number }[]>`select count(*)::int as loans,
      sum((select count(*) from journals j join ledger_entries e on e.journal_id = j.id where j.loan_id = l.id))::int as entries
    from loans l where marketplace_id = ${portfolio.marketplaceId}`;
  print(`The books of ${shown(counts?.loans ?? 0)} loans, ${shown(counts?.entries ?? 0)} entries, add up.`);
  return true;
}

function shown(count: number): string {
  return count.toLocaleString("en");
}
