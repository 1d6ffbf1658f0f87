import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import { db, wakeWorkers } from "@/db/client";
import type { TenantDueTable } from "@/db/columns";
import { makeDue } from "@/db/due";
import { mandates, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { type Environment, tenantOf } from "@/lib/kernel/actor";
import type { BusinessTime } from "@/lib/kernel/time";
import type { AskNow } from "@/lib/platform/providers/paystack/webhook";

/** Makes orders that a provider has named due to be asked about, and no more; nothing while somebody is asking. */
export async function askNow(call: { railId: string; about: AskNow | null; now: BusinessTime }): Promise<void> {
  const { railId, about, now } = call;
  if (about?.about === "TRANSFER") await makeDueNow(payouts, await namedPayouts(railId, about.reference), now);
  if (about?.about === "DEBIT") await makeDueNow(payments, await namedDebits(railId, about.reference), now);
  if (about?.about === "MANDATE") await makeDueNow(mandates, await namedMandates(railId, about), now);
}

type Named = { id: string; marketplaceId: string; environment: Environment };

async function makeDueNow(table: TenantDueTable, rows: readonly Named[], now: BusinessTime): Promise<void> {
  for (const row of rows) {
    const tenant = tenantOf(row);
    const it = eq(table.id, row.id);
    if ((await makeDue(tenant, table, now, it)) + (await watchAgain(table, it, now)) > 0) {
      wakeWorkers(table, row.id, tenant);
    }
  }
}

/** One that is watched no more, or was refused: the provider says that there is something new. */
async function watchAgain(table: TenantDueTable, it: SQL, now: BusinessTime): Promise<number> {
  const over = [it, isNull(table.dueAt), isNull(table.leasedUntil)];
  if (table === payouts) over.push(inArray(payouts.status, ["CONFIRMED", "FAILED"]));
  else if (table === payments) over.push(inArray(payments.status, ["CONFIRMED", "FAILED"]));
  else return 0;
  return (
    await db()
      .update(table)
      .set({ dueAt: now })
      .where(and(...over))
      .returning({ id: table.id })
  ).length;
}

/** Also one that has arrived, which may have come back. */
async function namedPayouts(railId: string, reference: string): Promise<Named[]> {
  const { id, marketplaceId, environment } = payouts;
  return db()
    .select({ id, marketplaceId, environment })
    .from(payouts)
    .where(and(eq(payouts.railId, railId), eq(payouts.reference, reference)));
}

/** Under way already, or paid, since it may have been taken back: one that is announced is never due before its day. */
async function namedDebits(railId: string, reference: string): Promise<Named[]> {
  const { id, marketplaceId, environment, status } = payments;
  return db()
    .select({ id, marketplaceId, environment })
    .from(payments)
    .where(
      and(
        eq(payments.railId, railId),
        eq(payments.reference, reference),
        inArray(status, ["PENDING", "CONFIRMED", "FAILED"]),
      ),
    );
}

/** Several, where loans share an authorisation. */
async function namedMandates(railId: string, about: Extract<AskNow, { about: "MANDATE" }>): Promise<Named[]> {
  const { id, marketplaceId, environment, begunReference, providerReference } = mandates;
  const { reference, authorizationCode } = about;
  const named = [
    ...(reference ? [eq(begunReference, reference)] : []),
    ...(authorizationCode ? [eq(providerReference, authorizationCode)] : []),
  ];
  return db()
    .select({ id, marketplaceId, environment })
    .from(mandates)
    .where(and(eq(mandates.railId, railId), or(...named)));
}
