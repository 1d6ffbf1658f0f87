import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { secondFactors } from "@/db/schema/users";
import type { MarketplaceRole, Tenant } from "@/lib/kernel/actor";
import { dashboardTokens, mintToken } from "@/lib/kernel/bearer-tokens";
import { encrypt, randomText } from "@/lib/kernel/crypto";
import { insertUser } from "@/lib/parties/people/insert-user";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { quickHash } from "@/test/quick-hash";
import { now } from "@/test/time";
import { sandboxActor } from "./kyc";

let made = 0;

/**
 * Somebody of the tenant's marketplace, with their password and a token of the dashboard. An owner of one that is live has
 * the second factor that it takes.
 */
export async function anyStaff(tenant: Tenant, role: MarketplaceRole = "OWNER") {
  made += 1;
  const password = randomText(20);
  const given = { name: `Staff ${made}`, email: `Staff${made}@marketplace.example`, role } as const;
  const of = {
    kind: "marketplace",
    marketplaceId: tenant.marketplaceId,
    passwordHash: await quickHash(password),
  } as const;
  const user = await insertUser({ ...given, ...of }, now());
  await recordAudit({ actor: sandboxActor(tenant), action: "staff.create", subjectId: user.id, now: now() });
  if (role === "OWNER" && (await isLive(tenant))) await addSecondFactor(user.id);
  return { ...user, password, token: await mintToken(dashboardTokens, user.id, { epoch: 0 }, now()) };
}

/** Gives a user a second factor. @returns the secret that it shares with its app. */
export async function addSecondFactor(userId: string): Promise<string> {
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const sealed = encrypt("second_factors.secret", secret);
  await db().insert(secondFactors).values({ userId, secret: sealed, since: now() });
  return secret;
}

async function isLive({ marketplaceId }: Tenant): Promise<boolean> {
  const [row] = await db().select().from(marketplaces).where(eq(marketplaces.id, marketplaceId));
  return row?.liveAt != null;
}
