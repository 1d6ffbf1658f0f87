import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { moment, naira } from "@/lib/kernel/answer-fields";
import { cursorOf, cutOnce } from "@/lib/kernel/cursor";
import { isId } from "@/lib/kernel/ids";
import type { Kobo } from "@/lib/kernel/money";
import { eventDate, foreignId, oneOf } from "@/lib/kernel/validation";
import { statement } from "@/lib/loans/statements/schema";
import { journeyLoan, loanStages } from "@/lib/surfaces/journey/schema";
import { keyFactsAnswer } from "@/lib/terms/agreements";
import { loanStatusAnswer } from "@/lib/terms/loans/schema";
import {
  type DebitFailure,
  debitFailures,
  type PaymentSource,
  type PaymentStatus,
  paymentSources,
  paymentStatuses,
} from "@/lib/terms/payments/states";

/** offer: waits for the merchant. out: money on its way or being paid back. lapsed: an offer without a payout. */
export const loanPhases = ["offer", "out", "ended", "lapsed"] as const;
export type LoanPhase = (typeof loanPhases)[number];

const whose = {
  asOf: moment.describe("By the clock of the marketplace, which in the sandbox may be ahead of real time"),
  environment: z.enum(environments),
  marketplace: z.object({ marketplaceId: z.string(), name: z.string() }),
  businessName: z.string(),
};

const heldLoan = z.object({ ...whose, stage: z.enum(loanStages), loan: loanStatusAnswer });
export type HeldLoan = z.output<typeof heldLoan>;

export const heldLoanList = z.object({ data: z.array(heldLoan), hasMore: z.boolean() });
export type HeldLoanList = z.output<typeof heldLoanList>;

export const heldLoanAnswer = z.object({ ...whose, loan: journeyLoan });
export type HeldLoanAnswer = z.output<typeof heldLoanAnswer>;

export const heldKeyFacts = keyFactsAnswer.extend(whose);
export type HeldKeyFacts = z.output<typeof heldKeyFacts>;

/** The statement of a loan; its moment is the statement's. */
export const heldStatement = statement.extend(whose);
export type HeldStatement = z.output<typeof heldStatement>;

const cursor = cursorOf("loan", "a loan");

export const heldLoanFilters = z.object({
  phase: oneOf(loanPhases)
    .optional()
    .describe(
      "offer: waits for you. out: on its way to you, or being paid back. ended: paid back or written off. lapsed: an offer that ended without a payout",
    ),
  merchantId: foreignId().optional().describe("Only this one of the account's merchants"),
  startingAfter: cursor.optional(),
  endingBefore: cursor.optional(),
});

const given = cursor.optional().catch(undefined);

/** Where an address cuts the list of ended loans, or of agreements. */
export const heldLoansCut = z.object({ startingAfter: given, endingBefore: given }).overwrite(cutOnce);

/** What came in for a loan or went back. SALES: taken from sales, or given back of that. OWN: paid from the account. */
export const movementWays = ["SALES", "OWN", "REFUND"] as const;
export type MovementWay = (typeof movementWays)[number];

export const movementKinds = ["DEDUCTION", "REVERSAL", "PAYMENT", "REFUND"] as const;

export const movementWayLabels: Record<MovementWay, string> = {
  SALES: "From sales",
  OWN: "From your account",
  REFUND: "Refunds",
};

/** A movement's place in the list of all: when it happened, in milliseconds, then its id. */
const place = z
  .string()
  .regex(/^\d{1,14}\.\w{1,64}$/)
  .optional()
  .catch(undefined);
const said = foreignId(64).optional().catch(undefined);
const onDay = eventDate.optional().catch(undefined);

/** The query of the page of payments, as an address has it: what it asks for beyond what the page knows is left out. */
export const movementQuery = z
  .object({
    shop: said,
    loan: said,
    way: z.enum(movementWays).optional().catch(undefined),
    from: onDay,
    to: onDay,
    startingAfter: place,
    endingBefore: place,
  })
  .overwrite(cutOnce);
export type MovementQuery = z.output<typeof movementQuery>;

const neighbour = z
  .string()
  .refine(
    (value) => isId("repayment", value) || isId("payment", value) || isId("payout", value),
    "Must be the id of an entry in this list",
  );

export const heldPaymentFilters = z.object({
  way: oneOf(movementWays)
    .optional()
    .describe(
      "SALES: taken from sales, or given back of that. OWN: paid from the account, or asked of it. REFUND: paid back to you",
    ),
  merchantId: foreignId().optional().describe("Only this one of the account's merchants"),
  loanId: foreignId().optional().describe("Only this loan"),
  from: eventDate.optional().describe("The first day, as it is in Lagos"),
  to: eventDate.optional().describe("The last day, as it is in Lagos"),
  startingAfter: neighbour.optional(),
  endingBefore: neighbour.optional(),
});

const heldPayment = z.object({
  id: z.string(),
  kind: z.enum(movementKinds),
  at: moment.describe("When it happened; of a payment that is under way, when it was ordered or announced"),
  amount: naira,
  loanId: z.string(),
  loanReference: z.string(),
  merchantId: z.string(),
  businessName: whose.businessName,
  environment: whose.environment,
  marketplace: whose.marketplace,
  reference: z.string().describe("The marketplace's reference, or the bank's for a refund or a payment"),
  orderId: z.string().nullable().describe("The sale it was deducted from"),
  orderAmount: naira.nullable(),
  reverses: z.string().nullable().describe("The `reference` of the deduction it reverses"),
  reversedAmount: naira.describe("The amount of a deduction that was reversed later"),
  source: z
    .enum(paymentSources)
    .nullable()
    .describe("Of a payment. DIRECT: the merchant ordered it. MANDATE: it was debited for arrears"),
  status: z
    .enum(paymentStatuses)
    .nullable()
    .describe("Of a payment. ANNOUNCED: will be debited. PENDING: the bank is being asked"),
  failure: z.enum(debitFailures).nullable().describe("Why the bank refused a payment"),
});

export const heldPaymentList = z.object({ data: z.array(heldPayment), hasMore: z.boolean() });
export type HeldPaymentList = z.output<typeof heldPaymentList>;

/** A movement in the list of all: of a deduction how much was given back later, of a payment how it ended. */
export type HeldMovement = {
  id: string;
  /** For the page before and after it. */
  place: string;
  kind: (typeof movementKinds)[number];
  at: Date;
  amount: Kobo;
  loanId: string;
  loanReference: string;
  merchantId: string;
  /** At the marketplace, or the bank's. */
  reference: string;
  orderId: string | null;
  orderAmount: Kobo | null;
  /** Of a reversal: the reference of its deduction. */
  reverses: string | null;
  reversed: Kobo;
  source: PaymentSource | null;
  status: PaymentStatus | null;
  failure: DebitFailure | null;
};
