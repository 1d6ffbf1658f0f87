import { z } from "zod";
import { rowsOf } from "@/db/rows";
import type { Actor } from "@/lib/kernel/actor";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { remindMerchant } from "@/lib/lending/servicing/remind-merchant";
import { morningOf } from "@/lib/lending/servicing/reminders";
import { holdMerchant } from "@/lib/sandbox/seed/seed-oauth";

const lateRow = z.strictObject({ loanId: z.string(), ref: z.string() });

/**
 * Once all has been told: merchants who are late have heard of it on the last morning, as the engine, which was kept from
 * them, would have written. The one who is longest late goes to the account whose sign-in is printed.
 */
export async function writeToLate(actor: Actor, until: BusinessTime): Promise<void> {
  const { tenant } = actor;
  const today = morningOf(dateOf(until));
  const morning = today <= until ? today : later(today, -day);
  const late = await rowsOf(lateRow)`
    select l.id as "loanId", m.third_party_customer_id as ref
    from loans l join merchants m on m.id = l.merchant_id
    where l.marketplace_id = ${tenant.marketplaceId} and l.environment = ${tenant.environment}
      and l.status = 'ACTIVE' and l.paused_at is null and l.aging_since < ${morning.toISOString()}
    order by l.aging_since, l.id`;
  for (const { loanId } of late) await remindMerchant(loanId, morning);
  const [first] = late;
  if (first) await holdMerchant(actor, first.ref);
}
