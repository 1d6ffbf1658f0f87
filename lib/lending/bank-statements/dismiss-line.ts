import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { openSaid } from "./line-digest";
import { ownReferencesIn } from "./matching/own-references";
import { lockLine, type StoredLine } from "./queries";
import { requireWaiting } from "./require-bookable";

/**
 * In the transaction of the approval: the line is none of the service's business, or was settled otherwise.
 * @param call.together with others, for one reason: then it may name nothing of ours
 */
export async function dismissLine(
  call: OperatorCall<{ lineId: string; reason: string; together?: true }>,
): Promise<void> {
  const { operator, lineId, reason, together, realNow } = call;
  await transaction(async () => {
    const line = await lockLine(lineId);
    requireWaiting(line, "PAID_TWICE");
    if (together) await requireUnnamed(line);
    const decided = { state: "DISMISSED", waitsBecause: null, decidedAt: realNow, reason } as const;
    await db().update(statementLines).set(decided).where(eq(statementLines.id, lineId));
    await recordServiceAudit({ operator, action: "statement.dismiss", detail: { reason }, subjectId: lineId, realNow });
  });
}

/** What it names has to be looked at first, which nobody does for a list. */
async function requireUnnamed({ lenderId, bookingDate, amount, waitsBecause, said }: StoredLine): Promise<void> {
  const [own = []] = await ownReferencesIn(lenderId, [openSaid(said)]);
  if (waitsBecause === "NO_ORDER" && own.length === 0) return;
  const line = `The line of ${bookingDate} over ${nairaText(fromKobo(amount))}`;
  throw new CodedError("LOAN_STATE_CONFLICT", `${line} names an order or a remittance: decide about it by itself.`);
}
