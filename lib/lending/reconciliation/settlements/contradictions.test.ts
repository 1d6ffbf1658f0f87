import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { connection, db } from "@/db/client";
import { repaymentEvents } from "@/db/schema/data-events";
import { day, hour, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { breaksOf, matchAll, matchesOf, stateOf } from "@/test/factories/matching";
import {
  afterWeek as after,
  weekEnd as end,
  weekly as settlement,
  weekStart as start,
  useSettledShop,
} from "@/test/factories/settled-shop";
import { tellDeduction, tellReversal } from "@/test/factories/settlement";
import { matchSettlement } from "./match-settlement";

useDatabase();

const { shop, deduct, settle: told } = useSettledShop();

describe("what contradicts", () => {
  test("AMOUNT: more was reported than the settlement contains", async () => {
    await deduct("D-1", 1_000, start);
    await deduct("D-2", 500, start);
    const id = await told(settlement({ totalDeductions: 1_200 }));
    await matchAll(shop.merchantId, after);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "BROKEN" });
    expect(await matchesOf(id)).toEqual([]);
    expect(await breaksOf(id)).toMatchObject([{ type: "AMOUNT", expected: 120_000, actual: 150_000 }]);
    // The reversal that explains it had not arrived yet.
    await tellReversal(shop, { loanId: shop.loanId, of: "D-2", amount: 300, at: later(start, day) }, after);
    await matchAll(shop.merchantId, after);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED" });
    expect(await breaksOf(id)).toMatchObject([{ resolution: "ARRIVED" }]);
  });

  test.each([
    ["more", 4_500],
    ["less", 3_750],
  ])("AMOUNT: %s is paid out than its gross less its deductions", async (_, netAmount) => {
    await deduct("D-1", 1_000, start);
    const id = await told(settlement({ totalDeductions: 1_000, grossAmount: 5_000, netAmount }));
    await matchAll(shop.merchantId, after);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "BROKEN" });
    expect(await breaksOf(id)).toMatchObject([
      { type: "AMOUNT", expected: 400_000, actual: netAmount * 100, evidence: { about: "figures" } },
    ]);
    expect(await matchesOf(id)).toEqual(["D-1"]);
  });

  test("AMOUNT: the ledger has another amount of it", async () => {
    const { id: reportId } = await deduct("D-1", 1_000, start);
    await db()
      .update(repaymentEvents)
      .set({ amount: kobo(110_000) })
      .where(eq(repaymentEvents.id, reportId));
    const id = await told(settlement({ totalDeductions: 1_100 }));
    await matchAll(shop.merchantId, after);
    expect(await breaksOf(id)).toMatchObject([
      { type: "AMOUNT", expected: 110_000, actual: 100_000, evidence: { about: "ledger" } },
    ]);
  });

  test("WRONG_LOAN: it names another merchant's deduction", async () => {
    const other = { test: shop.test, ...(await anyMerchant(shop.test)) };
    const theirs = await activeLoan(shop.test, other.merchantId, { now: later(start, -day) });
    await tellDeduction(other, { loanId: theirs.loanId, reference: "D-9", amount: 500, at: start }, start);
    await deduct("D-1", 1_000, start);
    const id = await told(settlement({ totalDeductions: 1_500, names: ["D-1", "D-9"] }));
    await matchAll(shop.merchantId, later(after, day));
    expect(await matchesOf(id)).toEqual(["D-1"]);
    expect(await breaksOf(id)).toMatchObject([
      { type: "WRONG_LOAN", actual: 50_000, evidence: { references: ["D-9"], merchantIds: [other.merchantId] } },
    ]);
  });

  test("DUPLICATE: two settlements name the same deduction", async () => {
    await deduct("D-1", 1_000, start);
    const first = await told(settlement({ totalDeductions: 1_000, names: ["D-1"] }));
    const transferredAt = later(end, day);
    const second = await told(
      settlement({ reference: "S-2", totalDeductions: 1_000, names: ["D-1"], transferredAt }),
      later(transferredAt, hour),
    );
    await matchAll(shop.merchantId, later(transferredAt, hour));
    expect([await matchesOf(first), await matchesOf(second)]).toEqual([["D-1"], []]);
    expect(await breaksOf(first)).toEqual([]);
    expect(await breaksOf(second)).toMatchObject([
      { type: "DUPLICATE", evidence: { references: ["D-1"], otherSettlements: ["S-1"] } },
    ]);
  });

  test("LATE: reported after the transfer, and in no settlement", async () => {
    await deduct("D-1", 1_000, start);
    const id = await told(settlement({ totalDeductions: 1_000, names: ["D-1"] }));
    await matchAll(shop.merchantId, after);
    await deduct("D-2", 300, later(start, day), later(after, day));
    await matchAll(shop.merchantId, later(after, day));
    expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED" });
    expect(await breaksOf(id)).toMatchObject([{ type: "LATE", actual: 30_000, evidence: { references: ["D-2"] } }]);
  });

  test("LATE: reported after the transfer, its settlement naming nothing and agreeing without it", async () => {
    await deduct("D-1", 1_000, start);
    const id = await told(settlement({ totalDeductions: 1_000 }));
    await matchAll(shop.merchantId, after);
    await deduct("D-2", 300, later(start, day), later(after, day));
    await matchAll(shop.merchantId, later(after, day));
    expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED" });
    expect(await matchesOf(id)).toEqual(["D-1"]);
    expect(await breaksOf(id)).toMatchObject([{ type: "LATE", evidence: { references: ["D-2"] } }]);
  });

  test("LATE: once, when another settlement then contains it", async () => {
    await deduct("D-1", 1_000, start);
    const first = await told(settlement({ totalDeductions: 1_000, names: ["D-1"] }));
    await deduct("D-2", 300, later(start, day), later(after, day));
    await matchAll(shop.merchantId, later(after, day));
    const next = { periodStart: end, periodEnd: later(end, 7 * day) };
    const at = later(next.periodEnd, hour);
    const second = await told(settlement({ reference: "S-2", ...next, totalDeductions: 300, names: ["D-2"] }), at);
    await matchAll(shop.merchantId, at);
    expect(await stateOf(second)).toMatchObject({ matchStatus: "MATCHED" });
    expect(await matchesOf(second)).toEqual(["D-2"]);
    expect(await breaksOf(first)).toMatchObject([{ type: "LATE", resolution: "ARRIVED" }]);
    expect(await breaksOf(second)).toMatchObject([
      { type: "LATE", status: "OPEN", evidence: { reportedAfterTransferOf: ["S-1"] } },
    ]);
  });

  test("is not raised again when a person closes it while it is matched", async () => {
    await deduct("D-1", 1_500, start);
    const id = await told(settlement({ totalDeductions: 1_200 }));
    await matchAll(shop.merchantId, after);
    const person = await connection().reserve();
    try {
      await person`begin`;
      await person`update breaks set status = 'RESOLVED', resolution = 'ACCEPTED' where settlement_id = ${id}`;
      const matching = matchSettlement(id, later(after, hour));
      const waiting = () =>
        db().execute(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      await expect.poll(async () => (await waiting()).length).toBe(1);
      await person`commit`;
      await matching;
    } finally {
      await person`rollback`;
      person.release();
    }
    expect(await breaksOf(id)).toMatchObject([{ status: "RESOLVED", resolution: "ACCEPTED" }]);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "BROKEN" });
  });
});
