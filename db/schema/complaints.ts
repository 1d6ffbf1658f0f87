import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { businessMoment, idColumn, tenantColumns } from "@/db/columns";
import { complaintStates, unansweredStates } from "@/lib/terms/complaints";
import { loans } from "./loans";
import { ofMerchant } from "./merchants";
import { users } from "./users";

/** docs/complaints.md. Of a merchant about one of its loans or, without one, about anything else. */
export const complaints = pgTable(
  "complaints",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    loanId: text("loan_id").references(() => loans.id),
    /** What the merchant names it by. */
    number: text("number").notNull().unique(),
    status: text("status", { enum: complaintStates }).notNull(),
    words: text("words_encrypted").notNull(),
    madeAt: businessMoment("made_at").notNull(),
    /** As the audit log names actors. */
    madeBy: text("made_by").notNull(),
    answerBy: businessMoment("answer_by").notNull(),
    /** The operator who has it; stays once it is answered. */
    takenBy: text("taken_by").references(() => users.id),
    takenAt: businessMoment("taken_at"),
    answer: text("answer_encrypted"),
    answeredBy: text("answered_by").references(() => users.id),
    answeredAt: businessMoment("answered_at"),
    closedAt: businessMoment("closed_at"),
  },
  (table) => [
    ofMerchant(table),
    index("complaints_merchant").on(table.merchantId, table.id),
    index("complaints_loan").on(table.loanId, table.id).where(sql`loan_id is not null`),
    index("complaints_state").on(table.environment, table.status, table.id),
    // What waits, the first deadline first (lib/lending/complaints/queries.ts).
    index("complaints_waiting")
      .on(table.environment, table.answerBy, table.id)
      .where(sql.raw(`status in (${unansweredStates.map((state) => `'${state}'`).join(", ")})`)),
  ],
);
