import { z } from "zod";
import { repaymentEventTypes } from "@/lib/ledger/constants";
import { violationSeverities } from "@/lib/merchant-data/constants";
import { amount, bool, currencyCode, oneOf, text, textOrEmpty, timestamp } from "@/lib/validation";
import { accountFlags } from "./constants";

/** Ids and references are the marketplace's own: any text that can be stored. */
export const id = text(255);

const earliest = new Date("2000-01-01T00:00:00Z");

/** When something happened. An earlier year means a clock that was never set; a schema cannot check for the future. */
export const moment = timestamp.refine((at) => at >= earliest, "Must not be before the year 2000");

/** Body of `POST /marketplace/data/events/sales`. */
export const salesEvent = z.object({
  eventId: id,
  merchantId: id.describe("merchantId or thirdPartyCustomerId"),
  orderId: id,
  amount,
  currency: currencyCode,
  occurredAt: moment,
});
export type SalesEvent = z.output<typeof salesEvent>;

/** Body of `POST /marketplace/data/events/account-flags`. */
export const accountFlagEvent = z.object({
  eventId: id,
  merchantId: id.describe("merchantId or thirdPartyCustomerId"),
  flag: oneOf(accountFlags),
  severity: oneOf(violationSeverities).nullable().default(null),
  reason: textOrEmpty(500).nullable().default(null),
  occurredAt: moment,
});
export type AccountFlagEvent = z.output<typeof accountFlagEvent>;

/** The error for anything that is not an object. */
export const object = "Must be an object";
const reasonCode = text(100);

/** Money that moved: a deduction or reversal of 0 is the sender's mistake. */
const movedAmount = amount.positive("Must be greater than 0");

/** Fields common to all of a marketplace's events about a merchant's money. */
export const reported = {
  eventId: id,
  timestamp: moment,
  marketplace: z.object({ id, name: textOrEmpty(255).optional() }, object),
  merchant: z.object(
    { marketplaceId: id.describe("The merchant's id at the marketplace"), serviceId: id.optional() },
    object,
  ),
};

const repayment = {
  ...reported,
  loan: z.object({ serviceId: id, serviceReference: id.optional() }, object),
  sourceTransaction: z.object({ id, type: text(50), grossAmount: amount, timestamp: moment }, object).optional(),
  loanBalance: z.object({ totalDue: amount, totalPaid: amount, outstanding: amount }, object).optional(),
};

const deducted = z.object({
  event: z.literal("repayment.deducted"),
  ...repayment,
  deduction: z.object({ reference: id, amount: movedAmount, currency: currencyCode, deductedAt: moment }, object),
});

const failed = z.object({
  event: z.literal("repayment.failed"),
  ...repayment,
  deduction: z.object(
    {
      reference: id,
      attemptedAmount: amount,
      currency: currencyCode,
      failedAt: moment,
      reasonCode,
      reason: textOrEmpty(500),
      willRetry: bool,
    },
    object,
  ),
});

const reversed = z.object({
  event: z.literal("repayment.reversed"),
  ...repayment,
  deduction: z.object(
    {
      reference: id,
      originalReference: id,
      amount: movedAmount,
      currency: currencyCode,
      reversedAt: moment,
      reasonCode,
    },
    object,
  ),
});

/**
 * Body of `POST /marketplace/data/events/repayments`: the body of the repayment webhook, with camelCase instead of
 * snake_case names.
 */
export const repaymentEvent = z.discriminatedUnion("event", [deducted, failed, reversed], {
  error: ({ code }) => (code === "invalid_union" ? `Must be one of ${repaymentEventTypes.join(", ")}` : object),
});
export type RepaymentEvent = z.output<typeof repaymentEvent>;

/** Response to every event: the first one received under this id. */
export const eventReceived = z.object({
  received: z.literal(true),
  eventId: z.string(),
  receivedAt: z.iso.datetime().describe("When the event came for the first time"),
});
export type EventReceived = z.output<typeof eventReceived>;
