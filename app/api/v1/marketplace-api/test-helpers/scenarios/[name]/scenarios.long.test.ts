import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { settlements } from "@/db/schema/settlements";
import { day, later } from "@/lib/kernel/calendar";
import { type ScenarioName, type ScenarioRun, scenarioNames } from "@/lib/sandbox/test-helpers/schema";
import { useDatabase } from "@/test/database";
import { setClockAhead } from "@/test/factories/clock";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";
import { beforeTheMoney, breaksOf, eventsOf, expectSameStory, tellScenario } from "@/test/told-scenario";

useDatabase();
usePlainAgreements();

let shop: TestMarketplace;
beforeAll(async () => {
  await createTestLender();
  shop = await createMarketplace();
});

/** Told for what is looked at in it, and once more for what it has in common with the first. */
const stories = new Map<ScenarioName, ScenarioRun>();
const otherStories = new Map<ScenarioName, ScenarioRun>();

async function toldOnce(name: ScenarioName, among = stories): Promise<ScenarioRun> {
  const story = among.get(name) ?? (await tellScenario(shop, name));
  among.set(name, story);
  return story;
}

// Lent are 300,000 naira at 3 percent for 30 days, with sales of 2,000,000 a month assumed. On 90 days that is a fee of
// 21,600 for 72 days and 7 percent of sales; on 120 days 28,800 for 96 days and 5.5 percent; on 30 days 9,000 and
// 19.5 percent.
describe("what happens", () => {
  test("steady: twelve weeks, settled and matched, nearly complete once, repaid ahead of time", async () => {
    const story = await toldOnce("steady");
    expect(story.loan).toMatchObject({ status: "REPAID", totalDue: 321_600, totalPaid: 321_600, overpaid: 0 });
    expect(await eventsOf(story)).toEqual([
      ...beforeTheMoney,
      "loan.disbursed",
      "loan.nearly_complete",
      "loan.completed",
    ]);
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
    expect(await eventsOf(story)).toEqual([...beforeTheMoney, "loan.disbursed", updated, updated]);
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
    expect(await eventsOf(story)).toEqual([...beforeTheMoney, "loan.disbursed"]);
  });

  test("default: two days short, and 91 days past due", async () => {
    const story = await toldOnce("default");
    expect(story.loan).toMatchObject({ status: "DEFAULTED", totalPaid: 154_500, outstanding: { total: 154_500 } });
    expect(await eventsOf(story)).toEqual([...beforeTheMoney, "loan.disbursed", "loan.defaulted"]);
    expect(await breaksOf(story)).toMatchObject([
      { type: "SHORT_DEDUCTION", status: "OPEN", expected: 46_350_00, actual: 0 },
      { type: "SHORT_DEDUCTION", status: "OPEN", expected: 30_900_00, actual: 0 },
    ]);
    const [loan] = await db().select().from(loans).where(eq(loans.id, story.loanId));
    expect(loan).toMatchObject({ defaultReason: "OVERDUE", defaultedAt: new Date(story.story.at(-1)?.at ?? "") });
  });
});

test("the loan is invisible until its story is complete", async () => {
  let running = true;
  const told = tellScenario(shop, "steady").finally(() => {
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

// Of over-deduct-race it is shown in scenarios.test.ts.
const others = scenarioNames.filter((name) => name !== "over-deduct-race");

test.each(others)("%s is the same each time, sound in its books, and left alone by what runs", async (name) => {
  await expectSameStory(shop, await toldOnce(name), await toldOnce(name, otherStories));
});

test("it ends at the marketplace's present, and its clock does not move", async () => {
  await setClockAhead(shop, 40 * day);
  const { story, loan } = await tellScenario(shop, "over-deduct-race");
  const end = new Date(story.at(-1)?.at ?? 0);
  expect(Math.abs(end.getTime() - later(now(), 40 * day).getTime())).toBeLessThan(day);
  expect(loan.completedAt).toBe(end.toISOString());
  const [row] = await db().select().from(marketplaces).where(eq(marketplaces.id, shop.marketplaceId));
  expect(row?.testClockAhead).toBe(40 * day);
  await setClockAhead(shop, 0);
});
