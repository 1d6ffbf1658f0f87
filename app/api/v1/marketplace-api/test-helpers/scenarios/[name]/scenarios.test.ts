import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { breaks, settlements } from "@/db/schema/settlements";
import { events } from "@/db/schema/webhooks";
import { runDue } from "@/lib/edge/jobs/run-due";
import { day, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { checkLoan } from "@/lib/loans/ledger/check";
import { checkBooks } from "@/lib/loans/ledger/check-books";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { type ScenarioName, type ScenarioRun, scenarioNames } from "@/lib/sandbox/test-helpers/schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { setClockAhead } from "@/test/factories/clock";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST } from "./route";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  await createTestLender();
  shop = await createMarketplace();
});

async function run(name: ScenarioName): Promise<ScenarioRun> {
  const { status, json } = await call(POST, { key: shop.testKey, params: { name }, body: {} });
  expect(status, JSON.stringify(json)).toBe(200);
  return json as ScenarioRun;
}

type Stories = Map<ScenarioName, ScenarioRun>;
const stories: Stories = new Map();
/** Those that other tests told for something of their own. */
const otherStories: Stories = new Map();

/** The one run of a scenario for all that only look at it. */
async function toldOnce(name: ScenarioName, among = stories): Promise<ScenarioRun> {
  const story = among.get(name) ?? (await run(name));
  among.set(name, story);
  return story;
}

async function eventsOf({ merchantId }: ScenarioRun): Promise<string[]> {
  const rows = await db().select().from(events).where(eq(events.merchantId, merchantId)).orderBy(events.sequence);
  return rows.map(({ type }) => type);
}

async function breaksOf({ merchantId }: ScenarioRun) {
  return db().select().from(breaks).where(eq(breaks.merchantId, merchantId)).orderBy(breaks.id);
}

const before = [
  "merchant.created",
  "kyc.submitted",
  "kyc.approved",
  "funding_request.created",
  "funding_request.fulfilled",
  "loan.approved",
];

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

// Lent are 300,000 naira at 3 percent for 30 days, with sales of 2,000,000 a month assumed. On 90 days that is a fee of
// 21,600 for 72 days and 7 percent of sales; on 120 days 28,800 for 96 days and 5.5 percent; on 30 days 9,000 and
// 19.5 percent.
describe("what happens", () => {
  test("steady: twelve weeks, settled and matched, nearly complete once, repaid ahead of time", async () => {
    const story = await toldOnce("steady");
    expect(story.loan).toMatchObject({ status: "REPAID", totalDue: 321_600, totalPaid: 321_600, overpaid: 0 });
    expect(await eventsOf(story)).toEqual([...before, "loan.disbursed", "loan.nearly_complete", "loan.completed"]);
    const settled = await db().select().from(settlements).where(eq(settlements.merchantId, story.merchantId));
    expect(settled.map(({ matchStatus, matchedAmount }) => [matchStatus, matchedAmount])).toEqual(
      Array.from({ length: 3 }, () => ["MATCHED", 107_200_00]),
    );
    expect(await breaksOf(story)).toEqual([]);
    expect(story.story.map(({ what }) => what)).toContain(
      "Sales of ₦382,857.15; ₦26,800.00 is deducted: loan.nearly_complete.",
    );
  });

  test("seasonal-dip: overdue, paused, resumed, and ahead again", async () => {
    const story = await toldOnce("seasonal-dip");
    // A sixteenth of 328,800 is 20,550: four of them, five fifths of one but for what is cut off, two times four. Half is
    // due, since the pause moved the third date.
    expect(story.loan).toMatchObject({
      status: "ACTIVE",
      totalPaid: 267_149.95,
      deduction: { paused: false },
      health: { daysPastDue: 0, overdueAmount: 0, classification: "PERFORMING", aheadBehindAmount: 102_749.95 },
    });
    const updated = "loan.repayment_updated";
    expect(await eventsOf(story)).toEqual([...before, "loan.disbursed", updated, updated]);
    expect(await breaksOf(story)).toEqual([]);
  });

  test("failed-then-reversed: to the kobo; breaks for what was reported twice and what was taken back", async () => {
    const story = await toldOnce("failed-then-reversed");
    expect(story.loan).toMatchObject({ status: "ACTIVE", totalPaid: 69_680, overpaid: 0, refundReceivable: 0 });
    // 7 percent of the sales of the second week, of 229,714.29 and 153,142.86, cut off to the kobo.
    expect(await breaksOf(story)).toMatchObject([
      { type: "SHORT_DEDUCTION", status: "OPEN", expected: 16_080_00, actual: 0 },
      { type: "SHORT_DEDUCTION", status: "OPEN", expected: 10_720_00, actual: 0 },
      { type: "DUPLICATE", status: "OPEN" },
      { type: "MISSING", status: "RESOLVED", resolution: "ARRIVED" },
    ]);
    expect(await eventsOf(story)).toEqual([...before, "loan.disbursed"]);
  });

  test("default: two days short, and 91 days past due", async () => {
    const story = await toldOnce("default");
    expect(story.loan).toMatchObject({ status: "DEFAULTED", totalPaid: 154_500, outstanding: { total: 154_500 } });
    expect(await eventsOf(story)).toEqual([...before, "loan.disbursed", "loan.defaulted"]);
    expect(await breaksOf(story)).toMatchObject([
      { type: "SHORT_DEDUCTION", status: "OPEN", expected: 46_350_00, actual: 0 },
      { type: "SHORT_DEDUCTION", status: "OPEN", expected: 30_900_00, actual: 0 },
    ]);
    const [loan] = await db().select().from(loans).where(eq(loans.id, story.loanId));
    expect(loan).toMatchObject({ defaultReason: "OVERDUE", defaultedAt: new Date(story.story.at(-1)?.at ?? "") });
  });

  test("over-deduct-race: one completes, what is too much is owed to the merchant, whoever looks meanwhile", async () => {
    await db().execute(overtakesOnce);
    const story = await toldOnce("over-deduct-race");
    expect((await db().execute(sql`select from overtaken`)).length).toBe(1);
    expect(story.loan).toMatchObject({ status: "REPAID", totalPaid: 309_000, overpaid: 9_270 });
    expect(story.loan.collection).toMatchObject({ agreed: 309_000, taken: 318_270, awaited: 0, missing: 0 });
    expect(await eventsOf(story)).toEqual([...before, "loan.disbursed", "loan.nearly_complete", "loan.completed"]);
    expect(await breaksOf(story)).toMatchObject([{ type: "OVER_DEDUCTION", status: "OPEN" }]);
  });
});

