import { sql } from "drizzle-orm";
import { boolean, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { businessMoment, dueColumns, dueIndex, dueInLane, idColumn, kobo, tenantColumns } from "@/db/columns";
import { zero } from "@/lib/kernel/money";
import {
  cancelReasons,
  defaultReasons,
  loanStates,
  mandateStatuses,
  payoutPurposes,
  payoutStatuses,
} from "@/lib/terms/loans/states";
import { payoutFailures, payoutWaits } from "@/lib/terms/payouts";
import { riskTiers } from "@/lib/terms/scoring/constants";
import { fundingRequests } from "./funding";
import { lenders, mandateColumns, mandatesByName, orderColumns } from "./lenders";
import { ofMerchant } from "./merchants";

/** Where a merchant's money goes: a bank account, and in whose name it is. */
export const payoutAccounts = pgTable(
  "payout_accounts",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    bankCode: text("bank_code").notNull(),
    accountNumber: text("account_number_encrypted").notNull(),
    lastFour: text("last_four").notNull(),
    /** As the bank has it; null while nobody could be asked, and, once verified, for one that the bank does not know. */
    accountName: text("account_name"),
    /** Whether that is the merchant's business or one of its directors. */
    nameMatches: boolean("name_matches").notNull(),
    verifiedAt: businessMoment("verified_at"),
    ...dueColumns,
  },
  (table) => [
    ofMerchant(table),
    index("payout_accounts_merchant").on(table.merchantId, table.id),
    // What callers say (lib/surfaces/console/loans/find-caller.ts).
    index("payout_accounts_end").on(table.environment, table.lastFour),
    index("payout_accounts_unnamed").on(table.environment, table.id).where(sql`verified_at is null`),

    dueIndex("payout_accounts_due", table),
  ],
);

/** Whether a loan owes its merchant anything, in a query on loans alone: by these words the index below is found. */
export const isOverpaid = sql`(held > 0 or received > case when disbursed_at is null or status = 'CANCELLED' then 0
  when cooled_off_at is null then principal + interest else principal end)`;

/** Whether a lender's money is out or offered, in a query on loans alone: the index below is found by these words, too. */
export const isLent = sql`status in ('APPROVED', 'ACCEPTED', 'PAYOUT_HELD', 'DISBURSING', 'ACTIVE', 'DEFAULTED', 'WRITTEN_OFF')`;

