import { desc, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { accountFlagEvents as events } from "@/db/schema/data-events";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";
import type { AccountFlag } from "@/lib/terms/data-events";

/** The latest suspension or reinstatement by occurrence, not by receipt; at the same moment, the suspension. */
export async function decisiveFlag(reach: Reach, merchantId: string): Promise<AccountFlag | undefined> {
  const [latest] = await db()
    .select({ flag: events.flag })
    .from(events)
    .where(inReach(events, reach, eq(events.merchantId, merchantId), inArray(events.flag, ["SUSPENDED", "REINSTATED"])))
    .orderBy(desc(events.occurredAt), desc(eq(events.flag, "SUSPENDED")))
    .limit(1);
  return latest?.flag;
}
