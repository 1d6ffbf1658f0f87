import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { dueColumns, dueIndex, idColumn, realMoment } from "@/db/columns";
import { users } from "./users";

/** The code is made of the id in `lib/platform/messages/mails/phone-code-text.ts`, and stored nowhere. */
export const phoneCodes = pgTable(
  "phone_codes",
  {
    id: idColumn(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** In E.164 format. */
    phoneNumber: text("phone_number").notNull(),
    /** Keyed digest of the network that asked for it. */
    askedFrom: text("asked_from").notNull(),
    createdAt: realMoment("created_at").notNull(),
    expiresAt: realMoment("expires_at").notNull(),
    /** Codes typed for it, right or wrong. */
    tries: integer("tries").notNull().default(0),
    usedAt: realMoment("used_at"),
    sentAt: realMoment("sent_at"),
    attempts: integer("attempts").notNull().default(0),
    ...dueColumns,
    dueAt: realMoment("due_at"),
  },
  (table) => [
    dueIndex("phone_codes_due", table),
    index("phone_codes_user").on(table.userId, table.createdAt),
    index("phone_codes_number").on(table.phoneNumber, table.createdAt),
    index("phone_codes_asked").on(table.askedFrom, table.createdAt),
    index("phone_codes_age").on(table.createdAt),
  ],
);

/** The phone number that a user has proved to hold: one each, the last. */
export const accountPhones = pgTable(
  "account_phones",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    phoneNumber: text("phone_number").notNull(),
    verifiedAt: realMoment("verified_at").notNull(),
  },
  () => [index("account_phones_end").on(sql`right(phone_number, 4)`)],
);