/** With the terms it was approved on. The running totals are checked by `lib/loans/ledger/check.ts`. */
export const loans = pgTable(
  "loans",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    /** Short name for people, on statements and in support. */
    reference: text("reference").notNull().unique(),
    /** A request makes at most one loan, however many workers decide it. */
    fundingRequestId: text("funding_request_id")
      .notNull()
      .unique()
      .references(() => fundingRequests.id),
    lenderId: text("lender_id")
      .notNull()
      .references(() => lenders.id),
    status: text("status", { enum: loanStates }).notNull(),
    /** Of the product it was made on; null where that is not known. */
    riskTier: text("risk_tier", { enum: riskTiers }),
    principal: kobo("principal").notNull(),
    /** The interest as a share of the principal, rounded, to show; what is owed is the next column. */
    interestPartsPerMillion: integer("interest_parts_per_million").notNull(),
    interest: kobo("interest").notNull(),
    tenorDays: integer("tenor_days").notNull(),
    deductionBasisPoints: integer("deduction_basis_points").notNull(),
    minimumDeduction: kobo("minimum_deduction").notNull(),
    /** The lender's range for the percentage when it was approved; null where that is not known. */
    lowestDeductionBasisPoints: integer("lowest_deduction_basis_points"),
    highestDeductionBasisPoints: integer("highest_deduction_basis_points"),
    /** What the price and the APRs assume; all four are null for loans from before they were kept. */
    assumedMonthlySales: kobo("assumed_monthly_sales"),
    expectedDays: integer("expected_days"),
    annualPercentageBasisPoints: integer("annual_percentage_basis_points"),
    scheduledAnnualPercentageBasisPoints: integer("scheduled_annual_percentage_basis_points"),
    startDate: date("start_date").notNull(),
    dueDate: date("due_date").notNull(),
    /** More days past due than this are a default. */
    defaultAfterDays: integer("default_after_days").notNull().default(90),
    /** Whether deductions go on as recovery once it is written off. */
    recoversFromSales: boolean("recovers_from_sales").notNull().default(true),
    approvedAt: businessMoment("approved_at").notNull(),
    offerExpiresAt: businessMoment("offer_expires_at").notNull(),
    acceptedAt: businessMoment("accepted_at"),
    payoutAccountId: text("payout_account_id").references(() => payoutAccounts.id),
    /** While its payout is held: when it is given up. */
    payoutHeldUntil: businessMoment("payout_held_until"),
    disbursedAt: businessMoment("disbursed_at"),
    /** When it was repaid; null again when a reversal reopens it. */
    completedAt: businessMoment("completed_at"),
    /** When it was ended within the cooling-off period: it bears no interest since, nor when a reversal reopens it. */
    cooledOffAt: businessMoment("cooled_off_at"),
    defaultedAt: businessMoment("defaulted_at"),
    defaultReason: text("default_reason", { enum: defaultReasons }),
    writtenOffAt: businessMoment("written_off_at"),
    /** When its principal came back to the lender; null again once it is paid anew. */
    returnedAt: businessMoment("returned_at"),
    /** When it was paid anew: from then on its merchant has the money. */
    paidAgainAt: businessMoment("paid_again_at"),
    cancelledAt: businessMoment("cancelled_at"),
    cancelReason: text("cancel_reason", { enum: cancelReasons }),
    /** Since when collection has been paused; null while it is not. The history is in `loan_changes`. */
    pausedAt: businessMoment("paused_at"),
    /**
     * Since when its debt ages: the start of the due date of the oldest unpaid instalment, later by the time paused
     * since, ahead of now while that is not due yet. Null while nothing is owed or collection is paused. Days past due
     * follow from it (`daysPastDueSince`), so that loans are found by their arrears whatever the time.
     */
    agingSince: businessMoment("aging_since"),
    /** Kobo: deductions for this loan, less reversals and refunds. May exceed the debt. */
    received: kobo("received").notNull().default(zero),
    /** Kobo: the same for deductions taken without a debt (not disbursed, cancelled). Owed to the merchant. */
    held: kobo("held").notNull().default(zero),
    /** `received` at the moment of the write-off, less what was reversed of it since: anything beyond is a recovery. */
    receivedAtWriteOff: kobo("received_at_write_off"),
    /** Reversals that arrived before their deduction and wait for it. */
    heldReversals: integer("held_reversals").notNull().default(0),
    /** Whether the balance last reported by the marketplace differs from the ledger's; there is a break about it. */
    balanceDisputed: boolean("balance_disputed").notNull().default(false),
    /** When an overpayment is refunded automatically (test only); null while nothing is owed. */
    refundDueAt: businessMoment("refund_due_at"),
    journalNumber: integer("journal_number").notNull().default(0),
    ...dueColumns,
  },
  (table) => [
    ofMerchant(table),
    index("loans_merchant").on(table.merchantId, table.id),
    index("loans_lender").on(table.lenderId, table.approvedAt),
    // Without those that have ended, which are ever more (lib/parties/lenders/read-usage.ts).
    index("loans_lent").on(table.lenderId).where(isLent),
    dueIndex("loans_due", table),
    dueInLane("loans_due_in_lane", table),
    // By the state that marketplaces see (lib/surfaces/dashboard/merchant-list.ts).
    index("loans_shown").on(
      table.marketplaceId,
      table.environment,
      sql`(case when status in ('ACCEPTED', 'PAYOUT_HELD', 'DISBURSING') then 'APPROVED' else status end)`,
      table.merchantId,
    ),
    index("loans_newest").on(table.marketplaceId, table.environment, table.id),
    index("loans_status").on(table.marketplaceId, table.environment, table.status, table.id),
    index("loans_aging")
      .on(table.marketplaceId, table.environment, table.agingSince, table.id)
      .where(sql`aging_since is not null`),
    index("loans_paused").on(table.marketplaceId, table.environment, table.id).where(sql`paused_at is not null`),
    // Of all marketplaces, for operators (lib/surfaces/console/loans/arrears-list.ts).
    index("loans_aging_anywhere").on(table.environment, table.agingSince, table.id).where(sql`aging_since is not null`),
    index("loans_paused_anywhere").on(table.environment, table.pausedAt, table.id).where(sql`paused_at is not null`),
    index("loans_returned").on(table.returnedAt).where(sql`returned_at is not null`),
    index("loans_overpaid").on(table.environment, table.id).where(isOverpaid),
  ],
);

/** Whichever table is about a loan. */
export const loanReference = () =>
  text("loan_id")
    .notNull()
    .references(() => loans.id);

