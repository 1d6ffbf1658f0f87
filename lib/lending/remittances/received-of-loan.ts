import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { payments } from "@/db/schema/payments";
import { remittanceItems } from "@/db/schema/remittances";
import { inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { inNaira, totalOf } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { loansById } from "@/lib/loans/loans/queries";
import { findRemitters, readBalance } from "./queries";
import type { loanReceived } from "./schema";

/** What has been repaid of a loan, as its marketplace reports it and as it has arrived (docs/remittances.md#receipts). */
export async function readLoanReceived({
  actor,
  loanId,
  now,
}: Call<{ loanId: string }>): Promise<z.output<typeof loanReceived>> {
  const [loan] = await loansById(reachOf(actor), [loanId]);
  if (!loan) throw notFound("loan");
  const tenant = tenantOf(loan);
  const { dueOn, amount } = remittanceItems;
  const own = inTenant(remittanceItems, tenant, eq(remittanceItems.loanId, loanId));
  const items = await db().select({ dueOn, amount }).from(remittanceItems).where(own);
  const [remitter] = (await findRemitters({ tenant })).filter(({ lenderId }) => lenderId === loan.lenderId);
  const since = remitter ? (await readBalance(remitter, now)).since : null;
  const arrived = items.filter((item) => since === null || item.dueOn < since);
  const paid = await db()
    .select({ amount: payments.amount })
    .from(payments)
    .where(inTenant(payments, tenant, and(eq(payments.loanId, loanId), eq(payments.status, "CONFIRMED"))));
  return inNaira({ reported: totalOf(items), received: totalOf(arrived), paidDirectly: totalOf(paid) });
}
readLoanReceived.errors = ["NOT_FOUND"] as const;
