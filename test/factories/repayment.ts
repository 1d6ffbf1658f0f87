import type { Actor } from "@/lib/kernel/actor";
import { fromKobo, kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { receiveRepayment } from "@/lib/lending/repayments/receive-repayment";
import type { RepaymentReceipt } from "@/lib/lending/repayments/report";
import type { RepaymentEvent } from "@/lib/sales/data-events/schema";

/** A loan as a marketplace names it in its reports. */
export type ReportedLoan = {
  id: string;
  reference: string;
  marketplaceId: string;
  thirdPartyCustomerId: string | null;
};

/** What may be said with any report, beyond what happened. */
type Saying = {
  /** A new one unless given. */
  eventId?: string;
  /** When it is reported; when it happened unless given. */
  timestamp?: BusinessTime;
  /** Kobo. */
  balance?: { due: number; paid: number; outstanding: number };
};

let made = 0;

/** An event id, or a reference, that no other call gives. */
export function anyReference(prefix = "evt"): string {
  made += 1;
  return `${prefix}-${made}`;
}

/** That a deduction was made. Amount in kobo. */
export function deductedEvent(
  loan: ReportedLoan,
  { reference, amount, at, ...saying }: Saying & { reference: string; amount: number; at: BusinessTime },
): RepaymentEvent {
  const deduction = { reference, amount: fromKobo(kobo(amount)), currency: "NGN" as const, deductedAt: at };
  return { event: "repayment.deducted", ...common(loan, saying, at), deduction };
}

/** That a deduction was reversed, whole or in part. Amount in kobo. */
export function reversedEvent(
  loan: ReportedLoan,
  fact: Saying & { reference: string; originalReference: string; amount: number; at: BusinessTime },
): RepaymentEvent {
  const { reference, originalReference, amount, at, ...saying } = fact;
  return {
    event: "repayment.reversed",
    ...common(loan, saying, at),
    deduction: {
      reference,
      originalReference,
      amount: fromKobo(kobo(amount)),
      currency: "NGN",
      reversedAt: at,
      reasonCode: "ORDER_REFUNDED",
    },
  };
}

/** That a deduction was tried in vain. Amount in kobo. */
export function failedEvent(
  loan: ReportedLoan,
  { reference, amount, at, ...saying }: Saying & { reference: string; amount: number; at: BusinessTime },
): RepaymentEvent {
  return {
    event: "repayment.failed",
    ...common(loan, saying, at),
    deduction: {
      reference,
      attemptedAmount: fromKobo(kobo(amount)),
      currency: "NGN",
      failedAt: at,
      reasonCode: "INSUFFICIENT_BALANCE",
      reason: "The settlement did not suffice.",
      willRetry: true,
    },
  };
}

function common(loan: ReportedLoan, { eventId, timestamp, balance }: Saying, at: BusinessTime) {
  return {
    eventId: eventId ?? anyReference(),
    timestamp: timestamp ?? at,
    marketplace: { id: loan.marketplaceId },
    merchant: { marketplaceId: loan.thirdPartyCustomerId ?? "" },
    loan: { serviceId: loan.id, serviceReference: loan.reference },
    ...(balance && {
      loanBalance: {
        totalDue: fromKobo(kobo(balance.due)),
        totalPaid: fromKobo(kobo(balance.paid)),
        outstanding: fromKobo(kobo(balance.outstanding)),
      },
    }),
  };
}

/** An event as it is sent to the data plane: JSON, its names in camelCase. */
function sentEvent(event: RepaymentEvent): Record<string, unknown> {
  return JSON.parse(JSON.stringify(event));
}

/** An event as it is sent by webhook: JSON, its names in snake_case. */
export function sentWebhook(event: RepaymentEvent): Record<string, unknown> {
  return JSON.parse(JSON.stringify(event), (_, value: unknown) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [snakeName(name), inner]))
      : value,
  );
}

function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Reports an event as the marketplace's backend does. */
export function report(actor: Actor, event: RepaymentEvent, now: BusinessTime): Promise<RepaymentReceipt> {
  return receiveRepayment({ actor, input: event, raw: sentEvent(event), now });
}
