import { z } from "zod";
import { moment, naira } from "@/lib/kernel/answer-fields";
import { timestamp } from "@/lib/kernel/validation";
import { collectionByDay } from "@/lib/terms/collection/schema";
import { accounts, journalTypes, moneySources, repaymentEffects } from "@/lib/terms/ledger/constants";
import { explainedBalances } from "@/lib/terms/ledger/schema";
import { closures, loanStatuses } from "@/lib/terms/loans/states";

const mostEvents = 1_000;

export const explainQuery = z.object({
  asOf: timestamp.optional().describe("ISO 8601 with an offset, not in the future; default: now"),
  limit: z.coerce
    .number("Must be a number")
    .int("Must be a whole number")
    .min(1, "Must be at least 1")
    .max(mostEvents, `Must be at most ${mostEvents}`)
    .default(mostEvents)
    .describe("How many events at most"),
  startingAfter: z.string().min(1).max(255).optional().describe("Id of an event; returns the events after it"),
});
export type ExplainQuery = z.output<typeof explainQuery>;

const split = z.object({ interest: naira, principal: naira });

const account = z.enum(accounts);

const source = z
  .enum(moneySources)
  .nullable()
  .describe(
    "How the money came. SALES: deducted. DIRECT: debited from the account as the merchant ordered. MANDATE: debited for arrears. RECOVERY: any of these after a write-off. Null where no money came",
  );

const explainedTypes = ["DEDUCTION", "FAILED_DEDUCTION", ...journalTypes] as const;
export type ExplainedType = (typeof explainedTypes)[number];

const explainedEvent = z.object({
  id: z.string().describe("rep_… for a report, pmt_… for a payment, jrn_… for an action of the service"),
  type: z.enum(explainedTypes),
  source,
  eventId: z.string().nullable().describe("The marketplace's id of the report"),
  serviceReference: z.string().nullable().describe("As returned in the acknowledgement"),
  reference: z.string().nullable().describe("The marketplace's; for a payment, the bank's"),
  originalReference: z.string().nullable().describe("For a reversal: the deduction it reverses"),
  amount: naira,
  occurredAt: moment,
  recordedAt: moment,
  booked: z.boolean().describe("Recorded by asOf, so included in `balances`. Otherwise only in `withLateEvents`"),
  late: z.boolean().describe("Recorded after something that happened later"),
  effect: z
    .enum(repaymentEffects)
    .describe(
      "By what had happened by asOf, as known today. LIABILITY: owed to the merchant. HELD: a reversal whose deduction had not happened. EXCESS: a reversal of more than was left. DUPLICATE, NONE: without effect",
    ),
  allocation: split
    .extend({ excess: naira.describe("Beyond the debt, or deducted without one") })
    .nullable()
    .describe("For a deduction or a payment: what it pays when all are applied in the order they happened"),
  reversedBy: z
    .array(z.object({ reference: z.string(), amount: naira, occurredAt: moment }))
    .describe("For a deduction: its effective reversals"),
  journals: z
    .array(
      z.object({
        number: z.int(),
        type: z.enum(journalTypes),
        source,
        recordedAt: moment,
        entries: z.array(z.object({ account, amount: naira })).describe("Debit positive; they add up to zero"),
      }),
    )
    .describe("The journals it had booked by asOf"),
});
export type ExplainedEvent = z.output<typeof explainedEvent>;

export const explainAnswer = z.object({
  loanId: z.string(),
  reference: z.string(),
  asOf: moment,
  status: z
    .enum(loanStatuses)
    .nullable()
    .describe("By the books at that moment; null before the approval. A default cured since then shows as ACTIVE"),
  closure: z
    .enum(closures)
    .nullable()
    .describe("How it had ended by that moment; null unless `status` is REPAID, or CANCELLED after it was paid out"),
  balances: explainedBalances
    .extend({ accounts: z.record(account, naira).describe("Ledger accounts: debit positive; they add up to zero") })
    .describe("What the books said: the sums of the entries recorded by then"),
  withLateEvents: explainedBalances.describe(
    "What had happened by then as far as is known today, whenever it was reported",
  ),
  verified: z.boolean().describe("Whether the entries equal a recomputation from the facts known by then"),
  collection: collectionByDay.nullable().describe("Of the days up to asOf, as known today. Null before disbursement"),
  events: z.array(explainedEvent).describe("What had happened or was recorded by then, oldest first"),
  hasMore: z.boolean().describe("More events exist: use startingAfter"),
});
export type ExplainAnswer = z.output<typeof explainAnswer>;
