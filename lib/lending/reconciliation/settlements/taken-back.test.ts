import { describe, expect, test } from "vitest";
import { day, hour, later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { breakMessage } from "@/lib/lending/reconciliation/breaks/messages";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { breaksOf, matchAll, stateOf } from "@/test/factories/matching";
import {
  afterWeek as after,
  weekEnd as end,
  weekly as settlement,
  weekStart as start,
  useSettledShop,
} from "@/test/factories/settled-shop";
import { tellReversal } from "@/test/factories/settlement";
import { correctSettlement } from "./correct-settlement";
import type { CorrectSettlement } from "./list-schema";

useDatabase();

const { shop, deduct, settle: told } = useSettledShop();
const late = later(after, 2 * day);
const match = (now = late) => matchAll(shop.merchantId, now);

let reversals = 0;
const reverse = (of: string, amount: number, at: BusinessTime, now = later(late, hour)) => {
  reversals += 1;
  return tellReversal(shop, { loanId: shop.loanId, reference: `R-${reversals}`, of, amount, at }, now);
};
const correct = (input: Partial<CorrectSettlement>) =>
  correctSettlement({
    actor: { kind: "secretKey", tenant: shop.test, keyId: "key_1" },
    reference: "S-1",
    input: { reason: "Typed wrongly.", ...input },
    now: later(late, hour),
  });

/** What waits of a settlement's breaks, but for what was told late. */
const waiting = async (id: string) =>
  (await breaksOf(id))
    .filter(({ type, status }) => status !== "RESOLVED" && type !== "LATE")
    .map(({ type, status, expected, actual }) => [type, status, expected, actual]);

/** ₦50,000 is said to be deducted, and comes once it is MISSING. */
async function madeGood(names?: string[]): Promise<string> {
  const id = await told(settlement({ totalDeductions: 50_000, ...(names && { names }) }));
  await match();
  expect(await waiting(id)).toEqual([["MISSING", "OPEN", 50_000_00, 0]]);
  await deduct("D-1", 50_000, start, late);
  await match();
  expect(await breaksOf(id)).toMatchObject([{ resolution: "ARRIVED" }]);
  expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED" });
  return id;
}

describe("what was missing of a settlement, came and is reversed", () => {
  test.each([
    ["by its period, later", undefined, later(end, day)],
    ["by its period, within it", undefined, later(start, day)],
    ["by name", ["D-1"], later(end, day)],
  ])("%s: is missing again, part by part, until it comes", async (_, names, at) => {
    const id = await madeGood(names);
    await reverse("D-1", 20_000, at);
    await match(later(late, hour));
    expect(await waiting(id)).toEqual([["MISSING", "OPEN", 50_000_00, 30_000_00]]);
    const [, again] = await breaksOf(id);
    if (!again) throw new Error("Nothing is missing again.");
    const message = breakMessage({ id: "brk_1", owed: null, ...again });
    if (names)
      expect(message).toContain("₦20,000.00 that came later was reversed. Report what was deducted in its place");
    if (!names) expect(message).toContain("₦20,000.00 that came later was reversed. Report the missing ₦20,000.00");
    expect(await stateOf(id)).toMatchObject({ matchStatus: "BROKEN" });
    await reverse("D-1", 30_000, at);
    await match(later(late, hour));
    expect(await waiting(id)).toEqual([["MISSING", "OPEN", 50_000_00, 0]]);
    if (names) return;
    await deduct("D-2", 50_000, start, later(late, hour));
    await match(later(late, hour));
    expect(await waiting(id)).toEqual([]);
    await reverse("D-2", 1, at);
    await match(later(late, hour));
    expect(await waiting(id)).toEqual([["MISSING", "OPEN", 50_000_00, 49_999_00]]);
  });

  test("is missing whatever the settlement was corrected to say meanwhile", async () => {
    const id = await madeGood();
    await correct({ totalDeductions: 0, netAmount: 100_000 });
    await reverse("D-1", 50_000, later(end, day));
    await match(later(late, hour));
    expect(await waiting(id)).toEqual([["MISSING", "OPEN", 50_000_00, 0]]);
  });

  test("is for an operator once the settlement no longer contains it", async () => {
    const id = await madeGood(["D-1"]);
    const corrected = { totalDeductions: 0, netAmount: 100_000, deductionReferences: [] };
    expect(await correct(corrected)).toMatchObject({ matchStatus: "BROKEN" });
    expect(await waiting(id)).toEqual([["MISSING", "ANSWERED", 50_000_00, 0]]);
  });

  test("is missing again after an operator closed the rest", async () => {
    const id = await told(settlement({ totalDeductions: 50_000 }));
    await match();
    await deduct("D-1", 30_000, start, late);
    const { openBreaks } = await correct({ totalDeductions: 30_000, netAmount: 70_000 });
    const input = { resolution: "EXPLAINED", note: "Mistyped." } as const;
    await decideBreak({ actor: sandboxActor(shop.test), breakId: openBreaks[0] ?? "", input, now: later(late, hour) });
    await match(later(late, hour));
    expect(await waiting(id)).toEqual([]);
    await reverse("D-1", 30_000, later(end, day), later(late, 2 * hour));
    await match(later(late, 2 * hour));
    expect(await waiting(id)).toEqual([["MISSING", "OPEN", 30_000_00, 0]]);
  });

  test("is not missing where the settlement's total has the reversal taken off", async () => {
    const id = await told(settlement({ totalDeductions: 50_000 }));
    await match();
    await reverse("D-1", 10_000, later(start, day), late);
    await deduct("D-1", 60_000, start, late);
    await match();
    expect(await waiting(id)).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED", matchedAmount: 50_000_00 });
  });
});

test("a reversal of a settlement that missed nothing raises nothing", async () => {
  await deduct("D-1", 50_000, start);
  const id = await told(settlement({ totalDeductions: 50_000 }));
  await match();
  await reverse("D-1", 20_000, later(start, day));
  await reverse("D-1", 30_000, later(end, day));
  await match(later(late, hour));
  expect(await breaksOf(id)).toEqual([]);
  expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED" });
});
