import { isDeepStrictEqual } from "node:util";
import { count, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { settlementCorrections, settlements } from "@/db/schema/settlements";
import { inReach, ownedBy } from "@/db/tenancy";
import { actorName } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { toKobo } from "@/lib/kernel/money";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { CorrectableFigures } from "@/lib/terms/settlements";
import { requirePermission } from "@/lib/terms/users/roles";
import type { CorrectSettlement, SettlementAnswer } from "./list-schema";
import { lockSettlement, type SettlementRecord } from "./lock-settlement";
import { matchSettlement } from "./match-settlement";
import { getSettlement } from "./queries";
import { takeAsAnswer } from "./take-as-answer";
import { wakeSettlements } from "./wake-settlements";

/** Matched again. What it said before is kept, unless the correction changes nothing. */
export async function correctSettlement(
  call: Call<{ reference: string; input: CorrectSettlement }>,
): Promise<SettlementAnswer> {
  const { actor, reference, input, now } = call;
  requirePermission(actor, correctSettlement.permission);
  const reach = reachOf(actor);
  return transaction(async () => {
    const settlement = await findSettlement(reach, reference);
    refuseUnreported(settlement, input);
    const corrected = changesOf(settlement, input);
    const fields = Object.keys(corrected) as (keyof CorrectableFigures)[];
    if (fields.length === 0) return getSettlement(reach, settlement.id);
    const previous: Partial<CorrectableFigures> = Object.fromEntries(fields.map((field) => [field, settlement[field]]));
    await db().update(settlements).set(corrected).where(eq(settlements.id, settlement.id));
    const [{ made = 0 } = {}] = await db()
      .select({ made: count() })
      .from(settlementCorrections)
      .where(eq(settlementCorrections.settlementId, settlement.id));
    const id = newId("settlementCorrection");
    await db()
      .insert(settlementCorrections)
      .values({
        ...{ id, ...ownedBy(reach.tenant), settlementId: settlement.id },
        ...{ number: made + 1, previous, corrected, reason: input.reason },
        ...{ correctedBy: actorName(actor), correctedAt: now },
      });
    await recordAudit({
      actor,
      action: "settlement.correct",
      detail: { correction: id },
      subjectId: settlement.id,
      now,
    });
    const renamed = inOneOnly(previous.deductionReferences ?? [], corrected.deductionReferences ?? []);
    if (renamed.length > 0) await wakeSettlements(settlement, renamed, now);
    await matchSettlement(settlement.id, now);
    if (fields.some((field) => field === "totalDeductions" || field === "deductionReferences")) {
      await takeAsAnswer(
        reach,
        settlement.id,
        { reason: "REPORTED_WRONGLY", note: input.reason, by: actorName(actor) },
        now,
      );
    }
    return getSettlement(reach, settlement.id);
  });
}
correctSettlement.errors = ["NOT_FOUND", "SETTLEMENT_CONFLICT"] as const;
correctSettlement.permission = "change" as const;

async function findSettlement(reach: Reach, reference: string): Promise<SettlementRecord> {
  const [found] = await db()
    .select({ id: settlements.id })
    .from(settlements)
    .where(inReach(settlements, reach, eq(settlements.reference, reference)));
  const settlement = found && (await lockSettlement(found.id));
  if (!settlement) throw notFound("settlement");
  return settlement;
}

/** What has not been reported cannot be corrected: the event that reports it may still say anything. */
function refuseUnreported(settlement: SettlementRecord, input: CorrectSettlement): void {
  const ofCreated = input.grossAmount !== undefined || input.totalDeductions !== undefined;
  if (ofCreated && settlement.grossAmount === null) throw unreported("settlement.created");
  if (input.deductionReferences !== undefined && settlement.transferredAt === null) {
    throw unreported("settlement.transferred");
  }
}

function unreported(event: string): CodedError {
  return new CodedError(
    "SETTLEMENT_CONFLICT",
    `There is nothing to correct yet: send ${event} with the right figures.`,
  );
}

/** The figures that differ from what is known. The order in which deductions are named means nothing. */
function changesOf(settlement: SettlementRecord, input: CorrectSettlement): Partial<CorrectableFigures> {
  const { grossAmount: gross, totalDeductions: total, netAmount: net, deductionReferences: names } = input;
  const changes: Partial<CorrectableFigures> = {};
  if (gross !== undefined && toKobo(gross) !== settlement.grossAmount) changes.grossAmount = toKobo(gross);
  if (total !== undefined && toKobo(total) !== settlement.totalDeductions) changes.totalDeductions = toKobo(total);
  if (net !== undefined && toKobo(net) !== settlement.netAmount) changes.netAmount = toKobo(net);
  const known = settlement.deductionReferences?.toSorted() ?? null;
  if (names !== undefined && !isDeepStrictEqual(names?.toSorted() ?? null, known)) changes.deductionReferences = names;
  return changes;
}

function inOneOnly(these: readonly string[], those: readonly string[]): string[] {
  const [one, other] = [new Set(these), new Set(those)];
  return [...one, ...other].filter((name) => one.has(name) !== other.has(name));
}
