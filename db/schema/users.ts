import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { dueColumns, idColumn, realMoment } from "@/db/columns";
import { marketplaceRoles } from "@/lib/actor";
import { accountMailKinds } from "@/lib/notifications/constants";
import { userKinds } from "@/lib/users/constants";
import { marketplaces } from "./marketplaces";

/** People who sign in, of every kind. An address may belong to a user of each kind. */
export const users = pgTable(
  "users",
  {
    id: idColumn(),
    kind: text("kind", { enum: userKinds }).notNull(),
    /** In lower case, so that one address is one account. */
    email: text("email").notNull(),
    /** The business's name for a merchant, otherwise the person's. */
    name: text("name").notNull(),
    /** argon2id in the PHC string format. */
    passwordHash: text("password_hash").notNull(),
    /** The marketplace they work for; only for users of the kind `marketplace`. */
    marketplaceId: text("marketplace_id").references(() => marketplaces.id),
    role: text("role", { enum: marketplaceRoles }),
    /** Sessions and dashboard tokens carry it; raising it ends them all. */
    sessionEpoch: integer("session_epoch").notNull().default(0),
    createdAt: realMoment("created_at").notNull(),
  },
  (table) => [unique("users_email").on(table.kind, table.email)],
);

/**
 * Mail to people about their accounts, which belong to no marketplace. It is written when it is sent, so that no link in
 * it is ever stored.
 */
export const accountMails = pgTable(
  "account_mails",
  {
    id: idColumn(),
    kind: text("kind", { enum: accountMailKinds }).notNull(),
    recipient: text("recipient").notNull(),
    facts: jsonb("facts").$type<Record<string, string>>().notNull(),
    /** Keyed digest of the network that asked for it, where a stranger can. */
    askedFrom: text("asked_from"),
    createdAt: realMoment("created_at").notNull(),
    sentAt: realMoment("sent_at"),
    attempts: integer("attempts").notNull().default(0),
    ...dueColumns,
    dueAt: realMoment("due_at"),
  },
  (table) => [
    index("account_mails_due").on(table.dueAt).where(sql`due_at is not null`),
    index("account_mails_age").on(table.createdAt),
    index("account_mails_recipient").on(table.recipient, table.createdAt),
  ],
);
