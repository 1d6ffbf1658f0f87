import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { dueColumns, dueIndex, idColumn, realMoment } from "@/db/columns";
import { marketplaceRoles, operatorRoles } from "@/lib/kernel/actor";
import type { AccountMailKind } from "@/lib/terms/mails/all-mails";
import { userKinds } from "@/lib/terms/users/constants";
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
    /** Of an operator, and of nobody else. */
    operatorRole: text("operator_role", { enum: operatorRoles }),
    /** Sessions and dashboard tokens carry it; raising it ends them all. */
    sessionEpoch: integer("session_epoch").notNull().default(0),
    createdAt: realMoment("created_at").notNull(),
  },
  (table) => [
    unique("users_email").on(table.kind, table.email),
    index("users_marketplace").on(table.marketplaceId).where(sql`marketplace_id is not null`),
  ],
);

/** Becomes an account when whoever has its mail knows its password too. The mail's token is not stored. */
export const signUps = pgTable(
  "sign_ups",
  {
    id: idColumn(),
    kind: text("kind", { enum: userKinds }).notNull().default("merchant"),
    /** In lower case. */
    email: text("email").notNull(),
    /** The business's name for a merchant, otherwise the person's. */
    name: text("name").notNull(),
    /** What is registered with an account of the kind `marketplace`. */
    marketplaceName: text("marketplace_name"),
    passwordHash: text("password_hash").notNull(),
    /** The authorization request it was part of; empty: none. */
    query: text("query").notNull(),
    /** Keyed digest of the cookie of the browser that asked, where its authorization request can go on. */
    device: text("device").notNull(),
    expiresAt: realMoment("expires_at").notNull(),
  },
  (table) => [index("sign_ups_email").on(table.email), index("sign_ups_age").on(table.expiresAt)],
);

/** Invitations into a marketplace's team. The token in the mail is not stored. */
export const invitations = pgTable(
  "invitations",
  {
    id: idColumn(),
    marketplaceId: text("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    /** In lower case. */
    email: text("email").notNull(),
    role: text("role", { enum: marketplaceRoles }).notNull(),
    /** Who vouches for it: the invitation ends when they leave, or may no longer give this role. */
    invitedBy: text("invited_by")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: realMoment("created_at").notNull(),
    expiresAt: realMoment("expires_at").notNull(),
  },
  (table) => [
    unique("invitations_email").on(table.marketplaceId, table.email),
    index("invitations_age").on(table.expiresAt),
    index("invitations_inviter").on(table.invitedBy),
  ],
);

/** One being set up, or replacing another, waits in `pendingSecret` until it has shown a code. */
export const secondFactors = pgTable(
  "second_factors",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null until the first one has been set up. */
    secret: text("secret_encrypted"),
    pendingSecret: text("pending_secret_encrypted"),
    /** The latest time step whose code was used: no code works twice (RFC 6238, section 5.2). */
    lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
    since: realMoment("since"),
  },
  () => [check("second_factors_since", sql`(secret_encrypted is null) = (since is null)`)],
);

/** What signs a user in whose authenticator is lost: each once. A row that was used is deleted. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Keyed digest. */
    digest: text("digest").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.digest] })],
);

/** How often an account has been tried in vain; whether there is such an account makes no difference. */
export const failedAttempts = pgTable(
  "failed_attempts",
  {
    /** Keyed digest of the account, and of the place where that counts apart. */
    holder: text("holder").primaryKey(),
    failures: integer("failures").notNull(),
    lastAt: realMoment("last_at").notNull(),
  },
  (table) => [index("failed_attempts_age").on(table.lastAt)],
);

/** Where a user has signed in from. */
export const signInPlaces = pgTable(
  "sign_in_places",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Keyed digest of a browser's cookie, or of a network and the kind of browser. */
    place: text("place").notNull(),
    lastAt: realMoment("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.place] }), index("sign_in_places_age").on(table.lastAt)],
);

/** Belongs to no marketplace. Written when it is sent, so that no link in it is ever stored. */
export const accountMails = pgTable(
  "account_mails",
  {
    id: idColumn(),
    kind: text("kind").$type<AccountMailKind>().notNull(),
    recipient: text("recipient").notNull(),
    facts: jsonb("facts").$type<Record<string, string>>().notNull(),
    /** Keyed digest of the network that asked for it, where a stranger can, or of the marketplace that invites. */
    askedFrom: text("asked_from"),
    createdAt: realMoment("created_at").notNull(),
    sentAt: realMoment("sent_at"),
    attempts: integer("attempts").notNull().default(0),
    ...dueColumns,
    dueAt: realMoment("due_at"),
  },
  (table) => [
    dueIndex("account_mails_due", table),
    index("account_mails_age").on(table.createdAt),
    index("account_mails_recipient").on(table.recipient, table.createdAt),
    index("account_mails_asked").on(table.askedFrom, table.createdAt).where(sql`asked_from is not null`),
  ],
);
