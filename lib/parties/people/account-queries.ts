import { and, asc, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { accountSessions } from "@/db/schema/accounts";
import { kycRecords } from "@/db/schema/kyc";
import { marketplaces } from "@/db/schema/marketplaces";
import { connections, merchants } from "@/db/schema/merchants";
import { users } from "@/db/schema/users";
import { clockAheadOf } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";

export type MerchantUser = Extract<Actor, { kind: "merchantUser" }>;

export async function findTokenUser(userId: string, sessionId: string | null) {
  const [row] = await db()
    .select({ sessionEpoch: users.sessionEpoch, openSession: accountSessions.id, openEpoch: accountSessions.epoch })
    .from(users)
    .leftJoin(
      accountSessions,
      and(
        eq(accountSessions.id, sessionId ?? ""),
        eq(accountSessions.userId, users.id),
        isNull(accountSessions.endedAt),
      ),
    )
    .where(and(eq(users.id, userId), eq(users.kind, "merchant")));
  return row;
}

/** Whether a session of this user has not been ended by itself; the epoch ends all of them. */
export async function isOpenSession(userId: string, sessionId: string): Promise<boolean> {
  const own = and(eq(accountSessions.id, sessionId), eq(accountSessions.userId, userId));
  const [row] = await db()
    .select({ id: accountSessions.id })
    .from(accountSessions)
    .where(and(own, isNull(accountSessions.endedAt)));
  return row !== undefined;
}

/** A merchant that an account holds: at most one for each marketplace and environment. */
export type HeldMerchant = Awaited<ReturnType<typeof listHeldMerchants>>[number];

export async function listHeldMerchants(userId: string) {
  const rows = await db()
    .select({
      merchantId: merchants.id,
      businessName: merchants.businessName,
      thirdPartyCustomerId: merchants.thirdPartyCustomerId,
      marketplaceId: merchants.marketplaceId,
      environment: merchants.environment,
      connectionId: connections.id,
      connectionStatus: connections.status,
      kycStatus: kycRecords.status,
      marketplaceName: marketplaces.name,
      liveAt: marketplaces.liveAt,
      clockAhead: clockAheadOf(merchants),
    })
    .from(merchants)
    .innerJoin(connections, eq(connections.merchantId, merchants.id))
    .innerJoin(kycRecords, eq(kycRecords.merchantId, merchants.id))
    .innerJoin(marketplaces, eq(marketplaces.id, merchants.marketplaceId))
    .where(eq(merchants.userId, userId))
    .orderBy(asc(merchants.id));
  return rows.map(({ marketplaceName, liveAt, ...merchant }) => ({
    ...merchant,
    marketplace: { marketplaceId: merchant.marketplaceId, name: marketplaceName, live: liveAt !== null },
  }));
}

export function atWorkOn(userId: string, merchant: HeldMerchant): MerchantUser {
  return { kind: "merchantUser", tenant: tenantOf(merchant), merchantId: merchant.merchantId, userId };
}
