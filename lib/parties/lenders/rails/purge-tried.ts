import { and, eq, lt } from "drizzle-orm";
import { db } from "@/db/client";
import { lenderAccounts, rails } from "@/db/schema/lenders";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import { proposalDays } from "@/lib/terms/proposals/constants";

/** Keys that were tried and accounts that were proposed, and that nobody agreed on in time. */
export async function purgeTriedRails(realNow: RealTime): Promise<void> {
  const since = later(realNow, -(proposalDays + 1) * day);
  await db()
    .delete(rails)
    .where(and(eq(rails.state, "TRIED"), lt(rails.createdAt, since)));
  await db()
    .delete(lenderAccounts)
    .where(and(eq(lenderAccounts.state, "PROPOSED"), lt(lenderAccounts.createdAt, since)));
}
