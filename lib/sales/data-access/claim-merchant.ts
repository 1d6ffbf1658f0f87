import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { users } from "@/db/schema/users";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { everyMerchantOf, type Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { bindMerchantId } from "@/lib/merchants/merchants/bind-merchant-id";
import { insertMerchants } from "@/lib/merchants/merchants/insert-merchant";
import { findMerchant, type MerchantRef } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { PullFailure } from "@/lib/terms/data-access/states";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";

type ClaimCall = {
  actor: Extract<Actor, { kind: "merchant" }>;
  identity: MerchantRecord["merchantIdentity"];
  now: BusinessTime;
};
type Claim = { merchant: MerchantRef } | { refused: PullFailure };

/**
 * The merchant that a record is of, as this account's, locked. Whoever can open the account at the marketplace owns it
 * here, also where the marketplace's API has made the merchant; one that another account holds stays there, and an account
 * holds one merchant of a marketplace (docs/connections.md#whose-merchant-it-is). In the caller's transaction.
 */
export async function claimMerchant(call: ClaimCall): Promise<Claim> {
  const { actor, identity } = call;
  const { tenant, userId } = actor;
  const everyone = everyMerchantOf(tenant);
  // One claim of an account at a time.
  const owner = db().select({ email: users.email }).from(users).where(eq(users.id, userId));
  const [user] = await owner.for("no key update");
  if (!user) throw new Error(`There is no user ${userId}.`);
  const held = await find(everyone, eq(merchants.userId, userId));
  if (held) return confirmHeld(call, everyone, held.id);
  const known = await find(everyone, eq(merchants.thirdPartyCustomerId, identity.merchantId));
  if (known?.userId) return { refused: "HELD_BY_ANOTHER" };
  const merchantId = known ? await take(call, everyone, known.id) : await make(call, user.email);
  // Made by somebody else at this very moment: now it is found.
  if (merchantId === null) return claimMerchant(call);
  return { merchant: await findMerchant(everyone, merchantId, { lock: true }) };
}

async function find(everyone: Reach, what: ReturnType<typeof eq>) {
  const [row] = await db()
    .select({ id: merchants.id, userId: merchants.userId })
    .from(merchants)
    .where(inReach(merchants, everyone, what))
    .for("update");
  return row;
}

/** The one that the account holds, if it is the record's; one that had no id at the marketplace yet gets it. */
async function confirmHeld({ actor, identity, now }: ClaimCall, everyone: Reach, merchantId: string): Promise<Claim> {
  const id = identity.merchantId;
  const merchant = await findMerchant(everyone, merchantId, { lock: true });
  if (merchant.thirdPartyCustomerId === id) return { merchant };
  if (merchant.thirdPartyCustomerId !== null) return { refused: "HOLDS_ANOTHER" };
  const job = { kind: "job", tenant: actor.tenant, task: "pull-sales" } as const;
  const bound = await bindMerchantId({ actor: job, merchantId, thirdPartyCustomerId: id, now });
  return bound ? { merchant: { ...merchant, thirdPartyCustomerId: id } } : { refused: "HELD_BY_ANOTHER" };
}

async function take({ actor, now }: ClaimCall, everyone: Reach, merchantId: string): Promise<string> {
  const { userId } = actor;
  await db()
    .update(merchants)
    .set({ userId })
    .where(inReach(merchants, everyone, eq(merchants.id, merchantId)));
  await recordAudit({ actor, action: "merchant.claim", subjectId: merchantId, now });
  return merchantId;
}

async function make({ actor, identity, now }: ClaimCall, email: string): Promise<string | null> {
  const { merchantId: thirdPartyCustomerId, businessName, businessType } = identity;
  const given = { thirdPartyCustomerId, businessName, businessType, userId: actor.userId, email };
  const [made] = await insertMerchants(actor.tenant, [given], { now, announcedAt: null });
  if (!made) return null;
  await recordAudit({ actor, action: "merchant.create", subjectId: made.merchantId, now });
  return made.merchantId;
}
