import { AsyncLocalStorage } from "node:async_hooks";
import { beforeAll, expect, test } from "vitest";
import { connection, transaction } from "@/db/client";
import { day, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { changeTerms } from "@/lib/lending/servicing/change-terms";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { useDatabase } from "@/test/database";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { lockLoan } from "./load-loans";

useDatabase();

let market: TestMarketplace;
beforeAll(async () => {
  market = await createMarketplace();
});

const start = instant("2026-01-01T00:00:00Z");

/** Waits until this many statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  const look = () =>
    connection()`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await look()).length < count) await new Promise(setImmediate);
}

test("a load that waited for a lock sees the schedule as it is then", async () => {
  const { merchantId } = await anyMerchant(market.test);
  const loan = await disbursedLoan(market.test, { merchantId, disbursedAt: start });
  const now = later(start, 130 * day);
  const outside = AsyncLocalStorage.snapshot();
  const seen = await transaction(async () => {
    const call = { actor: sandboxActor(market.test), loanId: loan.id, now };
    await changeTerms({ ...call, input: { dueDate: "2026-12-31", reason: "Agreed." } });
    const others = outside(
      () => [transaction(() => lockLoan(everyMerchantOf(market.test), loan.id)), serviceLoan(loan.id, now)] as const,
    );
    await waiting(2);
    return { others };
  });
  const [other] = await Promise.all(seen.others);
  expect(other.installments.at(-1)?.dueDate).toBe("2026-12-31");
  expect(await transaction(() => lockLoan(everyMerchantOf(market.test), loan.id))).toMatchObject({ status: "ACTIVE" });
});
