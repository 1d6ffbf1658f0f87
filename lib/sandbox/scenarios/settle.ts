import { day, hour, later, latest } from "@/lib/kernel/calendar";
import { currency, fromKobo, type Kobo, minus, totalOf } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { receiveSettlement } from "@/lib/lending/reconciliation/settlements/receive-settlement";
import { type SettlementEvent, settlementEvent } from "@/lib/lending/reconciliation/settlements/schema";
import { passTime } from "./pass-time";
import { nameFor, type Story } from "./story";

type Settled = {
  from: BusinessTime;
  sales: Kobo;
  deductions: readonly { reference: string; amount: Kobo; at: BusinessTime }[];
};

/** When a settlement closes: an hour after its last deduction, or now where the story is further. */
function closeOf({ reached }: Story, { from, deductions }: Omit<Settled, "sales">): BusinessTime {
  return latest(reached, later(latest(from, ...deductions.map(({ at }) => at)), hour));
}

/** When it would be transferred: a day after it closes. */
export function transferOf(story: Story, settled: Omit<Settled, "sales">): BusinessTime {
  return later(closeOf(story, settled), day);
}

/** Returns the time of the transfer. */
export async function settle(story: Story, { from, sales, deductions }: Settled) {
  const reference = nameFor(story, "settlement");
  const deducted = totalOf(deductions);
  const netAmount = fromKobo(minus(sales, deducted));
  const settled = { from, deductions };
  const [periodEnd, transferredAt] = [closeOf(story, settled), transferOf(story, settled)];
  await send(story, periodEnd, "settlement.created", {
    reference,
    grossAmount: fromKobo(sales),
    totalDeductions: fromKobo(deducted),
    netAmount,
    currency,
    periodStart: from.toISOString(),
    periodEnd: periodEnd.toISOString(),
  });
  await send(story, transferredAt, "settlement.transferred", {
    reference,
    netAmount,
    currency,
    transferredAt: transferredAt.toISOString(),
    transferReference: nameFor(story, "transfer"),
    deductionReferences: deductions.map(({ reference: deduction }) => deduction),
  });
  return { transferredAt };
}

async function send(
  story: Story,
  at: BusinessTime,
  event: SettlementEvent["event"],
  settlement: Record<string, unknown>,
) {
  const { actor, merchantId, ref } = story;
  await passTime(story, at);
  const raw = {
    event,
    eventId: nameFor(story, "event"),
    timestamp: at.toISOString(),
    marketplace: { id: actor.tenant.marketplaceId },
    merchant: { marketplaceId: ref, serviceId: merchantId },
    settlement,
  };
  await receiveSettlement({ actor, input: settlementEvent.parse(raw), raw, now: at });
}
