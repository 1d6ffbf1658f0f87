import { and, eq } from "drizzle-orm";
import { businessName } from "@/db/business-name";
import { db, transaction } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { breaks, settlements } from "@/db/schema/settlements";
import { operatorIn, tenantOf } from "@/lib/kernel/actor";
import type { OperatorCall } from "@/lib/kernel/call";
import { sha256 } from "@/lib/kernel/crypto";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { businessTime } from "@/lib/kernel/time";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { type BreakRecord, lockBreak } from "@/lib/lending/reconciliation/breaks/lock-break";
import { breakMessage } from "@/lib/lending/reconciliation/breaks/messages";
import { owedNow } from "@/lib/lending/reconciliation/breaks/owed";
import type { DecideBreak } from "@/lib/lending/reconciliation/breaks/schema";
import { readClockAhead } from "@/lib/parties/marketplaces/queries";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { namesOfActors } from "./actors";

/** A break as its page shows it; `seen` names all that a decision about it rests on. */
export async function readBreakForOperators({ environment }: Pick<ConsoleScope, "environment">, breakId: string) {
  const [row] = await db()
    .select({
      found: breaks,
      owed: owedNow,
      businessName,
      loanReference: loans.reference,
      settlementReference: settlements.reference,
    })
    .from(breaks)
    .innerJoin(merchants, eq(merchants.id, breaks.merchantId))
    .leftJoin(loans, eq(loans.id, breaks.loanId))
    .leftJoin(settlements, eq(settlements.id, breaks.settlementId))
    .where(and(eq(breaks.id, breakId), eq(breaks.environment, environment)));
  if (!row) throw notFound("break");
  const { found, owed, ...names } = row;
  const named = await namesOfActors([found.answeredBy, found.resolvedBy]);
  return {
    ...found,
    ...names,
    seen: digestOf(found),
    message: breakMessage({ ...found, owed }, "staff"),
    answeredBy: found.answeredBy && named(found.answeredBy),
    resolvedBy: named(found.resolvedBy),
  };
}

/** What is decided is what was shown: meanwhile it may have grown, ended, or been answered otherwise. */
export async function decideSeenBreak(
  call: OperatorCall<{ breakId: string; seen: string; input: DecideBreak }>,
): Promise<void> {
  const { operator, breakId, seen, input, realNow } = call;
  await transaction(async () => {
    const [row] = await db().select().from(breaks).where(eq(breaks.id, breakId));
    if (!row) throw notFound("break");
    const tenant = tenantOf(row);
    const actor = operatorIn(tenant, operator);
    if (digestOf(await lockBreak(reachOf(actor), breakId)) !== seen) {
      const why = "The break has changed since it was shown. Nothing was done: look again.";
      throw new CodedError("EVIDENCE_CHANGED", why);
    }
    await decideBreak({ actor, breakId, input, now: businessTime(realNow, await readClockAhead(tenant)) });
  });
}

function digestOf({ status, expected, actual, answeredAt, evidence }: BreakRecord): string {
  return sha256(JSON.stringify([status, expected, actual, answeredAt, evidence]));
}
