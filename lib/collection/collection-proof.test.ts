import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans, loanWatches } from "@/db/schema/loans";
import { later, minute } from "@/lib/calendar";
import type { BusinessTime } from "@/lib/time";
import { expectedCollection, type OracleWorld } from "@/test/collection/oracle";
import {
  type CollectedShop,
  daysOf,
  namedBy,
  openBreaksOf,
  tellDeduction,
  tellReversal,
  tellSale,
  watchUntil,
} from "@/test/collection/shop";
import { drawnWorlds, settleWorld } from "@/test/collection/world";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import type { ReportedLoan } from "@/test/factories/repayment";
import { costlyTimeout, fc, proofCases } from "@/test/proof";
import { instant } from "@/test/time";

useDatabase();

let test_: CollectedShop["test"];
beforeAll(async () => {
  test_ = (await createMarketplace()).test;
});

type Telling = (shop: CollectedShop, loans: readonly ReportedLoan[], now: BusinessTime) => Promise<void>;

/** All there is to tell of a world: each sale, deduction and reversal. */
function tellings({ events, deductions, reversals }: OracleWorld): Telling[] {
  const loanOf = (list: readonly ReportedLoan[], reference: string) =>
    list[deductions.find((one) => one.reference === reference)?.loan ?? 0] as ReportedLoan;
  return [
    ...events.map(
      ({ orderId, amount, at }): Telling =>
        (shop, _, now) =>
          tellSale(shop, { orderId, amount, at: instant(at) }, now),
    ),
    ...deductions.map(
      ({ reference, amount, at, source }): Telling =>
        (shop, list, now) =>
          tellDeduction(
            shop,
            loanOf(list, reference),
            {
              reference,
              amount,
              at: instant(at),
              source: source
                ? {
                    id: source.id,
                    type: source.sale ? "sale" : "payout",
                    amount: source.amount,
                    at: instant(source.at),
                  }
                : undefined,
            },
            now,
          ),
    ),
    ...reversals.map(
      ({ of, amount, at }): Telling =>
        (shop, list, now) =>
          tellReversal(shop, loanOf(list, of), { of, amount, at: instant(at) }, now),
    ),
  ];
}

/** Has everything computed that is due, of all the loans, until nothing is. */
async function watchAll(list: readonly { id: string }[], until: BusinessTime): Promise<void> {
  let times = 1;
  while (times > 0) {
    times = 0;
    for (const { id } of list) times += await watchUntil(id, until);
  }
}

async function found(id: string) {
  const wrong = (await openBreaksOf(id)).map(({ type, day, expected, actual }) => ({ type, day, expected, actual }));
  return { days: await daysOf(id), wrong };
}

test(
  "whatever is sold and deducted, told in whatever order, comes to what was agreed, to the kobo",
  async () => {
    await fc.assert(
      fc.asyncProperty(drawnWorlds, async ({ world, order, looks }) => {
        const shop = { test: test_, ...(await anyMerchant(test_)) };
        const made = await settleWorld(test_, shop.merchantId, world);
        const named = made.map(({ id, reference }) => namedBy(shop, { loanId: id, reference }));
        const inOrder = tellings(world)
          .map((tell, i) => ({ tell, rank: order[i] ?? 0, look: looks[i] ?? false }))
          .sort((one, other) => one.rank - other.rank);
        let now = instant(world.now);
        for (const { tell, look } of inOrder) {
          now = instant(later(now, minute));
          await tell(shop, named, now);
          if (look) await watchAll(made, now);
        }
        // What payments and time alone change is looked at in the end.
        await db()
          .update(loanWatches)
          .set({ dueAt: now })
          .where(sql`id = any(${sql.param(made.map(({ id }) => id))}::text[])`);
        await watchAll(made, now);
        const rows = await db().select().from(loans).where(eq(loans.merchantId, shop.merchantId));
        const seen: OracleWorld = {
          ...world,
          now: now.getTime(),
          loans: world.loans.map((loan, i) => ({
            ...loan,
            repaid: rows.find(({ id }) => id === made[i]?.id)?.status === "REPAID",
          })),
        };
        for (const [i, { id }] of made.entries())
          expect(await found(id), JSON.stringify(seen)).toEqual(expectedCollection(seen, i));
      }),
      { numRuns: Math.ceil(proofCases * 0.15), endOnFailure: true },
    );
  },
  costlyTimeout,
);
