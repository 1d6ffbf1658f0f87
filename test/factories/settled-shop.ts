import { beforeEach } from "vitest";
import { day, hour, later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { instant } from "@/test/time";
import { anyMerchant } from "./kyc";
import { activeLoan } from "./loan";
import { createMarketplace } from "./marketplace";
import { createdEvent, type ToldSettlement, tellDeduction, tellSettlement, transferredEvent } from "./settlement";

/** The week that the settlements of these tests are for, and a moment after it. */
export const weekStart = instant("2026-11-02T00:00:00Z");
export const weekEnd = later(weekStart, 7 * day);
export const afterWeek = later(weekEnd, hour);

/** A settlement of that week. */
export function weekly(change: Partial<ToldSettlement> & { totalDeductions: number }): ToldSettlement {
  return { reference: "S-1", periodStart: weekStart, periodEnd: weekEnd, ...change };
}

/** A merchant with a loan that has run since before that week, whose marketplace tells of deductions and settlements. */
async function settledShop() {
  const { test } = await createMarketplace();
  const shop = { test, ...(await anyMerchant(test)) };
  const { loanId } = await activeLoan(test, shop.merchantId, { now: later(weekStart, -day) });
  return {
    ...shop,
    loanId,
    deduct: (reference: string, amount: number, at: BusinessTime, now = later(at, 1)) =>
      tellDeduction(shop, { loanId, reference, amount, at }, now),
    /** Settlement.created and .transferred at once. Answers the settlement's id. */
    settle: async (settlement: ToldSettlement, at = afterWeek): Promise<string> => {
      await tellSettlement(shop, createdEvent(shop, settlement, at), at);
      return (await tellSettlement(shop, transferredEvent(shop, settlement, at), at)).id;
    },
  };
}
type SettledShop = Awaited<ReturnType<typeof settledShop>>;

/** Such a shop anew before each test of the file. What is taken from `deduct` and `settle` is of the test that runs. */
export function useSettledShop() {
  const present = {} as SettledShop;
  beforeEach(async () => {
    Object.assign(present, await settledShop());
  });
  const deduct: SettledShop["deduct"] = (...told) => present.deduct(...told);
  const settle: SettledShop["settle"] = (...told) => present.settle(...told);
  return { shop: present, deduct, settle };
}