const accountReference = () =>
  text("payout_account_id")
    .notNull()
    .references(() => payoutAccounts.id);

/** The repayment schedule. The amount includes the interest. */
export const loanInstallments = pgTable(
  "loan_installments",
  {
    loanId: loanReference(),
    number: integer("number").notNull(),
    dueDate: date("due_date").notNull(),
    amount: kobo("amount").notNull(),
    interest: kobo("interest").notNull(),
  },
  (table) => [primaryKey({ columns: [table.loanId, table.number] })],
);

/** The loan's latest counts, all before are CANCELLED. Due when the bank is to be asked, or told of its end. */
export const mandates = pgTable(
  "mandates",
  {
    id: idColumn(),
    ...tenantColumns,
    loanId: loanReference(),
    payoutAccountId: accountReference(),
    status: text("status", { enum: mandateStatuses }).notNull(),
    ...orderColumns,
    ...mandateColumns,
    providerReference: text("provider_reference"),
    createdAt: businessMoment("created_at").notNull(),
    activatedAt: businessMoment("activated_at"),
    /** When the account's holder last declined at the bank; null once they agreed. */
    declinedAt: businessMoment("declined_at"),
    cancelledAt: businessMoment("cancelled_at"),
    ...dueColumns,
  },
  (table) => [
    uniqueIndex("mandates_open").on(table.loanId).where(sql`status <> 'CANCELLED'`),
    ...mandatesByName(table),
    index("mandates_loan").on(table.loanId, table.id),
    index("mandates_pending").on(table.environment, table.id).where(sql`status = 'PENDING'`),
    // Of lenders' rails, ended here and not at the bank (lib/lending/transfers/mandates/list-mandates-to-end.ts).
    index("mandates_to_end")
      .on(table.environment, table.id)
      .where(
        sql`status = 'CANCELLED' and bank_ended_at is null and provider_reference is not null and rail_id is not null`,
      ),
    dueIndex("mandates_due", table),
    dueInLane("mandates_due_in_lane", table),
  ],
);

/** A transfer to a merchant. Its id is the provider's idempotency key, so that the money goes out once. */
export const payouts = pgTable(
  "payouts",
  {
    id: idColumn(),
    ...tenantColumns,
    loanId: loanReference(),
    purpose: text("purpose", { enum: payoutPurposes }).notNull(),
    payoutAccountId: accountReference(),
    amount: kobo("amount").notNull(),
    status: text("status", { enum: payoutStatuses }).notNull(),
    ...orderColumns,
    /** What keeps a provider from paying one that is PENDING, what it said of that, and when it last gave no answer. */
    waitsFor: text("waits_for", { enum: payoutWaits }),
    waitsBecause: text("waits_because"),
    silentAt: businessMoment("silent_at"),
    providerReference: text("provider_reference"),
    /** Why the bank, or an operator, refused it. */
    failureReason: text("failure_reason"),
    failureCause: text("failure_cause", { enum: payoutFailures }),
    /** When a provider was found to have taken back what it had paid. */
    reversedAt: businessMoment("reversed_at"),
    createdAt: businessMoment("created_at").notNull(),
    /** When the bank was first asked: from then on it may have paid. */
    askedAt: businessMoment("asked_at"),
    finishedAt: businessMoment("finished_at"),
    ...dueColumns,
  },
  (table) => [
    // A payout that will never be made, or came back, may be followed by another; there are never two at once.
    uniqueIndex("payouts_disbursement")
      .on(table.loanId)
      .where(sql`purpose = 'DISBURSEMENT' and status in ('HELD', 'PENDING', 'CONFIRMED') and reversed_at is null`),
    uniqueIndex("payouts_refund").on(table.loanId).where(sql`purpose = 'REFUND' and status = 'PENDING'`),
    uniqueIndex("payouts_reference").on(table.reference),
    index("payouts_rail").on(table.railId, table.id).where(sql`status = 'PENDING' and rail_id is not null`),
    index("payouts_loan").on(table.loanId, table.id),
    index("payouts_paid").on(table.railId, table.finishedAt).where(sql`status = 'CONFIRMED'`),
    index("payouts_held").on(table.environment, table.id).where(sql`status = 'HELD'`),
    index("payouts_open")
      .on(table.environment, table.id)
      .where(sql`status = 'PENDING' or (status = 'FAILED' and waits_for = 'PERSON')`),
    dueIndex("payouts_due", table),
  ],
);
