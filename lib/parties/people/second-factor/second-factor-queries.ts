import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { secondFactors, users } from "@/db/schema/users";
import type { Tenant } from "@/lib/kernel/actor";
import { countRecoveryCodes } from "./recovery-codes";

export async function readSecondFactor(userId: string) {
  const [row] = await db()
    .select({ since: secondFactors.since })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  return { since: row?.since ?? null, recoveryCodesLeft: await countRecoveryCodes(userId) };
}

export async function ownersWithoutSecondFactor({ marketplaceId }: Pick<Tenant, "marketplaceId">) {
  const { id, name, email } = users;
  return db()
    .select({ id, name, email })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, id))
    .where(and(eq(users.marketplaceId, marketplaceId), eq(users.role, "OWNER"), isNull(secondFactors.since)))
    .orderBy(id);
}
