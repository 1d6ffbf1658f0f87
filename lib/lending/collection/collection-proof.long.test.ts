import { beforeAll, expect, test } from "vitest";
import { later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { changeLoan, type LoanChange, oracleLoanOf } from "@/test/collection/changes";
import { expectedCollection, type OracleWorld } from "@/test/collection/oracle";
import type { OracleSource } from "@/test/collection/oracle-sales";
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
import { disbursements, drawnWorlds, type ToldWorld } from "@/test/collection/world";
import { useDatabase } from "@/test/database";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import type { ReportedLoan } from "@/test/factories/repayment";
import { costlyCases, costlyTimeout, fc } from "@/test/proof";
import { instant } from "@/test/time";
import { collectionKinds } from "./spread";

useDatabase();

let test_: CollectedShop["test"];
beforeAll(async () => {
  test_ = (await createMarketplace()).test;
});

/** Something that becomes known at a moment; `by` at the earliest. */
type Telling = { by: number; tell: (now: BusinessTime) => Promise<void> };

/** Orders are numbered by shop: the same one of two shops would be a sale that another merchant is said to have made. */
const named = ({ merchantId }: CollectedShop, orderId: string) => `${merchantId}-${orderId}`;

const sourceOf = (shop: CollectedShop, source: OracleSource | null) =>
  source
    ? {
        id: named(shop, source.id),
        type: source.sale ? "sale" : "payout",
        amount: source.amount,
        at: instant(source.at),
      }
    : undefined;

/** All there is to tell of a world: each sale, deduction and reversal; what is told again after it was told. */
function tellings(shop: CollectedShop, loans: readonly ReportedLoan[], world: ToldWorld, late: readonly number[]) {
  const { events, deductions, repeated, reversals } = world;
  const said: Telling[] = [];
  const tellings: OracleWorld["tellings"] = [];
  const lateBy = () => (late[said.length] ?? 0) * 3_600_000;
  const say = (by: number, tell: Telling["tell"]) => said.push({ by, tell });
  const loanOf = (number: number) => loans[number] as ReportedLoan;
  for (const event of events) {
    const by = event.at + lateBy();
    tellings.push({ told: by, event });
    const refundOf = event.refundOf && named(shop, event.refundOf);
    const told = { ...event, orderId: named(shop, event.orderId), refundOf, at: instant(event.at) };
    say(by, (now) => tellSale(shop, told, now));
  }
  for (const { loan, reference, amount, at, source } of deductions) {
    const told = { reference, amount, at: instant(at), eventId: `${reference}-${shop.merchantId}` };
    const by = at + lateBy();
    const tell = (fact: typeof told, from: OracleSource | null, now: BusinessTime) =>
      tellDeduction(shop, loanOf(loan), { ...fact, source: sourceOf(shop, from), timestamp: instant(by) }, now);
    tellings.push({ told: by, source });
    say(by, (now) => tell(told, source, now));
    for (const { sameEvent, source: from } of repeated.filter(({ of }) => of === reference)) {
      const fact = sameEvent ? told : { ...told, eventId: `${told.eventId}-again` };
      const again = by + lateBy();
      if (!sameEvent) tellings.push({ told: again, source: from });
      say(again, (now) => tell(fact, from, now));
    }
  }
  for (const { of, amount, at } of reversals) {
    const loan = loanOf(deductions.find(({ reference }) => reference === of)?.loan ?? 0);
    say(at + lateBy(), (now) => tellReversal(shop, loan, { of, amount, at: instant(at) }, now));
  }
  tellings.sort((one, other) => one.told - other.told);
  return { said, tellings };
}

function changesToTell(loanId: string, changes: readonly LoanChange[]): Telling[] {
  return changes.map((change) => ({ by: change.at.getTime(), tell: () => changeLoan(test_, loanId, change) }));
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
  const wrong = (await openBreaksOf(id))
    .filter(({ type }) => collectionKinds.some((kind) => kind === type))
    .map(({ type, day, expected, actual }) => ({ type, day, expected, actual }));
  return { days: await daysOf(id), wrong };
}

test(
  "whatever is sold, deducted, changed and paid, told in whatever order, comes to what was agreed, to the kobo",
  async () => {
    await fc.assert(
      fc.asyncProperty(drawnWorlds, async (drawn) => {
        const { world, changes, late, looks, due } = drawn;
        const shop = { test: test_, ...(await anyMerchant(test_)) };
        const made: ReportedLoan[] = [];
        for (const disbursedAt of disbursements(drawn)) {
          const interest = Math.floor(due / 10);
          const terms = { merchantId: shop.merchantId, principal: due - interest, interest, disbursedAt };
          const { id: loanId, reference } = await disbursedLoan(test_, terms);
          made.push(namedBy(shop, { loanId, reference }));
        }
        const [first] = made;
        const told = tellings(shop, made, world, late);
        const said = [...told.said, ...changesToTell(first?.id ?? "", changes)];
        said.sort((one, other) => one.by - other.by);
        for (const [i, { by, tell }] of said.entries()) {
          await tell(instant(by));
          if (looks[i]) await watchAll(made, instant(by));
        }
        const now = instant(Math.max(later(drawn.end, 0).getTime(), said.at(-1)?.by ?? 0));
        await watchAll(made, later(now, 600_000));
        const loans = await Promise.all(made.map(({ id }) => oracleLoanOf(test_, id)));
        const seen: OracleWorld = { ...world, loans, tellings: told.tellings, now: now.getTime() };
        for (const [i, { id }] of made.entries()) {
          expect(await found(id), JSON.stringify({ seen, changes })).toEqual(expectedCollection(seen, i));
        }
      }),
      { numRuns: Math.ceil(costlyCases / 2), endOnFailure: true },
    );
  },
  costlyTimeout,
);
