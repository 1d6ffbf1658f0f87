import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { businessMoment, dueColumns, dueIndex, dueInLane, tenantColumns } from "@/db/columns";
import type { Cap, WindowPeriod } from "@/lib/terms/collection/day-schema";
import { loans } from "./loans";

/** When a loan's collection is computed next (docs/collection.md#keeping-it-up). The id is the loan's. */
export const loanWatches = pgTable(
  "loan_watches",
  {
    id: text("id")
      .primaryKey()
      .references(() => loans.id),
    ...tenantColumns,
    /** When it was last computed; at first, when the loan was disbursed. */
    watchedUntil: businessMoment("watched_until").notNull(),
    /** Not computed again before: the more was read the last time, the longer. */
    restsUntil: businessMoment("rests_until"),
    /** Counts the workers that took it up: one that was overtaken leaves its results unwritten. */
    run: integer("run").notNull().default(0),
    /** The sale at which nothing was left to be asked for; null while something is. */
    cap: jsonb("cap").$type<Cap>(),
    /** The windows of its days, as the merchant's payout period changed; null until it is first computed. */
    windows: jsonb("windows").$type<WindowPeriod[]>(),
    ...dueColumns,
  },
  (table) => [dueIndex("loan_watches_due", table), dueInLane("loan_watches_due_in_lane", table)],
);

/** When there is next something to remind a loan's merchant of. The id is the loan's. */
export const loanReminders = pgTable(
  "loan_reminders",
  {
    id: text("id")
      .primaryKey()
      .references(() => loans.id),
    ...tenantColumns,
    ...dueColumns,
  },
  (table) => [dueIndex("loan_reminders_due", table), dueInLane("loan_reminders_due_in_lane", table)],
);
