import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { loans, mandates, payoutAccounts } from "@/db/schema/loans";
import { openAccount } from "@/lib/lending/transfers/payouts/payout-account";
import type { GivenMandate } from "@/lib/platform/providers/mandate";
import type { LoanState } from "@/lib/terms/loans/states";

type Mandate = typeof mandates.$inferSelect;

/** A mandate that a provider has given, as stored and as the provider knows it, and the state of its loan. */
export type StoredMandate = { mandate: Mandate; given: GivenMandate; loanStatus: LoanState };

export async function findGivenMandate(mandateId: string): Promise<StoredMandate | undefined> {
  const [found] = await db()
    .select({ mandate: mandates, account: payoutAccounts, loanStatus: loans.status })
    .from(mandates)
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, mandates.payoutAccountId))
    .innerJoin(loans, eq(loans.id, mandates.loanId))
    .where(eq(mandates.id, mandateId));
  if (!found) return undefined;
  const { mandate, account, loanStatus } = found;
  const given = givenMandate(mandate, account);
  return given && { mandate, given, loanStatus };
}

/** How the provider knows a mandate; undefined if it has not given it. */
function givenMandate(mandate: Mandate, account: typeof payoutAccounts.$inferSelect): GivenMandate | undefined {
  const { providerReference: mandateReference, activatedAt } = mandate;
  if (mandateReference === null || activatedAt === null) return undefined;
  return { mandateReference, activatedAt, account: openAccount(account) };
}
