import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { notFound } from "@/lib/kernel/errors";
import { isLimited } from "@/lib/terms/lender-limits";
import { mayLend } from "./rails/queries";

export async function lockLender(lenderId: string) {
  const [lender] = await db().select().from(lenders).where(eq(lenders.id, lenderId)).for("update");
  if (!lender) throw notFound("lender");
  return lender;
}

/**
 * Until the transaction has ended the lender is neither archived nor paused; one with limits makes one offer after
 * another. "limited": what is left of them has to be read again.
 */
export async function keepLending(lenderId: string, now: Date): Promise<"kept" | "limited" | "gone"> {
  const lends = and(eq(lenders.id, lenderId), isNull(lenders.archivedAt), isNull(lenders.pausedAt), mayLend(now));
  const found = () => db().select({ limits: lenders.limits }).from(lenders).where(lends);
  const [kept] = await found().for("key share");
  if (!kept) return "gone";
  if (!isLimited(kept.limits)) return "kept";
  // Not stronger at once: offers of lenders without limits do not wait for one another.
  return (await found().for("no key update")).length > 0 ? "limited" : "gone";
}
