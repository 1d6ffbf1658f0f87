import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows } from "@/db/page";
import { agreements } from "@/db/schema/agreements";
import { lenders } from "@/db/schema/lenders";
import { loans } from "@/db/schema/loans";
import { inAnyReach } from "@/db/tenancy";
import { type Holding, reachesOf } from "./holding";

/** A page of what an account's merchants have agreed to, the newest loan first; the id is the loan's. */
export async function listHeldAgreements(holding: Holding, page: Page) {
  const { id, merchantId, acceptedAt, sha256 } = agreements;
  const rows = await db()
    .select({
      ...{ id, merchantId, acceptedAt, sha256 },
      reference: loans.reference,
      principal: loans.principal,
      lender: lenders.name,
    })
    .from(agreements)
    .innerJoin(loans, eq(loans.id, agreements.id))
    .innerJoin(lenders, eq(lenders.id, loans.lenderId))
    .where(inAnyReach(agreements, reachesOf(holding), onPage(id, page)))
    .orderBy(pageOrder(id, page))
    .limit(pageRows(page));
  return pageOf(rows, page);
}
