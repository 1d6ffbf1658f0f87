import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { breaks, settlements } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { breakMessage } from "@/lib/lending/reconciliation/breaks/messages";
import { needsOperator } from "@/lib/lending/reconciliation/breaks/needs-operator";
import { owedNow } from "@/lib/lending/reconciliation/breaks/owed";
import { actorNames } from "./actor-names";

/** A break as its page shows it: what is wrong and what ends it, in words for staff, and who answered or closed it. */
export async function readBreakForStaff(reach: Reach, breakId: string) {
  const [row] = await db()
    .select({
      found: breaks,
      businessName: merchants.businessName,
      loanReference: loans.reference,
      settlementReference: settlements.reference,
      owed: owedNow,
    })
    .from(breaks)
    .innerJoin(merchants, eq(merchants.id, breaks.merchantId))
    .leftJoin(loans, eq(loans.id, breaks.loanId))
    .leftJoin(settlements, eq(settlements.id, breaks.settlementId))
    .where(inReach(breaks, reach, eq(breaks.id, breakId)));
  if (!row) throw notFound("break");
  const { found, owed, ...names } = row;
  const { answeredBy, resolvedBy } = found;
  const nameOf = await actorNames(reach.tenant, [answeredBy, resolvedBy]);
  return {
    ...found,
    ...names,
    message: breakMessage({ ...found, owed }, "staff"),
    needsOperator: needsOperator(found),
    answeredBy: answeredBy && nameOf(answeredBy),
    resolvedBy: nameOf(resolvedBy),
  };
}
