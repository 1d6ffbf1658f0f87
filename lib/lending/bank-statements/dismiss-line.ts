import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import type { Operator } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { requireWaiting } from "./book-line";
import { lockLine } from "./queries";

/** In the transaction of the approval: the line is none of the service's business, or was settled otherwise. */
export async function dismissLine(call: {
  operator: Operator;
  lineId: string;
  reason: string;
  realNow: RealTime;
}): Promise<void> {
  const { operator, lineId, reason, realNow } = call;
  await transaction(async () => {
    requireWaiting(await lockLine(lineId), "PAID_TWICE");
    const decided = { state: "DISMISSED", waitsBecause: null, decidedAt: realNow, reason } as const;
    await db().update(statementLines).set(decided).where(eq(statementLines.id, lineId));
    await recordServiceAudit({ operator, action: "statement.dismiss", detail: { reason }, subjectId: lineId, realNow });
  });
}
