import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { remittanceBreaks, remitters } from "@/db/schema/remittances";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { inNaira } from "@/lib/kernel/money";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import type { RemittanceBreakType } from "@/lib/terms/remittances";
import type { RemittanceBreakAnswer } from "./schema";

type Wanted = Page & { lenderId?: string | undefined; type?: RemittanceBreakType | undefined; all: boolean };

/** The newest first; open ones unless all are asked for. */
export async function listRemittanceBreaks(
  query: Wanted,
): Promise<{ data: RemittanceBreakAnswer[]; hasMore: boolean }> {
  const { lenderId, type, all } = query;
  await requireNeighbour(remittanceBreaks.id, query);
  const found = await read(
    and(
      lenderId === undefined ? undefined : eq(remittanceBreaks.lenderId, lenderId),
      type && eq(remittanceBreaks.type, type),
      all ? undefined : isNull(remittanceBreaks.closedAt),
      onPage(remittanceBreaks.id, query),
    ),
    query,
  );
  const { rows, hasMore } = pageOf(found, query);
  return { data: rows, hasMore };
}

export async function findRemittanceBreak(breakId: string): Promise<RemittanceBreakAnswer | undefined> {
  return (await read(eq(remittanceBreaks.id, breakId), { limit: 1 }))[0];
}

/** Only says what became of the money: what is owed stays owed. */
export async function closeRemittanceBreak(
  call: OperatorCall<{ breakId: string; input: { note: string } }>,
): Promise<RemittanceBreakAnswer> {
  const { operator, breakId, input, realNow } = call;
  return transaction(async () => {
    const closed = await db()
      .update(remittanceBreaks)
      .set({ closedAt: realNow, closedBy: operator.userId, note: input.note })
      .where(and(eq(remittanceBreaks.id, breakId), isNull(remittanceBreaks.closedAt)))
      .returning({ lenderId: remittanceBreaks.lenderId });
    const found = await findRemittanceBreak(breakId);
    if (!found) throw notFound("break");
    if (closed.length === 0) throw new CodedError("BREAK_RESOLVED", "The break is closed already.");
    const detail = { type: found.type, lenderId: found.lenderId, note: input.note };
    await recordServiceAudit({ operator, action: "remittance.close-break", detail, subjectId: breakId, realNow });
    return found;
  });
}
closeRemittanceBreak.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "BREAK_RESOLVED"] as const;

async function read(wanted: ReturnType<typeof and>, page: Page): Promise<RemittanceBreakAnswer[]> {
  const rows = await db()
    .select({ found: remittanceBreaks, marketplaceId: remitters.marketplaceId })
    .from(remittanceBreaks)
    .leftJoin(remitters, eq(remitters.id, remittanceBreaks.remitterId))
    .where(wanted)
    .orderBy(pageOrder(remittanceBreaks.id, page))
    .limit(pageRows(page));
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
