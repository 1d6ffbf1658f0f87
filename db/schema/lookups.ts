import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { realMoment } from "@/db/columns";

/** How many numbers somebody has looked up in public registers on a day. */
export const lookupCounts = pgTable(
  "lookup_counts",
  {
    /** The id of a user who has an account, or of a merchant in the journey. */
    holder: text("holder").notNull(),
    dayStart: realMoment("day_start").notNull(),
    lookups: integer("lookups").notNull(),
  },
  (table) => [primaryKey({ columns: [table.holder, table.dayStart] }), index("lookup_counts_age").on(table.dayStart)],
);
