import { and, desc, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { remittanceBreaks, remitters } from "@/db/schema/remittances";
import type { Operator } from "@/lib/kernel/actor";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { inNaira } from "@/lib/kernel/money";
import type { RealTime } from "@/lib/kernel/time";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import type { RemittanceBreakAnswer } from "./schema";

const mostShown = 200;

/** The newest first; open ones unless all are asked for. */
export async function listRemittanceBreaks(of: { lenderId?: string | undefined; all: boolean }) {
  return read(
    and(
      of.lenderId === undefined ? undefined : eq(remittanceBreaks.lenderId, of.lenderId),
      of.all ? undefined : isNull(remittanceBreaks.closedAt),
    ),
  );
}

/** Only says what became of the money: what is owed stays owed. */
export async function closeRemittanceBreak(call: {
  operator: Operator;
  breakId: string;
  input: { note: string };
  realNow: RealTime;
}): Promise<RemittanceBreakAnswer> {
  const { operator, breakId, input, realNow } = call;
  return transaction(async () => {
    const closed = await db()
      .update(remittanceBreaks)
      .set({ closedAt: realNow, closedBy: operator.userId, note: input.note })
      .where(and(eq(remittanceBreaks.id, breakId), isNull(remittanceBreaks.closedAt)))
      .returning({ lenderId: remittanceBreaks.lenderId });
    const [found] = await read(eq(remittanceBreaks.id, breakId));
    if (!found) throw notFound("break");
    if (closed.length === 0) throw new CodedError("BREAK_RESOLVED", "The break is closed already.");
    const detail = { type: found.type, lenderId: found.lenderId, note: input.note };
    await recordServiceAudit({ operator, action: "remittance.close-break", detail, subjectId: breakId, realNow });
    return found;
  });
}
closeRemittanceBreak.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "BREAK_RESOLVED"] as const;

async function read(wanted: ReturnType<typeof and>): Promise<RemittanceBreakAnswer[]> {
  const rows = await db()
    .select({ found: remittanceBreaks, marketplaceId: remitters.marketplaceId })
    .from(remittanceBreaks)
    .leftJoin(remitters, eq(remitters.id, remittanceBreaks.remitterId))
    .where(wanted)
    .orderBy(desc(remittanceBreaks.id))
    .limit(mostShown);
  return rows.map(({ found, marketplaceId }) => {
    const { id, lenderId, remitterId: remittanceId, type, subject, expected, actual, note } = found;
    return {
      ...{ id, lenderId, remittanceId, marketplaceId, type, subject, note },
      ...inNaira({ expected, actual }),
      detectedAt: found.detectedAt.toISOString(),
      closedAt: found.closedAt?.toISOString() ?? null,
    };
  });
}
