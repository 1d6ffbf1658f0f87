import { db } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { saleDecisions } from "@/db/schema/collection";
import { ownedBy } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import type { BreakRecord } from "./lock-break";
import { type Decision, recordDecision } from "./record-decision";
import { saleChanges } from "./sale-change";
import type { BreakAnswer } from "./schema";

/** Of sales told of again it says whether what was told last counts (docs/collection.md#told-again). */
export async function decideBreak(call: Decision): Promise<BreakAnswer> {
  const { actor, input, now } = call;
  if (actor.kind === "secretKey" && actor.tenant.environment !== "test") {
    throw new CodedError("TEST_KEY_REQUIRED", "Breaks in live are decided by the service's operators.");
  }
  const { resolution } = input;
  return recordDecision(call, {
    action: "break.decide",
    allow: ({ type }) => {
      if (type === "SALE_CHANGED" && resolution !== "ACCEPTED" && resolution !== "REJECTED") {
        throw invalidField("resolution", "Must be ACCEPTED (what was told last counts) or REJECTED (it does not)");
      }
      if (type !== "SALE_CHANGED" && resolution === "REJECTED") {
        throw invalidField("resolution", "Must be CORRECTED, EXPLAINED or ACCEPTED for a break of this kind");
      }
    },
    carryOut: async (found) => {
      if (found.type === "SALE_CHANGED") await decideSales(found, resolution === "ACCEPTED", now);
    },
  });
}
decideBreak.errors = ["TEST_KEY_REQUIRED", "NOT_FOUND", "BREAK_RESOLVED"] as const;

async function decideSales(
  { id: breakId, merchantId, evidence, ...found }: BreakRecord,
  applied: boolean,
  now: BusinessTime,
) {
  const { changes } = saleChanges.parse(evidence);
  const tenant = tenantOf(found);
  const decided = changes.map(({ sale, telling }) => {
    return {
      id: newId("saleDecision"),
      ...ownedBy(tenant),
      merchantId,
      breakId,
      sale,
      telling,
      applied,
      decidedAt: now,
    };
  });
  if (decided.length > 0) await db().insert(saleDecisions).values(decided);
  const days = changes.flatMap(({ occurredAt, toldOccurredAt }) => [occurredAt, toldOccurredAt].map(businessTimeOf));
  for (const at of new Map(days.map((at) => [at.toISOString().slice(0, 10), at])).values()) {
    await markDay({ tenant, merchantId, ...(found.loanId && { loanId: found.loanId }), at, now });
  }
}
