import { eq, inArray, sql } from "drizzle-orm";
import { loans } from "@/db/schema/loans";
import { latest } from "@/lib/kernel/calendar";
import { notFound } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import type { ActiveLoansAnswer, BulkStatusAnswer, LoanStatusAnswer } from "@/lib/terms/loans/schema";
import { owingStates } from "@/lib/terms/loans/states";
import { toCollection } from "./collection";
import { type LoanRecord, loadLoans } from "./load-loans";
import { loanContexts } from "./loan-context";
import { delinquencyIn, forecastIn } from "./performance";
import { toLoanStatus } from "./serialize";

export async function readLoanStatus(reach: Reach, loanId: string, now: BusinessTime): Promise<LoanStatusAnswer> {
  const [status] = await statusesOf(await loansById(reach, [loanId]), now);
  if (!status) throw notFound("loan");
  return status;
}
readLoanStatus.errors = ["NOT_FOUND"] as const;

/** Newest first: no offers, for which nothing may be deducted. `ref`: its id here or at its marketplace. */
export async function readActiveLoans(reach: Reach, ref: string, now: BusinessTime): Promise<ActiveLoansAnswer> {
  const { merchantId } = await findMerchant(reach, ref);
  const active = await loadLoans(reach, eq(loans.merchantId, merchantId), inArray(loans.status, owingStates));
  return { merchantId, loans: await statusesOf(active, now) };
}
readActiveLoans.errors = ["NOT_FOUND"] as const;

/** Many loans, in the order asked for and without duplicates; ids not found in reach are listed separately. */
export async function readLoanStatuses(
  reach: Reach,
  loanIds: readonly string[],
  now: BusinessTime,
): Promise<BulkStatusAnswer> {
  const asked = [...new Set(loanIds)];
  const statuses = await statusesOf(await loansById(reach, asked), now);
  const found = new Map(statuses.map((status) => [status.loanId, status]));
  return { results: asked.flatMap((id) => found.get(id) ?? []), notFound: asked.filter((id) => !found.has(id)) };
}

/** The loans in reach with these ids, in no particular order; missing ones are left out. Ids may have any format. */
export async function loansById(reach: Reach, ids: readonly string[]): Promise<LoanRecord[]> {
  const possible = ids.filter((id) => isId("loan", id) && /^\w{1,64}$/.test(id));
  if (possible.length === 0) return [];
  return loadLoans(reach, sql`${loans.id} = any(${sql.param(possible)}::text[])`);
}

/** @param now when the request came; a loan paid out since is shown as of its disbursement. */
export async function statusesOf(found: readonly LoanRecord[], now: BusinessTime): Promise<LoanStatusAnswer[]> {
  const contexts = await loanContexts(found);
  return found.flatMap((loan) => {
    const context = contexts.get(loan.id);
    if (!context) return [];
    const { pauses, sales, paidFromAccount, ...details } = context;
    const at = latest(now, loan.disbursedAt ?? now);
    const delinquency = delinquencyIn(loan, pauses, at);
    const forecast = forecastIn(loan, { pauses, sales, paidFromAccount }, at);
    const collection = toCollection(loan, context.collection, at);
    return toLoanStatus(loan, { ...details, delinquency, forecast, collection });
  });
}
