import { customType, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { businessMoment, tenantColumns } from "@/db/columns";
import type { AgreementContent } from "@/lib/terms/agreements";
import { loans } from "./loans";
import { ofMerchant } from "./merchants";

const bytes = customType<{ data: Buffer<ArrayBuffer> }>({ dataType: () => "bytea" });

/** Append-only: the migration forbids updates and deletes. The id is the loan's. */
export const agreements = pgTable(
  "agreements",
  {
    id: text("id")
      .primaryKey()
      .references(() => loans.id),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    templateVersion: text("template_version").notNull(),
    content: jsonb("content").$type<AgreementContent>().notNull(),
    pdf: bytes("pdf").notNull(),
    /** Of the PDF, hexadecimal. */
    sha256: text("sha256").notNull(),
    acceptedAt: businessMoment("accepted_at").notNull(),
    /** As the audit log names who acted. */
    acceptedBy: text("accepted_by").notNull(),
    /** The network address, and the id of the embed token; null where the merchant did not act. */
    acceptedFrom: text("accepted_from"),
    tokenId: text("token_id"),
  },
  (table) => [ofMerchant(table)],
);
