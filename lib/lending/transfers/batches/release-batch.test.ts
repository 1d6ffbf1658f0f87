import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connection, db } from "@/db/client";
import { operatorIn } from "@/lib/kernel/actor";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { closeOrder } from "@/lib/lending/transfers/orders/close-order";
import { giveRailByHand, payoutByHand } from "@/test/by-hand";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { makeBatch } from "./make-batch";
import { releaseBatch } from "./release-batch";

useDatabase();

const isWaiting = () =>
  expect
    .poll(async () => {
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await db().execute(waiting)).length;
    })
    .toBe(1);

test("an order ends or is released, not both: whichever comes second waits for the first, and is refused", async () => {
  const { live } = await createMarketplace({ live: true });
  const operator = (await anyOperator()).actor;
  const lenderId = await createTestLender({ environment: "live" });
  const { railId } = await giveRailByHand(lenderId);
  const [one, other] = [await payoutByHand(live, { lenderId, railId }), await payoutByHand(live, { lenderId, railId })];
  const call = { operator, lenderId, realNow: now() };
  const { id } = await makeBatch({ ...call, input: { kind: "PAYOUTS" } });
  const [before, closing, releasing] = [
    await connection().reserve(),
    await connection().reserve(),
    await connection().reserve(),
  ];
  try {
    // Somebody closes an order once it has been decided about, and before the batch is released.
    await before`begin`;
    await before`select from instruction_batches where id = ${id} for update`;
    const released = releaseBatch({ ...call, batchId: id }).catch((error) => error);
    await isWaiting();
    await closing`begin`;
    await closing`update payouts set status = 'CANCELLED' where id = ${one.payoutId}`;
    await before`commit`;
    await isWaiting();
    await closing`commit`;
    expect(await released).toMatchObject({ code: "LOAN_STATE_CONFLICT" });

    // And another while it is being released.
    const day = lagosDate(now());
    await releasing`begin`;
    await releasing`select from payouts where id = ${other.payoutId} for update`;
    await releasing`update instruction_batches set state = 'RELEASED', released_at = now(), released_for = ${day} where id = ${id}`;
    const input = { order: other.reference, amount: 100_000, outcome: "NOT_PAID", reason: "Not entered." } as const;
    const closed = closeOrder({ actor: operatorIn(live, operator), loanId: other.loanId, input, now: now() });
    const refused = closed.catch((error) => error);
    await isWaiting();
    await releasing`commit`;
    expect((await refused).message).toContain("may be carried out yet");
  } finally {
    for (const one of [before, closing, releasing]) {
      await one`rollback`;
      one.release();
    }
  }
});
