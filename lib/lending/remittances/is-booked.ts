import { and, eq } from "drizzle-orm";
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
    .where(and(own, eq(remittanceReceipts.bankReference, bankReference)))
    .limit(1);
  return (await Promise.all([...orders, receipts])).some((found) => found.length > 0);
}
