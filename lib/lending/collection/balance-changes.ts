import { z } from "zod";
import { koboValue, rowsOf, timestamp } from "@/db/rows";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import type { Change } from "./cap";

const changeRow = z.strictObject({ amount: koboValue, at: timestamp });

/**
 * What came from the merchant's account, and what the bank took back of it: between the two it was paid, so nothing was
 * asked for it. The interest that cooling-off waived until then likewise.
 */
export async function balanceChangesOf({ id, interest }: Pick<LoanRecord, "id" | "interest">): Promise<Change[]> {
  const rows = await rowsOf(changeRow)`
    with taken as (select amount, finished_at, reversed_at from payments where loan_id = ${id} and status = 'REVERSED'),
    waived as (
      select (select max(w.occurred_at) from journals w
        where w.loan_id = u.loan_id and w.type = 'COOLING_OFF' and w.number < u.number) as since, u.occurred_at as until
      from journals u
      where u.loan_id = ${id} and u.type = 'COOLING_OFF_UNDONE' and u.occurred_at in (select reversed_at from taken)
    )
    select amount::float8 as amount, finished_at as at from payments
      where loan_id = ${id} and status in ('CONFIRMED', 'REVERSED') and finished_at is not null
    union all select -amount::float8, reversed_at from taken where reversed_at is not null and finished_at is not null
    union all select ${interest}::float8, since from waived where since is not null
    union all select -(${interest}::float8), until from waived where since is not null`;
  return rows.map(({ amount, at }) => ({ amount, at: new Date(at) }));
}
