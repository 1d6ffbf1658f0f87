import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { remittanceReceipts } from "@/db/schema/remittances";

/** A line of a lender's statement is booked once, whatever for. */
export async function isBooked({ lenderId }: { lenderId: string }, bankReference: string): Promise<boolean> {
  const orders = [payments, payouts].map((table) =>
    db()
      .select({ id: table.id })
      .from(table)
      .innerJoin(loans, eq(loans.id, table.loanId))
      .where(and(eq(loans.lenderId, lenderId), eq(table.providerReference, bankReference)))
      .limit(1),
  );
  const own = eq(remittanceReceipts.lenderId, lenderId);
  const receipts = db()
    .select({ id: remittanceReceipts.id })
    .from(remittanceReceipts)
    .where(and(own, sameName(remittanceReceipts.bankReference, bankReference)))
    .limit(1);
  return (await Promise.all([...orders, receipts])).some((found) => found.length > 0);
}

/** Whether two names of a line are one: people and banks write them with other marks, in another case. */
function sameName(column: PgColumn, bankReference: string): SQL {
  return sql`lower(regexp_replace(${column}, '[^A-Za-z0-9]', '', 'g')) = ${bareName(bankReference)}`;
}

export function bareName(bankReference: string): string {
  return bankReference.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}
