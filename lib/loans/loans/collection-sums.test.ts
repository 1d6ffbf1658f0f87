import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { collectionDays } from "@/db/schema/collection";
import { addDays } from "@/lib/kernel/calendar";
import { useDatabase } from "@/test/database";
import { keepCollection } from "@/test/factories/collection";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { costlyCases, costlyTimeout, fc } from "@/test/proof";
import { instant } from "@/test/time";
import type { LoanRecord } from "./load-loans";
import { readCollectionByDay } from "./read-collection";

useDatabase();

const from = "2026-03-02";
let market: TestMarketplace;
let loan: LoanRecord;
beforeAll(async () => {
  market = await createMarketplace();
  const { merchantId } = await anyMerchant(market.test);
  loan = await disbursedLoan(market.test, { merchantId, disbursedAt: instant(`${from}T00:00:00Z`) });
});

const amount = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000_000_000 }));
/** Kobo: what of a day's sales came in, what did not, and what came in beyond it. */
const anyDay = fc.record({
  offset: fc.integer({ min: 0, max: 60 }),
  came: amount,
  short: amount,
  excess: amount,
  judged: fc.boolean(),
});
const anyDays = fc.uniqueArray(anyDay, { maxLength: 25, selector: ({ offset }) => offset });

test(
  "random days, up to any of them, come to what they come to by hand, to the kobo",
  async () => {
    await fc.assert(
      fc.asyncProperty(anyDays, fc.integer({ min: 0, max: 70 }), async (days, last) => {
        await db().delete(collectionDays).where(eq(collectionDays.loanId, loan.id));
        if (days.length > 0) {
          const kept = days.map(({ offset, came, short, excess, judged }) => ({
            ...{ day: addDays(from, offset), judged, agreed: (came + short) / 100, taken: (came + excess) / 100 },
            ...{ missing: judged ? short / 100 : 0, excess: excess / 100 },
          }));
          await keepCollection(market.test, loan.id, ...kept);
        }
        const found = await readCollectionByDay(loan, instant(`${addDays(from, last)}T12:00:00Z`));
        if (!found) throw new Error("The loan is out.");
        const until = days.filter(({ offset }) => offset <= last).sort((one, other) => other.offset - one.offset);
        const sum = (of: (day: (typeof days)[number]) => number) => until.reduce((total, day) => total + of(day), 0);
        const kobo = (naira: number) => Math.round(naira * 100);
        const { agreed, taken, missing, excess, awaited } = found;
        expect([agreed, taken, missing, excess, awaited].map(kobo)).toEqual([
          sum(({ came, short }) => came + short),
          sum(({ came, excess: beyond }) => came + beyond),
          sum(({ short, judged }) => (judged ? short : 0)),
          sum(({ excess: beyond }) => beyond),
          sum(({ short, judged }) => (judged ? 0 : short)),
        ]);
        expect(kobo(agreed)).toBe(kobo(taken) + kobo(missing) + kobo(awaited) - kobo(excess));
        expect(found.days.map(({ day }) => day)).toEqual(until.map(({ offset }) => addDays(from, offset)));
      }),
      { numRuns: costlyCases },
    );
  },
  costlyTimeout,
);
