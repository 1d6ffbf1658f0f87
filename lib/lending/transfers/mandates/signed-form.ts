import { desc, eq, isNotNull } from "drizzle-orm";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { mandates } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";

/** The signed form of a loan's latest mandate that has one, and the account that this mandate is on. */
export async function findSignedForm(tenant: Tenant, loanId: string) {
  const [found] = await db()
    .select({ mandate: mandates, file: files })
    .from(mandates)
    .innerJoin(files, eq(files.id, mandates.formFileId))
    .where(inTenant(mandates, tenant, eq(mandates.loanId, loanId), isNotNull(mandates.formFileId)))
    .orderBy(desc(mandates.id))
    .limit(1);
  return found;
}
