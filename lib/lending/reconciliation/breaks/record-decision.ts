import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { actorName } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requirePermission } from "@/lib/terms/users/roles";
import { type BreakRecord, lockBreak } from "./lock-break";
import { getBreak } from "./queries";
import type { BreakAnswer, DecideBreak } from "./schema";

export type Decision = Call<{ breakId: string; input: DecideBreak }>;

/** No money moves. `allow` throws when the actor may not; `carryOut`: what it changes, in the same transaction. */
export async function recordDecision(
  call: Decision,
  given: {
    action: "break.decide" | "break.resolve";
    allow?: (found: BreakRecord) => void;
    carryOut?: (found: BreakRecord) => Promise<void>;
  },
): Promise<BreakAnswer> {
  const { actor, breakId, input, now } = call;
  requirePermission(actor, recordDecision.permission);
  const reach = reachOf(actor);
  const { resolution, note } = input;
  return transaction(async () => {
    const found = await lockBreak(reach, breakId);
    if (found.status === "RESOLVED") {
      if (found.resolution === resolution) return getBreak(reach, breakId);
      throw new CodedError("BREAK_RESOLVED", `The break is already closed: ${found.resolution}.`);
    }
    given.allow?.(found);
    await db()
      .update(breaks)
      .set({ status: "RESOLVED", resolution, note, resolvedBy: actorName(actor), resolvedAt: now })
      .where(eq(breaks.id, found.id));
    await given.carryOut?.(found);
    await recordAudit({ actor, action: given.action, detail: { resolution }, subjectId: breakId, now });
    return getBreak(reach, breakId);
  });
}
recordDecision.permission = "change" as const;
