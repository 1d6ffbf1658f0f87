import { date, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { idColumn, kobo, moment, tenantColumns } from "@/db/columns";
import { loanStatuses } from "@/lib/loans/states";
import { fundingRequests } from "./funding";
import { lenders } from "./lenders";
import { merchants } from "./merchants";

/** A loan with the terms it was approved on; they do not follow later changes of the lender's products. */
export const loans = pgTable(
  "loans",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    /** Short name for people, on statements and in support. */
    reference: text("reference").notNull().unique(),
    /** Unique: however often and by however many workers a request is decided, it makes one loan. */
    fundingRequestId: text("funding_request_id")
      .notNull()
      .unique()
      .references(() => fundingRequests.id),
    lenderId: text("lender_id")
      .notNull()
      .references(() => lenders.id),
    status: text("status", { enum: loanStatuses }).notNull(),
    principal: kobo("principal").notNull(),
    interestBasisPoints: integer("interest_basis_points").notNull(),
    interest: kobo("interest").notNull(),
    tenorDays: integer("tenor_days").notNull(),
    deductionBasisPoints: integer("deduction_basis_points").notNull(),
    minimumDeduction: kobo("minimum_deduction").notNull(),
    startDate: date("start_date").notNull(),
    dueDate: date("due_date").notNull(),
    approvedAt: moment("approved_at").notNull(),
    offerExpiresAt: moment("offer_expires_at").notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.marketplaceId, table.environment, table.merchantId],
      foreignColumns: [merchants.marketplaceId, merchants.environment, merchants.id],
    }),
    index("loans_merchant").on(table.merchantId, table.id),
  ],
);

/** The repayment schedule. */
export const loanInstallments = pgTable(
  "loan_installments",
  {
    loanId: text("loan_id")
      .notNull()
      .references(() => loans.id),
    number: integer("number").notNull(),
    dueDate: date("due_date").notNull(),
    amount: kobo("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.loanId, table.number] })],
);
