import { expect, test } from "vitest";
import { day, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import type { RecordOverrides } from "@/lib/terms/fixtures/merchant-record.mjs";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { readFundingOptions } from "./read-funding-options";

useDatabase();

test("leaving out the sales history makes no forecast rosier, of an option or of a loan", async () => {
  const { test: tenant } = await createMarketplace();
  await createTestLender();
  const actor = sandboxActor(tenant);
  const [open, silent] = [await anyMerchant(tenant), await anyMerchant(tenant)];
  type Shop = typeof open;
  const reach = everyMerchantOf(tenant);
  const submit = async ({ thirdPartyCustomerId: ref }: Shop, overrides: RecordOverrides, at: typeof today) => {
    const input = merchantRecord({ ...overrides, merchantIdentity: { merchantId: ref } }, at);
    const { submissionId } = await submitSalesData({ actor, ref, input, now: at });
    await scoreSubmission(submissionId, at);
  };
  const today = now();
  const boast = { salesPerformance: { gmv30Days: 9e7 } };
  for (const one of [open, silent]) await submit(one, {}, later(today, -day));
  await submit(open, boast, today);
  await submit(silent, { ...boast, monthlySalesHistory: undefined }, today);

  const optionsOf = async ({ thirdPartyCustomerId }: Shop) =>
    (await readFundingOptions(reach, thirdPartyCustomerId, 50_000, today)).options.map((option) => option.forecast);
  expect(await optionsOf(silent)).toEqual(await optionsOf(open));
  expect((await optionsOf(silent)).length).toBeGreaterThan(0);
  const loanOf = async ({ merchantId }: Shop) => {
    const { loanId } = await activeLoan(tenant, merchantId, { now: today });
    return (await readLoanStatus(reach, loanId, today)).forecast;
  };
  const [one, other] = [await loanOf(silent), await loanOf(open)];
  expect(one).toEqual(other);
  expect(one).not.toBeNull();
});
