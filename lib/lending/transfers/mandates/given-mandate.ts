import { and, eq, ne } from "drizzle-orm";
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

export async function findMandate(mandateId: string): Promise<Mandate | undefined> {
  const [found] = await db().select().from(mandates).where(eq(mandates.id, mandateId));
  return found;
}

/** One authorization at a provider may serve several loans of its holder; it ends with the last of them. */
export async function isUsedElsewhere(mandate: Pick<Mandate, "id" | "railId">, reference: string): Promise<boolean> {
  if (!mandate.railId) return false;
  const same = and(eq(mandates.railId, mandate.railId), eq(mandates.providerReference, reference));
  const used = and(same, ne(mandates.id, mandate.id), eq(mandates.status, "ACTIVE"));
  return (await db().select({ id: mandates.id }).from(mandates).where(used).limit(1)).length > 0;
}

/** How the provider knows a mandate; undefined if it has not given it. */
function givenMandate(mandate: Mandate, account: typeof payoutAccounts.$inferSelect): GivenMandate | undefined {
  const { providerReference: mandateReference, activatedAt, begunReference: reference, holderEmail: email } = mandate;
  if (mandateReference === null || activatedAt === null) return undefined;
  const begun = reference !== null && email !== null ? { reference, email } : null;
  return { mandateReference, activatedAt, account: openAccount(account), begun };
}
