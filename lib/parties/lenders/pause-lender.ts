import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { lockLender } from "./lock-lender";

type Call = OperatorCall<{ lenderId: string; reason: string }>;

/** Offers that it has made stand. One that is paused stays so. */
export async function pauseLender(call: Call): Promise<void> {
  return turn(call, "lender.pause");
}

export async function resumeLender(call: Call): Promise<void> {
  return turn(call, "lender.resume");
}

async function turn({ operator, lenderId, reason, realNow }: Call, action: "lender.pause" | "lender.resume") {
  await transaction(async () => {
    const { name, archivedAt, pausedAt } = await lockLender(lenderId);
    if (archivedAt) throw new CodedError("ARCHIVED", "This lender is archived: it lends no more.");
    const pauses = action === "lender.pause";
    if (pauses === (pausedAt !== null)) return;
    await db()
      .update(lenders)
      .set({ pausedAt: pauses ? realNow : null })
      .where(eq(lenders.id, lenderId));
    await recordServiceAudit({ operator, action, detail: { name, reason }, subjectId: lenderId, realNow });
  });
}
