import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { collectionDays } from "@/db/schema/collection";
import { breaks } from "@/db/schema/settlements";
import { ownedBy } from "@/db/tenancy";
import { day, hour, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { answerBreak } from "@/lib/lending/reconciliation/breaks/answer-break";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { correctSettlement } from "@/lib/lending/reconciliation/settlements/correct-settlement";
import { matchSettlement } from "@/lib/lending/reconciliation/settlements/match-settlement";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { createdEvent, tellDeduction, tellSettlement, transferredEvent } from "@/test/factories/settlement";
import { anyStaff } from "@/test/factories/staff";
import { instant } from "@/test/time";
import { readBreakForStaff } from "./break-detail";
import { countBreaks, listBreaksForStaff } from "./breaks-list";
import { readLoanForStaff } from "./loan-detail";
import { listCollectionDays, listJournals, listReports } from "./loan-money";
import { readSettlementForStaff } from "./settlement-detail";
import { listSettlementsForStaff } from "./settlements-list";

useDatabase();

const start = instant("2026-11-02T00:00:00Z");
const end = later(start, 7 * day);
const after = later(end, 3 * day);
let marketplace: TestMarketplace;
let shop: { test: TestMarketplace["test"]; merchantId: string; thirdPartyCustomerId: string };
let loanId: string;
const settled: Record<string, string> = {};
const raised: Record<string, string> = {};
const reach = () => reachOf(sandboxActor(marketplace.test));

beforeAll(async () => {
  marketplace = await createMarketplace();
  shop = { test: marketplace.test, ...(await anyMerchant(marketplace.test)) };
  ({ loanId } = await activeLoan(shop.test, shop.merchantId, { now: later(start, -day) }));
  for (let i = 1; i <= 5; i++) {
    const at = later(start, i * hour);
    await tellDeduction(shop, { loanId, reference: `D-${i}`, amount: 100 * i, at }, at);
  }
  for (const [reference, totalDeductions, names] of [
    ["right", 600, ["D-1", "D-2", "D-3"]],
    ["wrong", 800, ["D-4"]],
    ["early", 0, undefined],
  ] as const) {
    const told = { reference, totalDeductions, periodStart: start, periodEnd: end, names: names && [...names] };
    const { id } = await tellSettlement(shop, createdEvent(shop, told, end), end);
    if (names) await tellSettlement(shop, transferredEvent(shop, told, end), end);
    if (names) await matchSettlement(id, after);
    settled[reference] = id;
  }
  const about = { tenant: shop.test, merchantId: shop.merchantId, evidence: {}, now: after };
  for (const [subject, type] of [
    ["short", "SHORT_DEDUCTION"],
    ["short again", "SHORT_DEDUCTION"],
    ["late", "LATE"],
  ] as const) {
    const figures = { expected: kobo(20_000), actual: kobo(10_000) };
    raised[subject] = await raiseBreak({ ...about, type, subject, ...(type === "LATE" ? {} : { loanId, ...figures }) });
  }
  const [found] = await db()
    .select({ id: breaks.id })
    .from(breaks)
    .where(eq(breaks.settlementId, settled.wrong ?? ""));
  raised.settlement = found?.id ?? "";
  const call = { actor: sandboxActor(shop.test), now: after };
  const input = { reason: "ORDER_CANCELLED", note: "Cancelled." } as const;
  await answerBreak({ ...call, breakId: raised["short again"] ?? "", input });
  await decideBreak({ ...call, breakId: raised.late ?? "", input: { resolution: "ACCEPTED", note: "Fine." } });
  // Another data set, which must not show.
  const elsewhere = await anyMerchant(marketplace.live);
  await raiseBreak({
    ...about,
    tenant: marketplace.live,
    merchantId: elsewhere.merchantId,
    type: "LATE",
    subject: "x",
  });
});

describe("the list of settlements", () => {
  type SettlementQuery = Omit<Parameters<typeof listSettlementsForStaff>[1], "limit">;
  const list = async (query: SettlementQuery, limit = 20) => listSettlementsForStaff(reach(), { ...query, limit });
  const references = async (query: SettlementQuery) => (await list(query)).rows.map(({ reference }) => reference);

  test("has all, newest first, with what was found in each", async () => {
    expect((await list({})).rows).toMatchObject([
      { reference: "early", matchStatus: "PENDING", matchedAmount: null, transferredAt: null, openBreaks: 0 },
      { reference: "wrong", matchStatus: "BROKEN", totalDeductions: 80_000, matchedAmount: 40_000, openBreaks: 1 },
      { reference: "right", matchStatus: "MATCHED", matchedAmount: 60_000, openBreaks: 0 },
    ]);
  });

  test("is filtered and searched", async () => {
    expect(await references({ status: "BROKEN" })).toEqual(["wrong"]);
    expect(await references({ q: "right" })).toEqual(["right"]);
    expect(await references({ q: settled.early })).toEqual(["early"]);
    expect(await references({ q: shop.thirdPartyCustomerId, status: "MATCHED" })).toEqual(["right"]);
    expect(await references({ merchant: shop.merchantId })).toEqual(["early", "wrong", "right"]);
    expect(await references({ merchant: "nobody" })).toEqual([]);
    expect(await references({ q: "nothing" })).toEqual([]);
  });

  test("turns page by page", async () => {
    const first = await list({}, 2);
    expect(first.hasMore).toBe(true);
    const last = await list({ startingAfter: first.rows[1]?.id }, 2);
    expect([last.rows.map(({ reference }) => reference), last.hasMore]).toEqual([["right"], false]);
  });
});

describe("the list of breaks", () => {
  type BreakQuery = Omit<Parameters<typeof listBreaksForStaff>[1], "limit">;
  const list = (query: BreakQuery, limit = 20) => listBreaksForStaff(reach(), { ...query, limit });
  const names = async (query: BreakQuery) =>
    (await list(query)).rows.map(({ id }) => Object.keys(raised).find((name) => raised[name] === id));

  test("has the open ones by default", async () => {
    expect(new Set(await names({}))).toEqual(new Set(["short", "settlement"]));
    expect((await list({ q: raised.short })).rows).toMatchObject([
      { type: "SHORT_DEDUCTION", status: "OPEN", loanId, expected: 20_000, actual: 10_000 },
    ]);
    expect((await list({ q: settled.wrong })).rows).toMatchObject([{ settlementReference: "wrong", loanId: null }]);
  });

  test("is filtered by status and kind, and searched", async () => {
    expect(await names({ status: "ANSWERED" })).toEqual(["short again"]);
    expect(await names({ status: "RESOLVED" })).toEqual(["late"]);
    expect((await names({ status: "ALL" })).toSorted()).toEqual(["late", "settlement", "short", "short again"]);
    expect(await names({ type: "SHORT_DEDUCTION" })).toEqual(["short"]);
    expect(await names({ type: "SHORT_DEDUCTION", status: "ALL" })).toEqual(["short again", "short"]);
    expect(await names({ q: loanId, status: "ALL" })).toEqual(["short again", "short"]);
    expect(await names({ merchant: shop.merchantId, status: "RESOLVED" })).toEqual(["late"]);
    expect(await names({ q: "nobody", status: "ALL" })).toEqual([]);
  });

  test("of one kind turns page by page whatever the status", async () => {
    const query = { type: "SHORT_DEDUCTION", status: "ALL" } as const;
    const first = await list(query, 1);
    expect([first.rows[0]?.id, first.hasMore]).toEqual([raised["short again"], true]);
    const last = await list({ ...query, startingAfter: first.rows[0]?.id }, 1);
    expect([last.rows[0]?.id, last.hasMore]).toEqual([raised.short, false]);
  });

  test("counts those of a status", async () => {
    expect(await countBreaks(reach(), "OPEN")).toBe(2);
    expect(await countBreaks(reach(), "ANSWERED")).toBe(1);
  });
});

describe("a loan's pages", () => {
  test("journals come newest first with entries that balance", async () => {
    const all = await listJournals(reach(), loanId, { limit: 50 });
    expect(all.rows.map(({ number, type }) => `${number} ${type}`)).toEqual([
      ...["7 REPAYMENT", "6 REPAYMENT", "5 REPAYMENT", "4 REPAYMENT", "3 REPAYMENT"],
      ...["2 INTEREST", "1 DISBURSEMENT"],
    ]);
    for (const { entries } of all.rows) expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    expect(all.rows[0]?.entries[0]).toEqual({ account: "CASH", amount: 50_000 });
    const older = await listJournals(reach(), loanId, { limit: 3, startingAfter: "5" });
    expect([older.rows.map(({ number }) => number), older.hasMore]).toEqual([[4, 3, 2], true]);
    const newer = await listJournals(reach(), loanId, { limit: 2, endingBefore: "4" });
    expect([newer.rows.map(({ number }) => number), newer.hasMore]).toEqual([[6, 5], true]);
  });

  test("reports come newest first with the settlement each was found in", async () => {
    const { rows } = await listReports(reach(), { loanId }, { limit: 50 });
    expect(rows.map(({ reference, settlementReference }) => [reference, settlementReference])).toEqual([
      ["D-5", null],
      ["D-4", "wrong"],
      ["D-3", "right"],
      ["D-2", "right"],
      ["D-1", "right"],
    ]);
    const next = await listReports(reach(), { loanId }, { limit: 2, startingAfter: rows[1]?.id });
    expect([next.rows.map(({ reference }) => reference), next.hasMore]).toEqual([["D-3", "D-2"], true]);
    const found = await listReports(reach(), { settlementId: settled.right ?? "" }, { limit: 50 });
    expect(found.rows.map(({ reference }) => reference)).toEqual(["D-3", "D-2", "D-1"]);
  });

  test("days of collection are those of the loan", async () => {
    const { rows } = await listCollectionDays(reach(), loanId, { limit: 50 });
    expect(rows.map((row) => row.day)).toEqual(["2026-11-02"]);
    const kept = { agreed: kobo(100_000), taken: kobo(100_000) };
    const days = [
      { ...kept, day: "2026-11-03", missing: kobo(1_001), excess: kobo(0), judgedAt: after },
      { ...kept, day: "2026-11-04", missing: kobo(1_000), excess: kobo(0), judgedAt: after },
      { ...kept, day: "2026-11-05", missing: kobo(0), excess: kobo(1_001), judgedAt: null },
      { ...kept, day: "2026-11-06", taken: kobo(98_999), missing: kobo(0), excess: kobo(0), judgedAt: null },
      { ...kept, day: "2026-11-07", missing: kobo(0), excess: kobo(0), judgedAt: null },
    ];
    await db()
      .insert(collectionDays)
      .values(days.map((one) => ({ ...one, loanId, ...ownedBy(shop.test) })));
    const judged = await listCollectionDays(reach(), loanId, { limit: 5 });
    expect(judged.rows.map((row) => row.judgement)).toEqual(["AGREED", "AWAITED", "OVER", "AGREED", "SHORT"]);
  });

  test("the page of a break says in words for staff what ends it, and who has acted", async () => {
    const ofSettlement = await readBreakForStaff(reach(), raised.settlement ?? "");
    expect(ofSettlement.message).toContain("on the settlement's page");
    expect(ofSettlement.message).not.toContain("/api/");
    expect(ofSettlement).toMatchObject({ settlementReference: "wrong", needsOperator: true, answeredBy: null });
    const answered = await readBreakForStaff(reach(), raised["short again"] ?? "");
    expect(answered).toMatchObject({ answeredBy: "The sandbox", answerReason: "ORDER_CANCELLED", needsOperator: true });
  });

  test("the page of a settlement has its names, its breaks and who corrected it", async () => {
    const staff = await anyStaff(shop.test, "DEVELOPER");
    const actor = { kind: "marketplaceUser", tenant: shop.test, userId: staff.id, role: "DEVELOPER" } as const;
    const input = { totalDeductions: 600, netAmount: 99_400, reason: "A slip." };
    await correctSettlement({ actor, reference: "right", input: { ...input, grossAmount: 100_000 }, now: after });
    await correctSettlement({
      actor,
      reference: "right",
      input: { grossAmount: 100_001, reason: "A slip." },
      now: after,
    });
    const right = await readSettlementForStaff(reach(), settled.right ?? "");
    expect(right).toMatchObject({ names: ["D-1", "D-2", "D-3"], grossAmount: 100_001, matchStatus: "BROKEN" });
    expect(right.corrections).toMatchObject([{ correctedBy: staff.name, corrected: { grossAmount: 100_001 } }]);
    expect(right.breaks).toMatchObject([{ type: "AMOUNT", status: "OPEN" }]);
  });

  test("the page of a loan has what the API says of it, and its breaks", async () => {
    const read = await readLoanForStaff(reach(), loanId, after);
    expect(read).toMatchObject({ loanId, status: "ACTIVE", totalPaid: 1_500, openBreaks: 2, changes: [] });
  });

  test("nothing of them shows in another data set", async () => {
    const other = reachOf(sandboxActor(marketplace.live));
    const none = { rows: [], hasMore: false };
    for (const listed of [listJournals, listCollectionDays]) {
      expect(await listed(other, loanId, { limit: 50 })).toEqual(none);
    }
    expect(await listReports(other, { loanId }, { limit: 50 })).toEqual(none);
    expect(await listReports(other, { settlementId: settled.right ?? "" }, { limit: 50 })).toEqual(none);
    await expect(readLoanForStaff(other, loanId, after)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(readBreakForStaff(other, raised.short ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(readSettlementForStaff(other, settled.right ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
