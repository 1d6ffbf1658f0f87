import { sql } from "drizzle-orm";
import postgres from "postgres";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { loadLoans } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { loanStates } from "@/lib/terms/loans/states";
import { useDatabase } from "@/test/database";
import { expectTrueTallies } from "@/test/tallies";
import { instant } from "@/test/time";
import { checkPortfolio } from "./check-portfolio";
import { fillPortfolio } from "./fill-portfolio";

useDatabase();

/** What is drawn of merchants depends on the sales that lie behind them. */
const begun = instant("2026-11-20T10:00:00Z");
const merchants = 1_200;
let said: string[] = [];
const fill = (more: { merchants?: number } = {}, print = (line: string) => void said.push(line)) =>
  fillPortfolio({
    ownerUrl: String(process.env.DATABASE_URL),
    merchants,
    seed: 7,
    realNow: begun,
    batch: 500,
    print,
    ...more,
  });

beforeAll(async () => {
  // Ended in the middle, as by Ctrl-C.
  const stopped = fill({}, (line) => {
    said.push(line);
    if (line.startsWith("500 of")) throw new Error("stopped");
  });
  await expect(stopped).rejects.toThrow("stopped");
}, 60_000);

async function portfolio(): Promise<Tenant> {
  const [row] = await db().execute<{ id: string }>(sql`select id from marketplaces where name = 'Portfolio 7'`);
  return tenantOf({ marketplaceId: row?.id ?? "", environment: "test" });
}

test("what was stopped goes on, once; another count is refused, and so is a portfolio that is there", async () => {
  said = [];
  expect(await fill({ merchants: 900 })).toBe(false);
  expect(said.join()).toContain("of 1,200 merchants, was begun");
  expect(await fill()).toBe(true);
  expect(said.join("\n")).toMatch(/500 merchants are there[\s\S]+entries, add up\./);
  expect(await fill()).toBe(false);
  const { marketplaceId } = await portfolio();
  const counted = await db().execute(
    sql`select count(*)::int as count from merchants where marketplace_id = ${marketplaceId}`,
  );
  expect(counted).toEqual([{ count: merchants }]);
}, 60_000);

test("loans are in every state, and the service would not change what it keeps of any", async () => {
  const tenant = await portfolio();
  const rows = await loadLoans(everyMerchantOf(tenant));
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(loanStates));
  const seen = new Set<string>();
  for (const loan of rows) {
    const story = [loan.status, loan.tenorDays, loan.received > 0, loan.pausedAt !== null, loan.cancelReason].join();
    if (seen.has(story)) continue;
    seen.add(story);
    const kept = await saveLoan(loan, {}, begun);
    expect({ due: kept.dueAt, aging: kept.agingSince }, story).toEqual({ due: loan.dueAt, aging: loan.agingSince });
  }
  expect(seen.size).toBeGreaterThanOrEqual(14);
}, 60_000);

test("tallies are those of the rows", async () => {
  await expectTrueTallies(await portfolio(), ["2026-06-01"]);
});

test("books that are wrong and references to nothing are found", async () => {
  const { marketplaceId } = await portfolio();
  const owner = postgres(String(process.env.DATABASE_URL), { max: 1, onnotice: () => {} });
  const check = () => checkPortfolio(owner, marketplaceId, ["ledger_entries", "payouts"]);
  try {
    expect(await check()).toEqual([]);
    await owner`set session_replication_role = replica`;
    await owner`update ledger_entries set amount = amount + 1 where journal_id = (select min(id) from journals) and account = 'CASH'`;
    await owner`update payouts set payout_account_id = 'acc_none' where id = (select min(id) from payouts)`;
    expect((await check()).join("\n")).toMatch(/do not add up to zero: 1[\s\S]+payout_account_id.*nothing: 1/);
  } finally {
    await owner.end();
  }
});
