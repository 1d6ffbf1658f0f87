import { beforeAll, expect, test } from "vitest";
import { maxAmount, toKobo } from "@/lib/kernel/money";
import { checkLoan } from "@/lib/loans/ledger/check";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { type ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";
import { now } from "@/test/time";

useDatabase();

let market: TestMarketplace;
beforeAll(async () => {
  market = await createMarketplace();
});

const refused = { code: "VALIDATION_FAILED", fields: [{ field: "deduction.amount" }] };
/** The largest odd number of kobo. */
const largest = toKobo(maxAmount) - 1;

/** Deducts as often as the totals stay exact. */
async function fill(loan: ServicedLoan): Promise<number> {
  for (let count = 0; count < 20; count++) {
    const refusal = await loan.deduct(largest, { reference: `large-${count}` }).then(
      () => null,
      (error: unknown) => error,
    );
    if (!refusal) continue;
    expect(refusal).toMatchObject(refused);
    return count;
  }
  throw new Error("It was never too much.");
}

test("what is deducted for a loan is exact to the kobo, or refused beyond exact numbers", async () => {
  const loan = await servicedLoan(market.test);
  const { principal, interest } = await loan.row();
  const count = await fill(loan);
  expect(count).toBe(Math.floor((Number.MAX_SAFE_INTEGER - principal - interest) / largest));
  expect((await loan.row()).received).toBe(count * largest);
  expect(await loan.accounts()).toMatchObject({ CASH: count * largest - principal });
  expect((await checkLoan(loan.loan.id, now())).verified).toBe(true);
  await loan.reverse("large-0", largest);
  await loan.deduct(largest, { reference: "in its place" });
  expect((await loan.row()).received).toBe(count * largest);
});
