import { and, eq, lt } from "drizzle-orm";
import { db } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import { proposalDays } from "@/lib/terms/proposals/constants";

/** Keys that were tried, and that nobody agreed on in time. */
export async function purgeTriedRails(realNow: RealTime): Promise<void> {
  const old = lt(rails.createdAt, later(realNow, -(proposalDays + 1) * day));
  await db()
    .delete(rails)
    .where(and(eq(rails.state, "TRIED"), old));
}
