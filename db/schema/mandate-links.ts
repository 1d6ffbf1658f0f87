import { index, pgTable, text } from "drizzle-orm/pg-core";
import { realMoment, tenantColumns } from "@/db/columns";
import { loans, payoutAccounts } from "./loans";

/** Single-use, valid for minutes, stored as a digest. It names the account: agreeing never covers a later one. */
export const mandateLinks = pgTable(
  "mandate_links",
  {
    digest: text("digest").primaryKey(),
    ...tenantColumns,
    loanId: text("loan_id")
      .notNull()
      .references(() => loans.id),
    payoutAccountId: text("payout_account_id")
      .notNull()
      .references(() => payoutAccounts.id),
    createdAt: realMoment("created_at").notNull(),
    expiresAt: realMoment("expires_at").notNull(),
    usedAt: realMoment("used_at"),
  },
  (table) => [index("mandate_links_loan").on(table.loanId), index("mandate_links_age").on(table.expiresAt)],
);
