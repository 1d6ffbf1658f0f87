import { and, desc, eq, ne, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { findLender } from "@/lib/parties/lenders/queries";
import type { Rail } from "@/lib/parties/lenders/rails/queries";

/** A lender's own account: the one that it pays from now, or a former one, over which orders may be under way. */
export async function findRailByHand(lenderId: string, accountId: string | undefined): Promise<Rail> {
  if (!(await findLender(lenderId))) throw notFound("lender");
  const byHand = and(eq(rails.lenderId, lenderId), eq(rails.kind, "BY_HAND"), ne(rails.state, "TRIED"));
  const [found] = await db()
    .select()
    .from(rails)
    .where(and(byHand, accountId === undefined ? undefined : eq(rails.integration, accountId)))
    .orderBy(desc(sql`${rails.state} = 'ACTIVE'`), desc(rails.id));
  if (!found) throw new CodedError("LOAN_STATE_CONFLICT", "The lender does not pay by hand from such an account.");
  return found;
}
