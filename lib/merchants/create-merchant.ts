import { eq, isNull, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { connections, merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { recordEvent } from "@/lib/webhooks/outbound/record-event";
import { insertMerchants } from "./insert-merchant";
import { findMerchant } from "./queries";
import type { CreateMerchant } from "./schema";

type Input = Pick<CreateMerchant, "thirdPartyCustomerId" | "businessName"> & Partial<CreateMerchant>;
type Result = { merchantId: string; connectionId: string; thirdPartyCustomerId: string; created: boolean };

/**
 * Creates a merchant with its connection and an empty KYC record. An existing merchant is returned with its missing
 * contact fields filled in; nothing is overwritten. `merchant.created` is sent once, for the first call, even
 * if calls are concurrent or data created the merchant earlier.
 */
export async function createMerchant(call: { actor: Actor; input: Input; now: BusinessTime }): Promise<Result> {
  const { actor, input, now } = call;
  return transaction(async () => {
    const [inserted] = await insertMerchants(actor.tenant, [input], { now, announcedAt: now });
    if (!inserted) return completeExisting(call);

    const { merchantId, connectionId } = inserted;
    await recordAudit({ actor, action: "merchant.create", subjectId: merchantId, now });
    await announce(actor, merchantId, connectionId, now);
    return { merchantId, connectionId, thirdPartyCustomerId: input.thirdPartyCustomerId, created: true };
  });
}

async function announce(actor: Actor, merchantId: string, connectionId: string, now: BusinessTime): Promise<void> {
  const payload = { connection_id: connectionId };
  await recordEvent({ tenant: actor.tenant, merchantId, type: "merchant.created", payload, now });
}

async function completeExisting(call: { actor: Actor; input: Input; now: BusinessTime }): Promise<Result> {
  const { actor, input, now } = call;
  const reach = reachOf(actor);
  const merchant = await findMerchant(reach, input.thirdPartyCustomerId, { lock: true });
  const [unannounced] = await db()
    .update(merchants)
    .set({ announcedAt: now })
    .where(inReach(merchants, reach, eq(merchants.id, merchant.merchantId), isNull(merchants.announcedAt)))
    .returning({ id: merchants.id });
  if (unannounced) await announce(actor, merchant.merchantId, merchant.connectionId, now);
  await db()
    .update(merchants)
    .set({
      email: sql`coalesce(${merchants.email}, ${input.email ?? null})`,
      phoneNumber: sql`coalesce(${merchants.phoneNumber}, ${input.phoneNumber ?? null})`,
      firstName: sql`coalesce(${merchants.firstName}, ${input.firstName ?? null})`,
      lastName: sql`coalesce(${merchants.lastName}, ${input.lastName ?? null})`,
      businessType: sql`coalesce(${merchants.businessType}, ${input.businessType ?? null})`,
      industry: sql`coalesce(${merchants.industry}, ${input.industry ?? null})`,
      businessCategory: sql`coalesce(${merchants.businessCategory}, ${input.businessCategory ?? null})`,
    })
    .where(inReach(merchants, reach, eq(merchants.id, merchant.merchantId)));
  await db()
    .update(connections)
    .set({ externalReference: sql`coalesce(${connections.externalReference}, ${input.externalReference ?? null})` })
    .where(inReach(connections, reach, eq(connections.merchantId, merchant.merchantId)));
  return {
    merchantId: merchant.merchantId,
    connectionId: merchant.connectionId,
    thirdPartyCustomerId: input.thirdPartyCustomerId,
    created: false,
  };
}
