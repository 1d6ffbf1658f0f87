import { date, index, pgTable, text } from "drizzle-orm/pg-core";
import { businessMoment, idColumn, kobo, tenantColumns } from "@/db/columns";
import { contactChannels } from "@/lib/terms/contacts";
import { loans } from "./loans";
import { users } from "./users";

const ofLoan = () =>
  text("loan_id")
    .notNull()
    .references(() => loans.id);

const byOperator = (name: string) =>
  text(name)
    .notNull()
    .references(() => users.id);

/** What was said to or by a merchant about a loan, as the operator who did it notes it. Never changed. */
export const loanContacts = pgTable(
  "loan_contacts",
  {
    id: idColumn(),
    ...tenantColumns,
    loanId: ofLoan(),
    channel: text("channel", { enum: contactChannels }).notNull(),
    words: text("words_encrypted").notNull(),
    notedAt: businessMoment("noted_at").notNull(),
    notedBy: byOperator("noted_by"),
  },
  (table) => [index("loan_contacts_loan").on(table.loanId, table.id)],
);

/** What a merchant has promised to pay by when. Whether it was kept is in the ledger. */
export const paymentPromises = pgTable(
  "payment_promises",
  {
    id: idColumn(),
    ...tenantColumns,
    loanId: ofLoan(),
    amount: kobo("amount").notNull(),
    /** The last day, in Lagos. */
    payBy: date("pay_by").notNull(),
    takenAt: businessMoment("taken_at").notNull(),
    takenBy: byOperator("taken_by"),
    /** When a later one took its place. */
    replacedAt: businessMoment("replaced_at"),
  },
  (table) => [
    index("payment_promises_loan").on(table.loanId, table.id),
    index("payment_promises_day").on(table.environment, table.payBy, table.id),
  ],
);
