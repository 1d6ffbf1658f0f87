import { type SQL, sql } from "drizzle-orm";
import { breaks } from "@/db/schema/settlements";
import type { Kobo } from "@/lib/kernel/money";

/** What is left to pay of a break's loan now, written off or not, as a column of a query on breaks; null without a loan. */
export const owedNow: SQL<Kobo | null> = sql<Kobo | null>`(
  select case when l.disbursed_at is null or l.status = 'CANCELLED' then 0
    else greatest(0, l.principal + case when l.cooled_off_at is null then l.interest else 0 end - l.received) end::float8
  from loans l where l.id = ${breaks.loanId})`;
