import { sql } from "drizzle-orm";
import { z } from "zod";
import { isBooked, reversedOf } from "@/db/deductions";
import { koboValue, rowsOf } from "@/db/rows";
import type { TakenFromOrder } from "./shared-sales";

const takenRow = z.strictObject({
  merchantId: z.string(),
  orderId: z.string(),
  loanId: z.string(),
  amount: koboValue,
});

/** What was deducted from these orders of these merchants and not reversed, by loan. The merchants must be in reach. */
export async function takenFromOrders(
  merchantIds: readonly string[],
  orderIds: readonly string[],
): Promise<TakenFromOrder[]> {
  if (merchantIds.length === 0 || orderIds.length === 0) return [];
  return rowsOf(takenRow)`
    select d.merchant_id as "merchantId", d.order_id as "orderId", d.loan_id as "loanId",
      sum(d.amount - ${reversedOf(sql`d`)})::float8 as amount
    from repayment_events d
    where d.merchant_id = any(${sql.param([...merchantIds])}::text[])
      and d.order_id = any(${sql.param([...orderIds])}::text[])
      and d.type = 'repayment.deducted' and ${isBooked(sql`d.effect`)}
    group by d.merchant_id, d.order_id, d.loan_id`;
}
