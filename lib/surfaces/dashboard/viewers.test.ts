import { expect, test } from "vitest";
import { answerBreak } from "@/lib/lending/reconciliation/breaks/answer-break";
import { resolveBreak } from "@/lib/lending/reconciliation/breaks/resolve-break";
import { correctSettlement } from "@/lib/lending/reconciliation/settlements/correct-settlement";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";

useDatabase();

test("a viewer answers and closes no break and corrects no settlement, not even one that does not exist", async () => {
  const { test: tenant } = await createMarketplace();
  const viewer = { kind: "marketplaceUser", tenant, userId: "usr_1", role: "VIEWER" } as const;
  const developer = { ...viewer, role: "DEVELOPER" } as const;
  const note = "Cancelled.";
  for (const [actor, code] of [
    [viewer, "INSUFFICIENT_ROLE"],
    [developer, "NOT_FOUND"],
  ] as const) {
    const call = { actor, breakId: "brk_1", reference: "S-1", now: now() };
    const refused = expect.objectContaining({ code });
    await expect(answerBreak({ ...call, input: { reason: "OTHER", note } })).rejects.toEqual(refused);
    await expect(resolveBreak({ ...call, input: { resolution: "ACCEPTED", note } })).rejects.toEqual(refused);
    await expect(correctSettlement({ ...call, input: { netAmount: 1, reason: note } })).rejects.toEqual(refused);
  }
});
