import { desc, eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { koboValue } from "@/db/rows";
import { loanChanges } from "@/db/schema/loan-changes";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { inAnyReach, inReach } from "@/db/tenancy";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import { type Kobo, zero } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import type { Book } from "@/lib/loans/ledger/balances";
import { type Pause, pausesFrom } from "@/lib/terms/loans/delinquency";
import type { Installment } from "@/lib/terms/loans/schedule";

export type LoanRecord = typeof loans.$inferSelect & {
  thirdPartyCustomerId: string | null;
  installments: Installment[];
};

export const installmentsColumn = z.array(
  z.strictObject({ number: z.int(), dueDate: z.iso.date(), amount: koboValue, interest: koboValue }),
);

/** The schedule as it is owed, as a column of a query on loans: without interest once the loan was cooled off. */
export function installmentsFor(loan: { id: SQLWrapper; cooledOffAt: SQLWrapper }): SQL<Installment[]> {
  const waived = sql`(case when ${loan.cooledOffAt} is null then 0 else i.interest end)`;
  return sql<Installment[]>`(
    select json_agg(json_build_object('number', i.number, 'dueDate', i.due_date, 'amount', i.amount - ${waived},
      'interest', i.interest - ${waived}) order by i.number)
    from loan_installments i where i.loan_id = ${loan.id})`;
}

/** What is owed to a loan's merchant, in kobo, as a column of a query on loans; the same as `overpaid` of its book. */
export function owedOn(loan: typeof loans): SQL<Kobo> {
  const due = sql`case when ${loan.disbursedAt} is null or ${loan.status} = 'CANCELLED' then 0 when ${loan.cooledOffAt} is null
    then ${loan.principal} + ${loan.interest} else ${loan.principal} end`;
  return sql<Kobo>`(greatest(${loan.received} - ${due}, 0) + greatest(${loan.held}, 0))::float8`;
}

/** Locks a loan's row for the rest of the transaction. Lock loans before their merchant, never after. */
export async function lockLoan(reach: Reach, loanId: string): Promise<LoanRecord> {
  const it = inReach(loans, reach, eq(loans.id, loanId));
  const [locked] = await db().select({ id: loans.id }).from(loans).where(it).for("no key update");
  if (!locked) throw notFound("loan");
  // A statement that waited for a lock re-reads only the locked row; other tables need another statement.
  const [found] = await selectLoans(it);
  if (!found) throw notFound("loan");
  return found;
}

export async function loadLoans(reach: Reach, ...conditions: SQL[]): Promise<LoanRecord[]> {
  return selectLoans(inReach(loans, reach, ...conditions)).orderBy(desc(loans.id));
}

export async function loadLoanPage(
  reaches: readonly Reach[],
  page: Page,
  condition?: SQL,
): Promise<{ rows: LoanRecord[]; hasMore: boolean }> {
  await requireNeighbour(loans.id, page, inAnyReach(loans, reaches));
  const rows = await selectLoans(inAnyReach(loans, reaches, condition, onPage(loans.id, page)))
    .orderBy(pageOrder(loans.id, page))
    .limit(pageRows(page));
  return pageOf(rows, page);
}

export async function tenantOfLoan(loanId: string): Promise<Tenant | undefined> {
  const [row] = await db()
    .select({ marketplaceId: loans.marketplaceId, environment: loans.environment })
    .from(loans)
    .where(eq(loans.id, loanId));
  return row && tenantOf(row);
}

type BookFields = Pick<
  LoanRecord,
  (keyof Book & keyof LoanRecord) | "id" | "status" | "disbursedAt" | "returnedAt" | "cooledOffAt" | "installments"
>;

export function bookOf(loan: BookFields): Book {
  const { id: loanId, installments: portions, principal, received, held, receivedAtWriteOff } = loan;
  const interest = loan.cooledOffAt ? zero : loan.interest;
  const terms = { loanId, portions, principal, interest };
  return { ...terms, ...movedOf(loan), received, held, receivedAtWriteOff, journalNumber: loan.journalNumber };
}

/** Whether its principal went out, and is back. One that ended because it never arrived counts as never lent. */
export function movedOf(loan: Pick<LoanRecord, "status" | "disbursedAt" | "returnedAt">) {
  return { disbursed: loan.disbursedAt !== null && loan.status !== "CANCELLED", returned: loan.returnedAt !== null };
}

/** The current schedule, regardless of anything read before the lock on the loan's row was granted. */
export async function installmentsOf({ id }: Pick<LoanRecord, "id">): Promise<Installment[]> {
  const [found] = await db()
    .select({ installments: installmentsFor(loans) })
    .from(loans)
    .where(eq(loans.id, id));
  return found?.installments ?? [];
}

export async function pausesOf({ id }: Pick<LoanRecord, "id">): Promise<Pause[]> {
  const { kind, effectiveFrom: at, previous, current } = loanChanges;
  const changes = await db()
    .select({ kind, at, dueBefore: dueDateIn(previous), dueAfter: dueDateIn(current) })
    .from(loanChanges)
    .where(eq(loanChanges.loanId, id))
    .orderBy(loanChanges.id);
  return pausesFrom(changes);
}

function dueDateIn(terms: SQLWrapper): SQL<string> {
  return sql`${terms} ->> 'dueDate'`;
}

function selectLoans(condition: SQL | undefined) {
  return db()
    .select({
      ...getTableColumns(loans),
      thirdPartyCustomerId: merchants.thirdPartyCustomerId,
      installments: installmentsFor(loans),
    })
    .from(loans)
    .innerJoin(merchants, eq(merchants.id, loans.merchantId))
    .where(condition)
    .$dynamic();
}
