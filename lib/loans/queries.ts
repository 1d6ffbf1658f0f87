import { eq, type SQL, sql } from "drizzle-orm";
import { loans } from "@/db/schema/loans";
import type { Actor, Tenant } from "@/lib/actor";
import { notFound } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { findMerchantInReach } from "@/lib/merchants/reach";
import { type LoanRecord, loadLoans } from "./load-loans";
import { loanContexts } from "./loan-context";
import { delinquencyIn, forecastIn } from "./performance";
import type { ActiveLoansAnswer, BulkStatusAnswer, LoanStatusAnswer } from "./schema";
import { toLoanStatus } from "./serialize";
import { owingStates } from "./states";

/**
 * A loan as the Loan API shows it.
 * @param only the one merchant whose loans the caller reaches; null: every merchant's.
 * @throws CodedError NOT_FOUND
 */
export async function readLoanStatus(
  tenant: Tenant,
  loanId: string,
  now: Date,
  only: string | null = null,
): Promise<LoanStatusAnswer> {
  const [status] = await statusesOf(await loansById(tenant, [loanId], only), now);
  if (!status) throw notFound("loan");
  return status;
}

/**
 * The loans of a merchant that are being collected, newest first. Offers are none: nothing may be deducted for them.
 * @param ref the merchant's id here or at its marketplace.
 * @throws CodedError NOT_FOUND when there is no such merchant in the actor's reach.
 */
export async function readActiveLoans(actor: Actor, ref: string, now: Date): Promise<ActiveLoansAnswer> {
  const { merchantId } = await findMerchantInReach(actor, ref);
  const active = await loadLoans(
    actor.tenant,
    eq(loans.merchantId, merchantId),
    sql`${loans.status} = any(${sql.param([...owingStates])}::text[])`,
  );
  return { merchantId, loans: await statusesOf(active, now) };
}

/**
 * Many loans at once, in the order asked for, each once. What names no loan in reach is listed and harms no other.
 * @param only as for `readLoanStatus`
 */
export async function readLoanStatuses(
  tenant: Tenant,
  loanIds: readonly string[],
  now: Date,
  only: string | null = null,
): Promise<BulkStatusAnswer> {
  const asked = [...new Set(loanIds)];
  const statuses = await statusesOf(await loansById(tenant, asked, only), now);
  const found = new Map(statuses.map((status) => [status.loanId, status]));
  return {
    results: asked.flatMap((id) => found.get(id) ?? []),
    notFound: asked.filter((id) => !found.has(id)),
  };
}

/** Loans of a tenant by id, without those that are not there, in no order. Ids of any shape. */
export async function loansById(tenant: Tenant, ids: readonly string[], only: string | null): Promise<LoanRecord[]> {
  const possible = ids.filter((id) => isId("loan", id) && /^\w{1,64}$/.test(id));
  if (possible.length === 0) return [];
  const conditions: SQL[] = [sql`${loans.id} = any(${sql.param(possible)}::text[])`];
  if (only) conditions.push(eq(loans.merchantId, only));
  return loadLoans(tenant, ...conditions);
}

/** Loans as the Loan API shows them. */
export async function statusesOf(found: readonly LoanRecord[], now: Date): Promise<LoanStatusAnswer[]> {
  const contexts = await loanContexts(found);
  return found.map((loan) => {
    const { lenderName = "", pauses = [], sales = null } = contexts.get(loan.id) ?? {};
    const health = delinquencyIn(loan, pauses, now);
    return toLoanStatus(loan, { lenderName, health, forecast: forecastIn(loan, pauses, sales, now) });
  });
}
