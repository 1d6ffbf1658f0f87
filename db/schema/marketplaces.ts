import { index, pgTable, text } from "drizzle-orm/pg-core";
import { idColumn, kobo, moment } from "@/db/columns";
import { environments } from "@/lib/actor";

/** A marketplace: the tenant. Everything it owns exists once per environment. */
export const marketplaces = pgTable("marketplaces", {
  id: idColumn(),
  name: text("name").notNull(),
  /** Where the service writes to its staff (a disabled webhook, for one). */
  contactEmail: text("contact_email").notNull(),
  /** When live credentials began to be accepted; null until then. */
  liveAt: moment("live_at"),
  /** Most that one of its merchants may owe, in kobo. */
  maximumLendingCap: kobo("maximum_lending_cap").notNull(),
  createdAt: moment("created_at").notNull(),
});

/** Secret keys of a marketplace's backend, stored as digests: the key itself is shown once. */
export const secretKeys = pgTable(
  "secret_keys",
  {
    id: idColumn(),
    marketplaceId: text("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    environment: text("environment", { enum: environments }).notNull(),
    digest: text("digest").notNull().unique(),
    lastFour: text("last_four").notNull(),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [index("secret_keys_marketplace").on(table.marketplaceId)],
);
