import { beforeEach } from "vitest";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { toKobo } from "@/lib/kernel/money";
import { type BusinessTime, realTimeOf } from "@/lib/kernel/time";
import { foldItems } from "@/lib/lending/remittances/fold-items";
import { findRemitters, readBalance } from "@/lib/lending/remittances/queries";
import { receiveRemittance } from "@/lib/lending/remittances/receive-remittance";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { matchAll } from "@/test/factories/matching";
import {
  createdEvent,
  tellDeduction,
  tellReversal,
  tellSettlement,
  transferredEvent,
} from "@/test/factories/settlement";
import { instant } from "@/test/time";

/** So many days after a Monday on which deductions begin: 2 November 2026. */
export const at = (days: number): BusinessTime => later(instant("2026-11-02T09:00:00Z"), days * day);

export const fold = async () => {
  while (await foldItems("watch-remittances", 3)) {
    // Until nothing is left.
  }
};

let told = 0;

/** A live loan whose marketplace deducts and remits. Naira. */
async function remittingShop() {
  const { live } = await createMarketplace();
  const shop = { test: live, ...(await anyMerchant(live)) };
  const { id: loanId, lenderId } = await disbursedLoan(live, { merchantId: shop.merchantId, disbursedAt: at(-20) });
  const remitter = async () => {
    await fold();
    const [found] = await findRemitters({ tenant: live });
    if (!found) throw new Error("Nothing is owed.");
    return found;
  };
  const balance = async (now: BusinessTime) => readBalance(await remitter(), now);
  return {
    live: live as Tenant,
    ...{ shop, loanId, lenderId, remitter, balance },
    deduct: (amount: number, on: BusinessTime, reference = `D-${++told}`) =>
      tellDeduction(shop, { loanId, reference, amount, at: on }, later(on, 1)),
    reverse: (of: string, amount: number, on: BusinessTime) =>
      tellReversal(shop, { loanId, reference: `R-${++told}`, of, amount, at: on }, later(on, 2)),
    /** Both events of a settlement that names these deductions, matched two days later. */
    settle: async (name: string, on: BusinessTime, names: string[], totalDeductions: number) => {
      const settlement = {
        ...{ reference: `${name}-${live.marketplaceId}`, totalDeductions, names, transferredAt: on },
        ...{ periodStart: later(on, -20 * day), periodEnd: on },
      };
      await tellSettlement(shop, createdEvent(shop, settlement, on), on);
      await tellSettlement(shop, transferredEvent(shop, settlement, on), on);
      await matchAll(shop.merchantId, later(on, 2 * day));
    },
    owes: async (now: BusinessTime) =>
      (await balance(now)).days.map(({ dueOn, amount, state }) => [dueOn, amount / 100, state]),
    remit: async (naira: number, on: BusinessTime) =>
      receiveRemittance({
        remitterId: (await remitter()).id,
        ...{ amount: toKobo(naira), receivedOn: lagosDate(on), bankReference: `LINE-${++told}`, source: "STATEMENT" },
        realNow: realTimeOf(on),
      }),
  };
}

/** Such a shop anew before each test of the file. */
export function useRemittingShop() {
  const present = {} as Awaited<ReturnType<typeof remittingShop>>;
  beforeEach(async () => {
    Object.assign(present, await remittingShop());
  });
  return present;
}
