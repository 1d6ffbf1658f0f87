import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { db, transaction, wakeWorkers } from "@/db/client";
import { mandates } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { newReference } from "@/lib/kernel/ids";
import type { BusinessTime } from "@/lib/kernel/time";
import { mandatesOver, railFor } from "@/lib/parties/lenders/rails/open-rail";
import { mailAddressOf } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { findMandate } from "./given-mandate";

/** Where a holder comes back to from a provider's page. */
const returnPath = "/mandate";

/**
 * Has the lender's provider name a mandate and give a page for it, which is kept before anybody sees it: what is agreed to
 * there is found again. One that has begun keeps its page, and whoever comes back to it has it asked about at once. Null: there is no provider, or it does not answer. Not inside a
 * transaction.
 */
export async function beginMandate(
  { tenant, now }: { tenant: Tenant; now: BusinessTime },
  of: { mandateId: string; lenderId: string; merchantId: string },
): Promise<string | null> {
  const { mandateId, lenderId, merchantId } = of;
  const page = (await findMandate(mandateId))?.begunPage;
  if (page) {
    await askSoon(tenant, mandateId, now);
    return page;
  }
  const railId = await railFor({ lenderId, environment: tenant.environment });
  const email = await mailAddressOf(tenant, merchantId);
  const provider = await mandatesOver({ railId, environment: tenant.environment });
  if (!provider.begin || !email) return null;
  const begun = await provider.begin({ email, callbackUrl: `${env().embedUrl}${returnPath}` });
  if (!begun) return null;
  return transaction(async () => {
    const first = inTenant(mandates, tenant, eq(mandates.id, mandateId), isNull(mandates.begunReference));
    const asked = { begunReference: begun.reference, begunPage: begun.page, begunAt: now, holderEmail: email };
    await db()
      .update(mandates)
      .set({ ...asked, railId, reference: newReference(), dueAt: later(now, minute) })
      .where(first);
    wakeWorkers(mandates, mandateId, tenant);
    // Of two at once, both send the holder to the page of the first.
    return (await findMandate(mandateId))?.begunPage ?? null;
  });
}

async function askSoon(tenant: Tenant, mandateId: string, now: BusinessTime): Promise<void> {
  await transaction(async () => {
    const waiting = and(isNotNull(mandates.begunReference), isNull(mandates.activatedAt), gt(mandates.dueAt, now));
    const it = inTenant(mandates, tenant, eq(mandates.id, mandateId), waiting);
    await db().update(mandates).set({ dueAt: now }).where(it);
    wakeWorkers(mandates, mandateId, tenant);
  });
}
