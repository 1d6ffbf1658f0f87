import { desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { businessName } from "@/db/business-name";
import { db } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import type { Environment } from "@/lib/kernel/actor";
import type { Kobo } from "@/lib/kernel/money";
import { businessTime } from "@/lib/kernel/time";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { table } from "@/lib/surfaces/lists/list";
import { loanLabels } from "@/lib/terms/dashboard/labels";
import type { Table } from "@/lib/terms/dashboard/table-schema";
import { type LoanStatus, shownStatus } from "@/lib/terms/loans/states";

type NewestLoan = {
  id: string;
  reference: string;
  businessName: string;
  marketplace: string;
  principal: Kobo;
  approvedAt: Date;
  status: LoanStatus;
};

/** So many are shown where nobody is looked for. */
const shownLoans = 20;

const newestTable = table<NewestLoan>({
  caption: "Newest loans",
  id: ({ id }) => id,
  href: ({ id }) => `loans/${id}`,
  columns: ({ text, money, moment, state }) => ({
    reference: text("Loan", ({ reference }) => reference, { look: "whole" }),
    merchant: text("Merchant", ({ businessName, marketplace }) => `${businessName}, ${marketplace}`, { below: true }),
    principal: money("Principal", ({ principal }) => principal),
    approvedAt: moment("Approved", ({ approvedAt }) => approvedAt),
    status: state("State", ({ status }) => status, loanLabels),
  }),
  shown: { reference: 1, merchant: 2, principal: 2, approvedAt: 3, status: 1 },
});

/** The newest loans of every marketplace, however many there are. */
export async function readNewestLoans({
  environment,
  realNow,
}: Pick<ConsoleScope, "environment" | "realNow">): Promise<Table> {
  const ids = await rowsOf(z.strictObject({ id: z.string() }))`${newestIds(environment)}`;
  const rows = await db()
    .select({ loan: loans, businessName, marketplace: marketplaces.name })
    .from(loans)
    .innerJoin(merchants, eq(merchants.id, loans.merchantId))
    .innerJoin(marketplaces, eq(marketplaces.id, loans.marketplaceId))
    .where(sql`${loans.id} = any(${sql.param(ids.map(({ id }) => id))}::text[])`)
    .orderBy(desc(loans.id));
  const found = rows.map(({ loan: { id, reference, principal, approvedAt, status }, ...names }) => ({
    ...{ id, reference, principal, approvedAt, ...names, status: shownStatus(status) },
  }));
  return newestTable(found, businessTime(realNow, 0));
}

/** Of each marketplace the newest along its own index, and of those the newest. */
export function newestIds(environment: Environment): SQL {
  return sql`select l.id from marketplaces m cross join lateral (select id from loans
      where marketplace_id = m.id and environment = ${environment} order by id desc limit ${shownLoans}) l
    order by l.id desc limit ${shownLoans}`;
}
