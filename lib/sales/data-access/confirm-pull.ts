import { and, eq, inArray, ne } from "drizzle-orm";
import { db, transaction, wakeWorkers } from "@/db/client";
import { dataAccesses } from "@/db/schema/data-access";
import { connections } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime, Clocks } from "@/lib/kernel/time";
import { findMerchant, type MerchantRef } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { reconnectMerchant } from "@/lib/sales/oauth/reconnect-merchant";
import { acceptRecord } from "@/lib/sales/records/accept-record";
import type { PullFailure } from "@/lib/terms/data-access/states";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { claimMerchant } from "./claim-merchant";
import type { Access } from "./fresh-tokens";
import { stillOpen } from "./still-open";
import { UpstreamError } from "./upstream-error";

/** Between two pulls. */
const pullEvery = day;

class EndedMeanwhile extends Error {}

/**
 * Stores a record that was pulled and has it scored. The first one says which merchant the permission is of.
 * @returns when the next is pulled; null when the permission has ended, or is refused.
 * @throws UpstreamError OTHER_MERCHANT when it is not that of the merchant who is known already
 */
export async function confirmPull(
  access: Access,
  record: MerchantRecord,
  clocks: Clocks,
): Promise<BusinessTime | null> {
  try {
    return await transaction(async () => {
      if (access.state === "ACTIVE") {
        const merchant = await findMerchant(everyMerchantOf(tenantOf(access)), access.merchantId ?? "", { lock: true });
        if (record.merchantIdentity.merchantId !== merchant.thirdPartyCustomerId) {
          throw new UpstreamError("OTHER_MERCHANT", "the record is of another merchant than the former ones");
        }
        return keep(access, merchant, record, clocks);
      }
      return confirmFirst(access, record, clocks);
    });
  } catch (error) {
    if (!(error instanceof EndedMeanwhile)) throw error;
    await db()
      .update(dataAccesses)
      .set({ state: "ENDED", endedAt: clocks.realNow, failures: 0, dueAt: clocks.now, leasedUntil: null })
      .where(stillOpen(access));
    return null;
  }
}

async function confirmFirst(access: Access, record: MerchantRecord, clocks: Clocks): Promise<BusinessTime | null> {
  const { now } = clocks;
  const tenant = tenantOf(access);
  const actor = { kind: "merchant", tenant, userId: access.userId } as const;
  const claim = await claimMerchant({ actor, identity: record.merchantIdentity, now });
  if ("refused" in claim) return refuse(access, claim.refused, record, clocks);
  const { merchantId } = claim.merchant;
  if (access.merchantId !== null && access.merchantId !== merchantId) {
    return refuse(access, "OTHER_MERCHANT", record, clocks);
  }
  const merchant = await openedConnection(access, claim.merchant, clocks);
  // What this one replaces is not given back: a server may end both together, since they are one merchant's.
  const replaced = and(
    eq(dataAccesses.merchantId, merchantId),
    inArray(dataAccesses.state, ["ACTIVE", "REVOKED"]),
    ne(dataAccesses.id, access.id),
  );
  const over = { state: "ENDED", endedAt: clocks.realNow, tokens: null, dueAt: null, leasedUntil: null } as const;
  await db().update(dataAccesses).set(over).where(replaced);
  const next = await keep(access, merchant, record, clocks);
  await recordAudit({ actor, action: "data-access.confirm", subjectId: merchantId, now });
  return next;
}

/** The permission connects the merchant again, unless the connection has been ended since it was given. */
async function openedConnection(access: Access, merchant: MerchantRef, { now, realNow }: Clocks): Promise<MerchantRef> {
  const { merchantId, connectionStatus } = merchant;
  if (connectionStatus !== "DISCONNECTED") return merchant;
  const tenant = tenantOf(access);
  const reach = everyMerchantOf(tenant);
  const [connection] = await db()
    .select({ disconnectedAt: connections.disconnectedAt })
    .from(connections)
    .where(inReach(connections, reach, eq(connections.merchantId, merchantId)));
  if (connection?.disconnectedAt && connection.disconnectedAt > access.authorizedAt) throw new EndedMeanwhile();
  const actor = { kind: "merchant", tenant, userId: access.userId } as const;
  await reconnectMerchant({ actor, reach, merchantId, now, realNow });
  return findMerchant(reach, merchantId, { lock: true });
}

async function keep(
  access: Access,
  merchant: MerchantRef,
  record: MerchantRecord,
  { now }: Clocks,
): Promise<BusinessTime> {
  const tenant = tenantOf(access);
  const { merchantId } = merchant;
  const dueAt = later(now, pullEvery);
  const fine = { failure: null, failureDetail: null, failures: 0, lastTriedAt: now, lastPulledAt: now };
  const [kept] = await db()
    .update(dataAccesses)
    .set({ ...fine, state: "ACTIVE", merchantId, dueAt, leasedUntil: null })
    .where(stillOpen(access))
    .returning({ id: dataAccesses.id });
  if (!kept) throw new EndedMeanwhile();
  await acceptRecord({ actor: { kind: "job", tenant, task: "pull-sales" }, merchant, record, now });
  return dueAt;
}

/** It is nobody's permission that counts here: the tokens are given back. */
async function refuse(
  access: Access,
  failure: PullFailure,
  { merchantIdentity }: MerchantRecord,
  { now, realNow }: Clocks,
): Promise<null> {
  const tenant = tenantOf(access);
  const { merchantId: thirdPartyCustomerId, businessName } = merchantIdentity;
  const refused = { state: "REFUSED", failure, refusedShop: { thirdPartyCustomerId, businessName } } as const;
  await db()
    .update(dataAccesses)
    .set({ ...refused, lastTriedAt: now, endedAt: realNow, dueAt: now, leasedUntil: null, failures: 0 })
    .where(stillOpen(access));
  const actor = { kind: "job", tenant, task: "pull-sales" } as const;
  await recordAudit({ actor, action: "data-access.lose", detail: { failure }, subjectId: access.id, now });
  wakeWorkers(dataAccesses, access.id, tenant);
  return null;
}
