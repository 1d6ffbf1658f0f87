import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { atValueDate, takeBackDebit, takeBackPayout } from "./book-verdict";
import type { StoredLine } from "./queries";

/** In the transaction of two operators: the order that the line names came back, by a bank that does not mark it so. */
export async function takeBackLine(
  line: StoredLine,
  { loanId, reason, realNow }: { loanId: string; reason: string; realNow: RealTime },
): Promise<void> {
  if (line.waitsBecause !== "CAME_BACK") {
    throw new CodedError("LOAN_STATE_CONFLICT", "The line does not give back exactly what one order moved.");
  }
  if (line.loanId !== loanId) throw invalidField("loanId", "Is not the loan whose order the line names");
  const now = atValueDate(line.valueDate, realNow);
  const { payoutId, paymentId } = line;
  const done = await (payoutId ? takeBackPayout(payoutId, now) : takeBackDebit(paymentId ?? "", now));
  if (!done) throw new CodedError("LOAN_STATE_CONFLICT", "The order has not been confirmed, so it cannot come back.");
  // As where the bank says so itself: a further line is another return.
  const decided = { state: "MATCHED", waitsBecause: null, decidedAt: realNow, reason } as const;
  await db().update(statementLines).set(decided).where(eq(statementLines.id, line.id));
}
