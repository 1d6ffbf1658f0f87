import { beforeAll, expect, test } from "vitest";
import { addDays } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { explainLoan } from "@/lib/loans/statements/explain-loan";
import { collectionByDay, mostDays } from "@/lib/terms/collection/schema";
import { useDatabase } from "@/test/database";
import { keepCollection } from "@/test/factories/collection";
import { disbursedLoan, undisbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { readLoanStatuses } from "./queries";
import { collectionIn, readCollectionByDay } from "./read-collection";

useDatabase();

let market: TestMarketplace;
let merchantId: string;
beforeAll(async () => {
  market = await createMarketplace();
  merchantId = (await anyMerchant(market.test)).merchantId;
});

const disbursedAt = instant("2026-03-02T09:00:00Z");
const now = instant("2026-03-12T08:00:00Z");
const justBefore = instant("2026-03-02T08:59:59.999Z");
const lend = () => disbursedLoan(market.test, { merchantId, disbursedAt });

/** Short, over and exact days that are judged, and two that are not. */
const week = [
  { day: "2026-03-03", agreed: 700.07, taken: 0, missing: 700.07 },
  { day: "2026-03-04", agreed: 1_000, taken: 1_000.5, excess: 0.5 },
  { day: "2026-03-05", agreed: 500, taken: 500 },
  { day: "2026-03-10", agreed: 400, taken: 100, judged: false },
  { day: "2026-03-11", agreed: 0, taken: 20, excess: 20, judged: false },
];
const totals = { agreed: 2_600.07, taken: 1_620.5, missing: 700.07, excess: 20.5, awaited: 300, changed: 0 };

test("totals cover all days, each loan's own, of many loans at once; an offer has none", async () => {
  const [one, other] = [await lend(), await lend()];
  const offer = await undisbursedLoan(market.test, { merchantId }, "APPROVED");
  await keepCollection(market.test, one.id, ...week);
  const period = { from: "2026-03-02", to: "2026-03-12" };
  const ids = [one.id, other.id, offer.id];
  const { results } = await readLoanStatuses(everyMerchantOf(market.test), ids, now);
  expect(results.map(({ collection }) => collection)).toEqual([
    { ...period, ...totals },
    { ...period, agreed: 0, taken: 0, missing: 0, excess: 0, awaited: 0, changed: 0 },
    null,
  ]);
  expect(await collectionIn(one, now)).toEqual({ ...period, ...totals });
  expect(await collectionIn(offer, now)).toBeNull();
  // What a merchant pays after a write-off has an event too.
  const writtenOffAt = instant("2026-03-11T20:00:00Z");
  expect(await collectionIn({ ...one, writtenOffAt }, now)).toEqual({ ...period, to: "2026-03-11", ...totals });
});

test("a loan paid out while it is asked for has its collection", async () => {
  const loan = await lend();
  const [{ collection } = {}] = (await readLoanStatuses(everyMerchantOf(market.test), [loan.id], justBefore)).results;
  expect(collection).toMatchObject({ from: "2026-03-02", to: "2026-03-02", agreed: 0 });
  expect(await collectionIn(loan, justBefore)).toEqual(collection);
});

test("by day: newest first, up to the date asked about, with the totals of those days", async () => {
  const loan = await lend();
  await keepCollection(market.test, loan.id, ...week);
  const early = await readCollectionByDay(loan, instant("2026-03-04T00:00:00Z"));
  expect(early).toEqual({
    ...{ from: "2026-03-02", to: "2026-03-04", agreed: 1_700.07, taken: 1_000.5, missing: 700.07, excess: 0.5 },
    awaited: 0,
    changed: 0,
    days: [
      { day: "2026-03-04", agreed: 1_000, taken: 1_000.5, missing: 0, excess: 0.5, changed: 0, judged: true },
      { day: "2026-03-03", agreed: 700.07, taken: 0, missing: 700.07, excess: 0, changed: 0, judged: true },
    ],
  });
  const whole = await readCollectionByDay(loan, now);
  expect(whole?.days.map(({ day, judged }) => [day, judged])).toEqual([
    ["2026-03-11", false],
    ["2026-03-10", false],
    ["2026-03-05", true],
    ["2026-03-04", true],
    ["2026-03-03", true],
  ]);
  expect(await readCollectionByDay(loan, instant("2026-03-02T08:00:00Z"))).toBeNull();
});

test("the explanation has it as of the moment it is asked about", async () => {
  const loan = await lend();
  await keepCollection(market.test, loan.id, ...week);
  const asOf = instant("2026-03-10T23:00:00Z");
  const call = { reach: everyMerchantOf(market.test), loanId: loan.id, now };
  const { collection } = await explainLoan({ ...call, query: { asOf, limit: 1 } });
  expect(collectionByDay.strict().parse(collection)).toEqual(await readCollectionByDay(loan, asOf));
  expect(collection).toMatchObject({ to: "2026-03-10", taken: 1_600.5, awaited: 300 });
  expect((await explainLoan({ ...call, query: { limit: 1 } })).collection?.days).toHaveLength(week.length);
});

test("of a long loan the last days are listed, and the totals are of all", async () => {
  const loan = await lend();
  const days = Array.from({ length: mostDays + 1 }, (_, i) => addDays("2026-03-02", i));
  await keepCollection(market.test, loan.id, ...days.map((day) => ({ day, agreed: 1, taken: 1 })));
  const found = await readCollectionByDay(loan, instant("2028-01-01T00:00:00Z"));
  expect(found?.taken).toBe(mostDays + 1);
  expect(found?.days).toHaveLength(mostDays);
  expect(found?.days.at(-1)?.day).toBe("2026-03-03");
});
