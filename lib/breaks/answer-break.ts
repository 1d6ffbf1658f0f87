import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { actorName } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import type { Call } from "@/lib/call";
import { CodedError } from "@/lib/errors";
import { reachOf } from "@/lib/reach";
import { requirePermission } from "@/lib/users/roles";
import { lockBreak } from "./lock-break";
import { getBreak } from "./queries";
import type { AnswerBreak, BreakAnswer } from "./schema";

/**
 * Keeps what the marketplace says about a break, which then waits for an operator; an earlier answer is replaced.
 * @throws CodedError INSUFFICIENT_ROLE; NOT_FOUND; BREAK_RESOLVED when it has ended
 */
export async function answerBreak(call: Call<{ breakId: string; input: AnswerBreak }>): Promise<BreakAnswer> {
  const { actor, breakId, input, now } = call;
  requirePermission(actor, "change");
  const reach = reachOf(actor);
  const { reason, note } = input;
  return transaction(async () => {
    const found = await lockBreak(reach, breakId);
    const { status, resolution, expected, actual } = found;
    if (status === "RESOLVED") throw new CodedError("BREAK_RESOLVED", `The break is already closed: ${resolution}.`);
    if (status === "ANSWERED" && found.answerReason === reason && found.answerNote === note) {
      return getBreak(reach, breakId);
    }
    const answer = { answerReason: reason, answerNote: note, answeredBy: actorName(actor), answeredAt: now };
    await db()
      .update(breaks)
      .set({ status: "ANSWERED", ...answer, answeredExpected: expected, answeredActual: actual })
      .where(eq(breaks.id, found.id));
    await recordAudit({ actor, action: "break.answer", detail: { reason }, subjectId: breakId, now });
    return getBreak(reach, breakId);
  });
}
