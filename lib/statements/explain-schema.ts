import { z } from "zod";
import { moment, naira } from "@/lib/answer-fields";
import { accounts, journalTypes, repaymentEffects } from "@/lib/ledger/constants";
import { explainedBalances } from "@/lib/ledger/schema";
import { loanStatuses } from "@/lib/loans/states";
import { timestamp } from "@/lib/validation";

/** Most events in one answer of the explanation; what lies beyond is asked for with `startingAfter`. */
const mostEvents = 1_000;

/** Query of the explanation. */
export const explainQuery = z.object({
  asOf: timestamp.optional().describe("ISO 8601 with an offset, not in the future; default: now"),
  limit: z.coerce
    .number("Must be a number")
    .int("Must be a whole number")
    .min(1, "Must be at least 1")
    .max(mostEvents, `Must be at most ${mostEvents}`)
    .default(mostEvents),
  startingAfter: z.string().min(1).max(255).optional().describe("Id of an event: those after it"),
});
export type ExplainQuery = z.output<typeof explainQuery>;

const split = z.object({ interest: naira, principal: naira });

const account = z.enum(accounts);

/** What made an entry of the list: a report of the marketplace, or what the service did itself. */
const explainedTypes = ["DEDUCTION", "FAILED_DEDUCTION", ...journalTypes] as const;
export type ExplainedType = (typeof explainedTypes)[number];

const explainedEvent = z.object({
  id: z.string().describe("rep_… of a report, jrn_… of what the service did itself"),
  type: z.enum(explainedTypes),
  eventId: z.string().nullable().describe("The marketplace's id of the report"),
  serviceReference: z.string().nullable().describe("As it was acknowledged"),
  reference: z.string().nullable(),
  originalReference: z.string().nullable().describe("Of a reversal: what it reverses"),
  amount: naira,
  occurredAt: moment,
  recordedAt: moment,
  booked: z.boolean().describe("Recorded by asOf: it counts in `balances`. Otherwise in `withLateEvents` alone"),
  late: z.boolean().describe("Something that happened after it had been recorded before it"),
  effect: z
    .enum(repaymentEffects)
    .describe(
      "By what had happened by asOf, as known today. LIABILITY: owed to the merchant. HELD: a reversal whose deduction had not happened. EXCESS: a reversal of more than was left. DUPLICATE, NONE: without effect",
    ),
  allocation: split
    .extend({ excess: naira.describe("Beyond the debt, or where there was none") })
    .nullable()
    .describe("Of a deduction: what it pays, once all are applied in the order in which they happened"),
  reversedBy: z
    .array(z.object({ reference: z.string(), amount: naira, occurredAt: moment }))
    .describe("Of a deduction: the reversals of it that count"),
  journals: z
    .array(
      z.object({
        number: z.int(),
        type: z.enum(journalTypes),
        recordedAt: moment,
        entries: z.array(z.object({ account, amount: naira })).describe("Debit positive; they add up to zero"),
      }),
    )
    .describe("What it booked by asOf"),
});
export type ExplainedEvent = z.output<typeof explainedEvent>;

/** Answer of the explanation. Amounts in naira. */
export const explainAnswer = z.object({
  loanId: z.string(),
  reference: z.string(),
  asOf: moment,
  status: z
    .enum(loanStatuses)
    .nullable()
    .describe("By the books at that moment; null before the approval. A default that was mended since shows as ACTIVE"),
  balances: explainedBalances
    .extend({ accounts: z.record(account, naira).describe("Of the ledger: debit positive; together zero") })
    .describe("What the books said: the sums of the entries recorded by then"),
  withLateEvents: explainedBalances.describe(
    "What had happened by then as far as is known today, whenever it was reported",
  ),
  verified: z.boolean().describe("The entries come to what the facts known by then come to when computed anew"),
  events: z.array(explainedEvent).describe("What had happened or was recorded by then, oldest first"),
  hasMore: z.boolean().describe("There are further events: ask with startingAfter"),
});
export type ExplainAnswer = z.output<typeof explainAnswer>;
