import { integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { idColumn, realMoment } from "@/db/columns";
import { marketplaceRoles } from "@/lib/actor";
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
