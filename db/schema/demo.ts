import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";
import { realMoment } from "@/db/columns";
import { demoScopes, sellerFaults } from "@/lib/terms/demo-provider";

/** The demo is the other side: these are its own tables, not the service's. Tokens by digest. */
export const demoGrants = pgTable(
  "demo_grants",
  {
    number: bigint("number", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** The seller's id at the demo marketplace. */
    seller: text("seller").notNull(),
    scopes: text("scopes", { enum: demoScopes }).array().notNull(),
    redirectUri: text("redirect_uri").notNull(),
    codeChallenge: text("code_challenge").notNull(),
    codeDigest: text("code_digest").notNull().unique(),
    codeExpiresAt: realMoment("code_expires_at").notNull(),
    codeUsedAt: realMoment("code_used_at"),
    accessDigest: text("access_digest").unique(),
    accessExpiresAt: realMoment("access_expires_at"),
    refreshDigest: text("refresh_digest").unique(),
    /** The refresh token before that: good until one of the new tokens has been used, as their answer may be lost. */
    formerRefreshDigest: text("former_refresh_digest").unique(),
    createdAt: realMoment("created_at").notNull(),
    lastUsedAt: realMoment("last_used_at"),
    revokedAt: realMoment("revoked_at"),
    /** When the last of its tokens expires. */
    expiresAt: realMoment("expires_at").notNull(),
  },
  (table) => [index("demo_grants_seller").on(table.seller), index("demo_grants_age").on(table.expiresAt)],
);

/** Sellers for whom the demo marketplace's server acts up. */
export const demoFaults = pgTable("demo_faults", {
  seller: text("seller").primaryKey(),
  fault: text("fault", { enum: sellerFaults }).notNull(),
  since: realMoment("since").notNull(),
});
