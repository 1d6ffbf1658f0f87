import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { events } from "@/db/schema/webhooks";
import { kobo } from "@/lib/kernel/money";
import { type ScenarioRun, scenarioNames } from "@/lib/sandbox/test-helpers/schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { usePlainAgreements } from "@/test/plain-agreements";
import { beforeTheMoney, breaksOf, eventsOf, expectSameStory, tellScenario } from "@/test/told-scenario";
import { POST } from "./route";

useDatabase();
usePlainAgreements();

let shop: TestMarketplace;
beforeAll(async () => {
  await createTestLender();
  shop = await createMarketplace();
});

/** The first worker to take up a repaid loan's collection is overtaken by one that has not written anything yet. */
const overtakesOnce = `
  create table overtaken (id text);
  create function overtake() returns trigger language plpgsql as $$ begin
    if pg_trigger_depth() = 1 and not exists (select from overtaken)
      and exists (select from loans where id = new.id and status = 'REPAID') then
      insert into overtaken values (new.id);
      update loan_watches set run = run + 1 where id = new.id;
    end if;
    return null;
  end $$;
  create trigger overtakes after update of run on loan_watches for each row execute function overtake()`;

let story: ScenarioRun;

// The other scenarios, in which weeks are told, are in scenarios.long.test.ts. These tests stand in an order.
// Lent are 300,000 naira at 3 percent for 30 days, with sales of 2,000,000 a month assumed. On 30 days that is a fee of
// 9,000 and 19.5 percent.
test("over-deduct-race: one completes, what is too much is owed to the merchant, whoever looks meanwhile", async () => {
  await db().execute(overtakesOnce);
  story = await tellScenario(shop, "over-deduct-race");
  expect((await db().execute(sql`select from overtaken`)).length).toBe(1);
  expect(story.loan).toMatchObject({ status: "REPAID", totalPaid: 309_000, overpaid: 9_270 });
  expect(story.loan.collection).toMatchObject({ agreed: 309_000, taken: 318_270, awaited: 0, missing: 0 });
  expect(await eventsOf(story)).toEqual([
    ...beforeTheMoney,
    "loan.disbursed",
    "loan.nearly_complete",
    "loan.completed",
  ]);
  expect(await breaksOf(story)).toMatchObject([{ type: "OVER_DEDUCTION", status: "OPEN" }]);
});

test("the same idempotency key is the same run, another the same story anew", async () => {
  const headers = { "idempotency-key": "one-run" };
  const again = () => call(POST, { key: shop.testKey, headers, params: { name: "over-deduct-race" }, body: {} });
  const [first, second] = [await again(), await again()];
  expect([first.status, second.status], first.text).toEqual([200, 200]);
  expect(second.text).toBe(first.text);
  await expectSameStory(shop, story, first.json as ScenarioRun);
});

describe("refusals", () => {
  test("another name is answered with those there are", async () => {
    const { status, json } = await call(POST, { key: shop.testKey, params: { name: "unheard-of" }, body: {} });
    expect([status, json.code]).toEqual([404, "NOT_FOUND"]);
    for (const name of scenarioNames) expect(json.detail).toContain(name);
  });

  test("a live key is refused", async () => {
    const { status, json } = await call(POST, { key: shop.liveKey, params: { name: "steady" }, body: {} });
    expect(status, JSON.stringify(json)).toBe(403);
  });

  test("a marketplace that may not lend so much is told why, and nothing remains", async () => {
    const poor = await createMarketplace();
    await db()
      .update(marketplaces)
      .set({ maximumLendingCap: kobo(1_000_00) })
      .where(eq(marketplaces.id, poor.marketplaceId));
    const { status, json } = await call(POST, { key: poor.testKey, params: { name: "steady" }, body: {} });
    expect([status, json.code]).toEqual([409, "LOAN_STATE_CONFLICT"]);
    expect(json.detail).toContain("ABOVE_LENDING_CAP");
    expect(await db().select().from(events).where(eq(events.marketplaceId, poor.marketplaceId))).toEqual([]);
  });
});
