import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { idColumn, realMoment } from "@/db/columns";
import { users } from "./users";

/** Where a merchant has signed in to their account by the API: one row for each device or program. */
export const accountSessions = pgTable(
  "account_sessions",
  {
    id: idColumn(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What signed in, as its owner knows it: `Chrome on Android`. */
    agent: text("agent").notNull(),
    /** The epoch of the user's sessions that it is of: once they have another, it has ended. */
    epoch: integer("epoch").notNull(),
    createdAt: realMoment("created_at").notNull(),
    lastUsedAt: realMoment("last_used_at").notNull(),
    /** When its last refresh token expires. */
    expiresAt: realMoment("expires_at").notNull(),
    endedAt: realMoment("ended_at"),
  },
  (table) => [index("account_sessions_user").on(table.userId), index("account_sessions_age").on(table.expiresAt)],
);

/** The refresh tokens of a session: each is exchanged once, for the next one. */
export const refreshTokens = pgTable(
  "refresh_tokens",
  {
    /** SHA-256. */
    digest: text("digest").primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => accountSessions.id, { onDelete: "cascade" }),
    expiresAt: realMoment("expires_at").notNull(),
    usedAt: realMoment("used_at"),
  },
  (table) => [index("refresh_tokens_session").on(table.sessionId)],
);
