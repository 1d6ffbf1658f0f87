import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { actorName } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import type { Call } from "@/lib/call";
import { CodedError } from "@/lib/errors";
import { reachOf } from "@/lib/reach";
import { getBreak } from "./queries";
import type { BreakAnswer, ResolveBreak } from "./schema";

/**
 * Resolves a break by a person's decision; no money moves. One resolved the same way before is left unchanged.
 * @throws CodedError NOT_FOUND; BREAK_RESOLVED when it ended in another way
 */
export async function resolveBreak(call: Call<{ breakId: string; input: ResolveBreak }>): Promise<BreakAnswer> {
  const { actor, breakId, input, now } = call;
  const reach = reachOf(actor);
  const { resolution, note } = input;
  return transaction(async () => {
    const resolved = await db()
      .update(breaks)
      .set({ status: "RESOLVED", resolution, note, resolvedBy: actorName(actor), resolvedAt: now })
      .where(inReach(breaks, reach, eq(breaks.id, breakId), eq(breaks.status, "OPEN")))
      .returning({ id: breaks.id });
    const answer = await getBreak(reach, breakId);
    if (resolved.length === 0) {
      if (answer.resolution === resolution) return answer;
      throw new CodedError("BREAK_RESOLVED", `The break is already closed: ${answer.resolution}.`);
    }
    await recordAudit({ actor, action: "break.resolve", detail: { resolution }, subjectId: breakId, now });
    return answer;
  });
}
