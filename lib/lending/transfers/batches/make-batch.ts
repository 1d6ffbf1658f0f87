import { eq, max } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { instructionBatches, instructionLines } from "@/db/schema/instruction-batches";
import type { OperatorCall } from "@/lib/kernel/call";
import { encrypt, sha256 } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { totalOf } from "@/lib/kernel/money";
import { businessTime } from "@/lib/kernel/time";
import { lockLender } from "@/lib/parties/lenders/lock-lender";
import type { Rail } from "@/lib/parties/lenders/rails/queries";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import type { BatchKind } from "@/lib/terms/batches";
import { composeFile, type TakenOrder } from "./compose-file";
import { findRailByHand } from "./find-rail-by-hand";
import { decideDebits, takeDebits } from "./open-debits";
import { decidePayouts, takePayouts } from "./open-payouts";
import { readBatch } from "./queries";
import type { BatchWithLines, MakeBatch } from "./schema";

const ofPayouts = { decide: decidePayouts, take: takePayouts };
const ofDebits = { decide: decideDebits, take: takeDebits };

type Making = OperatorCall<{ lenderId: string; input: MakeBatch }>;

/** All open orders of a lender's account that are in no batch, decided about once more. Not inside a transaction. */
export async function makeBatch({ operator, lenderId, input, realNow }: Making): Promise<BatchWithLines> {
  const rail = await findRailByHand(lenderId, input.accountId);
  // Live clocks are never moved.
  const now = businessTime(realNow, 0);
  const { decide, take } = input.kind === "PAYOUTS" ? ofPayouts : ofDebits;
  const ready = await decide(rail, now);
  const batchId = await transaction(async () => {
    await lockLender(lenderId);
    const taken = await take(rail, ready);
    if (taken.length === 0) throw new CodedError("LOAN_STATE_CONFLICT", "There is nothing to make a batch of.");
    return storeBatch({ operator, rail, kind: input.kind, taken, realNow });
  });
  return readBatch(lenderId, batchId);
}
makeBatch.errors = ["NOT_FOUND", "LOAN_STATE_CONFLICT"] as const;

async function storeBatch(
  of: OperatorCall<{ rail: Rail; kind: BatchKind; taken: readonly TakenOrder[] }>,
): Promise<string> {
  const { operator, rail, kind, taken, realNow } = of;
  const { lenderId, columns } = rail;
  const instructions = taken.map(({ instruction }) => instruction);
  const content = composeFile(instructions, { kind, columns, date: lagosDate(realNow) });
  const own = eq(instructionBatches.lenderId, lenderId);
  const [last] = await db()
    .select({ number: max(instructionBatches.number) })
    .from(instructionBatches)
    .where(own);
  const number = (last?.number ?? 0) + 1;
  const batchId = newId("instructionBatch");
  const facts = { number, total: totalOf(instructions), orders: taken.length, sha256: sha256(content) };
  await db()
    .insert(instructionBatches)
    .values({
      ...{ id: batchId, lenderId, railId: rail.id, kind, state: "MADE", ...facts },
      content: encrypt("instruction_batches.content", content),
      madeBy: operator.userId,
      madeAt: realNow,
    });
  const lines = taken.map(({ order, instruction: { reference, amount } }, at) => ({
    ...{ batchId, position: at + 1, reference, amount },
    ...order,
  }));
  await db().insert(instructionLines).values(lines);
  await recordServiceAudit({ operator, action: "batch.make", detail: facts, subjectId: batchId, realNow });
  return batchId;
}