test("the loan is invisible until its story is complete", async () => {
  let running = true;
  const told = run("steady").finally(() => {
    running = false;
  });
  const seen = new Set<string>();
  while (running) {
    for (const { id, status } of await db().select().from(loans)) seen.add(`${id} ${status}`);
  }
  const story = await told;
  otherStories.set("steady", story);
  const { loanId } = story;
  expect([...seen].filter((one) => one.startsWith(loanId) && !one.endsWith("REPAID"))).toEqual([]);
});

test("the same idempotency key is the same run", async () => {
  const headers = { "idempotency-key": "one-run" };
  const again = () => call(POST, { key: shop.testKey, headers, params: { name: "over-deduct-race" }, body: {} });
  const [first, second] = [await again(), await again()];
  expect([first.status, second.status], first.text).toEqual([200, 200]);
  expect(second.text).toBe(first.text);
  otherStories.set("over-deduct-race", first.json as ScenarioRun);
});

/** A run without what differs from one to the next: ids, and when it was. */
function essence({ story, loan, ...rest }: ScenarioRun) {
  const end = now().getTime();
  const days = (at: string | null) => at && Math.round((Date.parse(at) - end) / day);
  return JSON.stringify({
    scenario: rest.scenario,
    story: story.map(({ at, what }) => [days(at), what]),
    loan: { ...loan, loanId: "", reference: "", merchantId: "", thirdPartyCustomerId: "", agreement: null },
  }).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");
}

test.each(scenarioNames)("%s is the same each time, sound in its books, and left alone by what runs", async (name) => {
  const [one, other] = [await toldOnce(name), await toldOnce(name, otherStories)];
  expect(essence(other)).toBe(essence(one));
  expect(other.merchantId).not.toBe(one.merchantId);
  const { verified, entries } = await checkLoan(one.loanId, now());
  expect(verified).toBe(true);
  expect(await checkBooks({ ...shop.test, id: one.loanId }, now())).toBeNull();
  expect(Object.values(entries).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  await runDue(shop.test);
  expect(await readLoanStatus(everyMerchantOf(shop.test), one.loanId, now())).toEqual(one.loan);
});

test("it ends at the marketplace's present, and its clock does not move", async () => {
  await setClockAhead(shop, 40 * day);
  const { story, loan } = await run("over-deduct-race");
  const end = new Date(story.at(-1)?.at ?? 0);
  expect(Math.abs(end.getTime() - later(now(), 40 * day).getTime())).toBeLessThan(day);
  expect(loan.completedAt).toBe(end.toISOString());
  const [row] = await db().select().from(marketplaces).where(eq(marketplaces.id, shop.marketplaceId));
  expect(row?.testClockAhead).toBe(40 * day);
  await setClockAhead(shop, 0);
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
