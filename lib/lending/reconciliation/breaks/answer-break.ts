import { and, eq, ne, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { actorName } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requirePermission } from "@/lib/terms/users/roles";
import { lockBreak } from "./lock-break";
import { getBreak } from "./queries";
import type { AnswerBreak, BreakAnswer } from "./schema";

/** Keeps what the marketplace says about a break, which then waits for an operator; an earlier answer is replaced. */
export async function answerBreak(call: Call<{ breakId: string; input: AnswerBreak }>): Promise<BreakAnswer> {
  const { actor, breakId, input, now } = call;
  requirePermission(actor, answerBreak.permission);
  const reach = reachOf(actor);
  const { reason, note } = input;
  return transaction(async () => {
    const found = await lockBreak(reach, breakId);
    const { status, resolution } = found;
    if (status === "RESOLVED") throw new CodedError("BREAK_RESOLVED", `The break is already closed: ${resolution}.`);
    if (status === "ANSWERED" && found.answerReason === reason && found.answerNote === note) {
      return getBreak(reach, breakId);
    }
    await keepAnswer(found.id, { reason, note, by: actorName(actor) }, now);
    await recordAudit({ actor, action: "break.answer", detail: { reason }, subjectId: breakId, now });
    return getBreak(reach, breakId);
  });
}
answerBreak.errors = ["NOT_FOUND", "BREAK_RESOLVED"] as const;
answerBreak.permission = "change" as const;

/** `by`: who gave it, or the report that it is in. */
export type KeptAnswer = AnswerBreak & { by: string };

/** Makes a break that has not ended ANSWERED, about the figures that it has now. */
export async function keepAnswer(breakId: string, { reason, note, by }: KeptAnswer, now: BusinessTime): Promise<void> {
  const answer = { answerReason: reason, answerNote: note, answeredBy: by, answeredAt: now };
  const figures = { answeredExpected: sql`expected`, answeredActual: sql`actual` };
  await db()
    .update(breaks)
    .set({ status: "ANSWERED", ...answer, ...figures })
    .where(and(eq(breaks.id, breakId), ne(breaks.status, "RESOLVED")));
}
