import { eq, isNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db, transaction } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { everyMerchantOf, reachOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";

const uniqueViolation = "23505";

/** Whether it has the id now: one that another merchant has stays with that one (docs/merchants.md#consent). */
export async function bindMerchantId(
  call: Call<{ merchantId: string; thirdPartyCustomerId: string }>,
): Promise<boolean> {
  const { actor, merchantId, thirdPartyCustomerId, now } = call;
  const others = alias(merchants, "others");
  const claimed = db()
    .select({ one: sql`1` })
    .from(others)
    .where(inReach(others, everyMerchantOf(actor.tenant), eq(others.thirdPartyCustomerId, thirdPartyCustomerId)));
  const unnamed = isNull(merchants.thirdPartyCustomerId);
  try {
    // A savepoint: when two merchants are given the same id concurrently, the second continues without it.
    return await transaction(async () => {
      const bound = await db()
        .update(merchants)
        .set({ thirdPartyCustomerId })
        .where(inReach(merchants, reachOf(actor), eq(merchants.id, merchantId), unnamed, notExists(claimed)))
        .returning({ id: merchants.id });
      if (bound.length === 0) return false;
      await recordAudit({ actor, action: "merchant.bind-id", subjectId: merchantId, now });
      return true;
    });
  } catch (error) {
    if (error instanceof Error && isUniqueViolation(error.cause ?? error)) return false;
    throw error;
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === uniqueViolation;
}
