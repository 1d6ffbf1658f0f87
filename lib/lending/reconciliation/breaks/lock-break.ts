import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";

export type BreakRecord = typeof breaks.$inferSelect;

export async function lockBreak(reach: Reach, breakId: string): Promise<BreakRecord> {
  const [found] = await db()
    .select()
    .from(breaks)
    .where(inReach(breaks, reach, eq(breaks.id, breakId)))
    .for("no key update");
  if (!found) throw notFound("break");
  return found;
}
