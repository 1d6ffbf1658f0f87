import { z } from "zod";
import {
  amount,
  bool,
  currencyCode as currency,
  foreignId,
  oneOf,
  text,
  textOrEmpty,
  timestamp,
} from "@/lib/kernel/validation";
import { accountFlags } from "@/lib/terms/data-events";
import { repaymentEventTypes } from "@/lib/terms/ledger/constants";
import { violationSeverities } from "@/lib/terms/merchant-data/constants";

export const id = foreignId();

const earliest = new Date("2000-01-01T00:00:00Z");

/** When something happened. An earlier year means a clock that was never set; a schema cannot check for the future. */
export const moment = timestamp.refine((at) => at >= earliest, "Must not be before the year 2000");

export const salesEvent = z
  .object({
    eventId: id,
    merchantId: id.describe("merchantId or thirdPartyCustomerId"),
    orderId: id.describe("The order's; of a return the return's own"),
    amount: amount.describe("Of a return how much was returned, above 0"),
    currency,
    occurredAt: moment,
    refundOf: id.nullish().describe("Of a return: the orderId of which so much was returned"),
  })
  .check(({ value, issues }) => {
    const refuse = (field: string, message: string) =>
      issues.push({ code: "custom", path: [field], message, input: value });
    if (value.refundOf === null || value.refundOf === undefined) return;
    if (value.amount === 0) refuse("amount", "Must be greater than 0");
    if (value.refundOf === value.orderId) refuse("refundOf", "Must be another order than the return's own");
  })
  .meta({
    sample: {
      merchantId: "seller-1042",
      occurredAt: "2026-11-20T22:00:00Z",
      eventId: "evt-2026-11-20-0042",
      orderId: "order",
      amount: 1200.5,
      currency: "NGN",
    },
  });
export type SalesEvent = z.output<typeof salesEvent>;

export const accountFlagEvent = z
  .object({
    eventId: id,
    merchantId: id.describe("merchantId or thirdPartyCustomerId"),
    flag: oneOf(accountFlags),
    severity: oneOf(violationSeverities).nullable().default(null),
    reason: textOrEmpty(500).nullable().default(null),
    occurredAt: moment,
  })
  .meta({
    sample: {
      merchantId: "seller-1042",
      occurredAt: "2026-11-20T22:00:00Z",
      eventId: "evt-2026-11-20-0042",
      flag: "POLICY_VIOLATION",
      severity: "LOW",
    },
  });
export type AccountFlagEvent = z.output<typeof accountFlagEvent>;

export const object = "Must be an object";
const reasonCode = text(100);

/** Money that moved: a deduction or reversal of 0 is the sender's mistake. */
const movedAmount = amount.positive("Must be greater than 0");

/** The fields that all events about a merchant's money have. */
export const reported = {
  eventId: id,
  timestamp: moment,
  marketplace: z.object({ id, name: textOrEmpty(255).optional() }, object).meta({ id: "ReportedMarketplace" }),
  merchant: z
    .object({ marketplaceId: id.describe("The merchant's id at the marketplace"), serviceId: id.optional() }, object)
    .meta({ id: "ReportedMerchant" }),
};

const repayment = {
  ...reported,
  loan: z.object({ serviceId: id, serviceReference: id.optional() }, object).meta({ id: "ReportedLoan" }),
  sourceTransaction: z
    .object({ id, type: text(50), grossAmount: amount, timestamp: moment }, object)
    .meta({ id: "ReportedTransaction" })
    .optional(),
  loanBalance: z
    .object({ totalDue: amount, totalPaid: amount, outstanding: amount }, object)
    .meta({ id: "ReportedBalance" })
    .optional(),
};

function repaymentOf<const Event extends string, Deduction extends z.ZodRawShape>(event: Event, deduction: Deduction) {
  return z.object({ event: z.literal(event), ...repayment, deduction: z.object(deduction, object) });
}

const deducted = repaymentOf("repayment.deducted", {
  reference: id,
  amount: movedAmount,
  currency,
  deductedAt: moment,
});

const failed = repaymentOf("repayment.failed", {
  reference: id,
  attemptedAmount: amount,
  currency,
  failedAt: moment,
  reasonCode,
  reason: textOrEmpty(500),
  willRetry: bool,
});

const reversed = repaymentOf("repayment.reversed", {
  reference: id,
  originalReference: id,
  amount: movedAmount,
  currency,
  reversedAt: moment,
  reasonCode,
});

export const repaymentEvent = z
  .discriminatedUnion("event", [deducted, failed, reversed], {
    error: ({ code }) => (code === "invalid_union" ? `Must be one of ${repaymentEventTypes.join(", ")}` : object),
  })
  .meta({
    sample: {
      event: "repayment.deducted",
      eventId: "evt-2026-11-20-0042",
      timestamp: "2026-11-20T22:00:00Z",
      marketplace: { id: "mkt_01m82hrc1fakhffkrrj1st6mbf" },
      merchant: { marketplaceId: "seller-1042" },
      loan: { serviceId: "loan_01m82hrt9d1xj6v389have7akt" },
      deduction: { reference: "D-1042", amount: 1500.5, currency: "NGN", deductedAt: "2026-11-20T21:59:58Z" },
    },
  });
export type RepaymentEvent = z.output<typeof repaymentEvent>;

export const eventReceived = z
  .object({
    received: z.literal(true),
    eventId: z.string(),
    receivedAt: z.iso.datetime().describe("When the event was first received"),
  })
  .meta({ id: "EventReceived" });
export type EventReceived = z.output<typeof eventReceived>;
