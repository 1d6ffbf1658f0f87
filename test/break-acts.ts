import { and, desc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import type { Tenant } from "@/lib/kernel/actor";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { getBreak } from "@/lib/lending/reconciliation/breaks/queries";
import { resolveBreak } from "@/lib/lending/reconciliation/breaks/resolve-break";
import type { ResolveBreak } from "@/lib/lending/reconciliation/breaks/schema";
import { correctSettlement } from "@/lib/lending/reconciliation/settlements/correct-settlement";
import type { CorrectSettlement } from "@/lib/lending/reconciliation/settlements/list-schema";
import type { BreakTopic, BreakType } from "@/lib/terms/breaks";
import { sandboxActor } from "./factories/kyc";

/** Finding the breaks of a shop, whose tenant may only be known later, and what ends them at a moment. */
export function breakActs(shop: { test: Tenant }, now: BusinessTime) {
  const note = "As the message says.";
  const byHand = (breakId: string, input: ResolveBreak) => ({
    ...{ actor: sandboxActor(shop.test), breakId, input, now },
  });
  return {
    /** The latest break of a type, and topic if it has one, with its message. */
    async found(of: { merchantId: string }, type: BreakType, about?: BreakTopic) {
      const rows = await db()
        .select()
        .from(breaks)
        .where(and(eq(breaks.merchantId, of.merchantId), eq(breaks.type, type)))
        .orderBy(desc(breaks.id));
      const row = rows.find(({ evidence }) => evidence.about === about);
      if (!row) throw new Error(`There is no break ${type} ${about}.`);
      const { message } = await getBreak(everyMerchantOf(shop.test), row.id);
      return { ...row, message };
    },
    resolveAs: (id: string, resolution: ResolveBreak["resolution"]) => resolveBreak(byHand(id, { resolution, note })),
    decide: (id: string) => decideBreak(byHand(id, { resolution: "CORRECTED", note })),
    correct: (reference: string, figures: Omit<CorrectSettlement, "reason">) =>
      correctSettlement({ actor: sandboxActor(shop.test), reference, input: { ...figures, reason: note }, now }),
  };
}
