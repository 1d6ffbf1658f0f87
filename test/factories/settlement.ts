import type { Tenant } from "@/lib/kernel/actor";
import type { BusinessTime } from "@/lib/kernel/time";
import { receiveSettlement } from "@/lib/lending/reconciliation/settlements/receive-settlement";
import type { SettlementEvent } from "@/lib/lending/reconciliation/settlements/schema";
import { receiveRepayment } from "@/lib/lending/repayments/receive-repayment";
import { sandboxActor } from "./kyc";

type Shop = { test: Tenant; thirdPartyCustomerId: string };

/** A settlement as its marketplace tells of it; amounts in naira. */
export type ToldSettlement = {
  reference: string;
  totalDeductions: number;
  grossAmount?: number;
  netAmount?: number;
  periodStart: BusinessTime;
  periodEnd: BusinessTime;
  transferredAt?: BusinessTime;
  names?: string[];
};

let made = 0;

function common({ test, thirdPartyCustomerId }: Shop, now: BusinessTime) {
  made += 1;
  const marketplace = { id: test.marketplaceId };
  return { eventId: `told-${made}`, timestamp: now, marketplace, merchant: { marketplaceId: thirdPartyCustomerId } };
}

/** The settlement.created of a settlement. */
export function createdEvent(shop: Shop, told: ToldSettlement, now: BusinessTime): SettlementEvent {
  const { reference, totalDeductions, periodStart, periodEnd, grossAmount = 100_000 } = told;
  const netAmount = told.netAmount ?? grossAmount - totalDeductions;
  const settlement = { reference, grossAmount, totalDeductions, netAmount, currency: "NGN" as const };
  return {
    event: "settlement.created",
    ...common(shop, now),
    settlement: { ...settlement, periodStart, periodEnd },
  };
}

/** The settlement.transferred of a settlement. */
export function transferredEvent(shop: Shop, told: ToldSettlement, now: BusinessTime): SettlementEvent {
  const { reference, totalDeductions, grossAmount = 100_000, transferredAt = told.periodEnd, names } = told;
  const netAmount = told.netAmount ?? grossAmount - totalDeductions;
  const settlement = {
    reference,
    netAmount,
    currency: "NGN" as const,
    transferredAt,
    transferReference: `t-${reference}`,
  };
  return {
    event: "settlement.transferred",
    ...common(shop, now),
    settlement: { ...settlement, deductionReferences: names },
  };
}

/** Has the service receive a settlement event, as a webhook would. */
export async function tellSettlement(shop: Shop, event: SettlementEvent, now: BusinessTime) {
  return receiveSettlement({ actor: sandboxActor(shop.test), input: event, raw: event, now });
}

/** Has the service receive a deduction, as a webhook would. Naira. */
export async function tellDeduction(
  shop: Shop,
  told: { loanId: string; reference: string; amount: number; at: BusinessTime; orderId?: string },
  now: BusinessTime,
) {
  const { loanId, reference, amount, at, orderId } = told;
  const input = {
    event: "repayment.deducted" as const,
    ...common(shop, now),
    loan: { serviceId: loanId },
    deduction: { reference, amount, currency: "NGN" as const, deductedAt: at },
    ...(orderId === undefined
      ? {}
      : { sourceTransaction: { id: orderId, type: "sale", grossAmount: amount, timestamp: at } }),
  };
  return receiveRepayment({ actor: sandboxActor(shop.test), input, raw: input, now });
}

/** Has the service receive a reversal, as a webhook would. Naira. */
export async function tellReversal(
  shop: Shop,
  told: { loanId: string; reference?: string; of: string; amount: number; at: BusinessTime },
  now: BusinessTime,
) {
  const { loanId, of, reference = `r-${of}`, amount, at } = told;
  const deduction = { reference, originalReference: of, amount, currency: "NGN" as const, reversedAt: at };
  const input = {
    event: "repayment.reversed" as const,
    ...common(shop, now),
    loan: { serviceId: loanId },
    deduction: { ...deduction, reasonCode: "REFUNDED" },
  };
  return receiveRepayment({ actor: sandboxActor(shop.test), input, raw: input, now });
}
