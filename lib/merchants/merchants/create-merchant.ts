import { eq, isNull, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { connections, merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import type { CreateMerchant } from "@/lib/terms/merchants/schema";
import { insertMerchants } from "./insert-merchant";
import { findMerchant } from "./queries";

type Input = Pick<CreateMerchant, "thirdPartyCustomerId" | "businessName"> & Partial<CreateMerchant>;
type Result = { merchantId: string; connectionId: string; thirdPartyCustomerId: string; created: boolean };

/** `merchant.created` is sent for the first call only, even if data created the merchant earlier. */
export async function createMerchant(call: Call<{ input: Input }>): Promise<Result> {
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

async function completeExisting({ actor, input, now }: Call<{ input: Input }>): Promise<Result> {
  const { thirdPartyCustomerId } = input;
  const reach = reachOf(actor);
  const { merchantId, connectionId, connectionStatus } = await findMerchant(reach, thirdPartyCustomerId, {
    lock: true,
  });
  const existing = { merchantId, connectionId, thirdPartyCustomerId, created: false };
  // Only the merchant connects again: until then nothing new is kept about it.
  if (connectionStatus === "DISCONNECTED") return existing;
  const [unannounced] = await db()
    .update(merchants)
    .set({ announcedAt: now })
    .where(inReach(merchants, reach, eq(merchants.id, merchantId), isNull(merchants.announcedAt)))
    .returning({ id: merchants.id });
  if (unannounced) await announce(actor, merchantId, connectionId, now);
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
    .where(inReach(merchants, reach, eq(merchants.id, merchantId)));
  await db()
    .update(connections)
    .set({ externalReference: sql`coalesce(${connections.externalReference}, ${input.externalReference ?? null})` })
    .where(inReach(connections, reach, eq(connections.merchantId, merchantId)));
  return existing;
}
