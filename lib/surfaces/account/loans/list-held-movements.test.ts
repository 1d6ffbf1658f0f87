import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { hour, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import { refundOverpayment } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { sandboxActor } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { bounceDebit, payLoan } from "@/test/factories/payment";
import { deductedEvent, failedEvent, type ReportedLoan, report, reversedEvent } from "@/test/factories/repayment";
import { instant } from "@/test/time";
import { type Holding, readHolding } from "./holding";
import { listHeldMovements } from "./list-held-movements";
import { listHeldPayments } from "./list-held-payments";
import { readHeldStatement } from "./read-held-loan";
import { heldPaymentList, movementQuery } from "./schema";

useDatabase();

const start = instant("2026-03-02T09:00:00Z");
const at = (hours: number) => later(start, hours * hour);

let shops: TestMarketplace[];
let holding: Holding;
let first: ReportedLoan;
let second: ReportedLoan;

async function borrow(shop: TestMarketplace, merchantId: string): Promise<ReportedLoan> {
  const thirdPartyCustomerId = `seller-of-${shop.marketplaceId}`;
  await db().update(merchants).set({ thirdPartyCustomerId }).where(eq(merchants.id, merchantId));
  const { loanId, reference } = await activeLoan(shop.test, merchantId, { now: start, principal: 1_000_000 });
  return { id: loanId, reference, marketplaceId: shop.marketplaceId, thirdPartyCustomerId };
}

beforeAll(async () => {
  shops = [await createMarketplace(), await createMarketplace()];
  const [here, there] = shops as [TestMarketplace, TestMarketplace];
  const owner = await anyAccount(here.test, there.test);
  const [mine = "", yours = ""] = owner.merchantIds;
  holding = await readHolding(owner.id, at(1_000) as Date as RealTime);
  first = await borrow(here, mine);
  second = await borrow(there, yours);
  const actor = sandboxActor(here.test);
  const sale = { id: "ORD-7", type: "sale", grossAmount: 50_000, timestamp: at(1) };
  const deducted = { ...deductedEvent(first, { reference: "A", amount: 500_000, at: at(1) }), sourceTransaction: sale };
  await report(actor, deducted, at(1));
  await report(
    actor,
    reversedEvent(first, { reference: "R", originalReference: "A", amount: 150_000, at: at(3) }),
    at(3),
  );
  const tooMuch = { reference: "X", originalReference: "A", amount: 900_000, at: at(4) };
  await report(actor, reversedEvent(first, tooMuch), at(4));
  await report(actor, failedEvent(first, { reference: "F", amount: 100_000, at: at(5) }), at(5));
  await bounceDebit(here.test, first.id, { amount: 50_000, now: at(6), source: "MANDATE" });
  await payLoan(here.test, first.id, { amount: 200_000, now: at(7) });
  const elsewhere = deductedEvent(second, { reference: "B", amount: 2_000_000, at: at(2) });
  await report(sandboxActor(there.test), elsewhere, at(2));
  const refund = await refundOverpayment({ actor: sandboxActor(there.test), loanId: second.id, now: at(8) });
  await sendPayout(refund ?? "", at(8));
});

const listed = (query: Record<string, string | number> = {}, of = holding) =>
  listHeldMovements(of, { limit: 50, ...query, ...movementQuery.parse(query) });
const names = async (query: Record<string, string | number> = {}, of = holding) =>
  (await listed(query, of)).rows.map(({ kind, reference, status }) =>
    kind === "PAYMENT" ? status : kind === "REFUND" ? kind : reference,
  );

describe("what came in for all loans of an account", () => {
  test("is told newest first, however it came; what moved nothing is left out", async () => {
    expect(await names()).toEqual(["REFUND", "CONFIRMED", "FAILED", "R", "B", "A"]);
    const { rows } = await listed();
    expect(rows.at(-1)).toMatchObject({
      kind: "DEDUCTION",
      at: at(1),
      amount: 500_000,
      loanReference: first.reference,
      merchantId: holding.merchants[0]?.merchantId,
      orderId: "ORD-7",
      orderAmount: 5_000_000,
      reversed: 150_000,
    });
    expect(rows[3]).toMatchObject({ kind: "REVERSAL", reverses: "A", amount: 150_000, reversed: 0 });
    expect(rows[2]).toMatchObject({ source: "MANDATE", failure: "INSUFFICIENT_FUNDS" });
  });

  test("is what the loans' statements say", async () => {
    const { rows } = await listed();
    for (const { id } of [first, second]) {
      const { entries } = await readHeldStatement(holding, id);
      const said = entries
        .filter(({ kind }) => kind !== "DISBURSEMENT")
        .map(({ kind, at, amount, reference, reversedAmount }) => [kind, at, amount, reference, reversedAmount]);
      const found = rows
        .filter((row) => row.loanId === id && row.status !== "FAILED")
        .map((row) => [row.kind, row.at.toISOString(), row.amount / 100, row.reference, row.reversed / 100]);
      expect(found).toEqual(said);
    }
  });

  test("is narrowed to a shop, a loan, a way and days as they are in Lagos", async () => {
    expect(await names({ shop: holding.merchants[1]?.merchantId ?? "" })).toEqual(["REFUND", "B"]);
    expect(await names({ loan: first.id })).toEqual(["CONFIRMED", "FAILED", "R", "A"]);
    expect(await names({ way: "SALES" })).toEqual(["R", "B", "A"]);
    expect(await names({ way: "OWN" })).toEqual(["CONFIRMED", "FAILED"]);
    expect(await names({ way: "REFUND" })).toEqual(["REFUND"]);
    expect(await names({ from: "2026-03-02", to: "2026-03-02" })).toHaveLength(6);
    expect(await names({ from: "2026-03-03" })).toEqual([]);
    expect(await names({ to: "2026-03-01" })).toEqual([]);
  });

  test("comes page by page, there and back", async () => {
    const there = await listed({ limit: 4 });
    expect(there).toMatchObject({ hasMore: true, rows: { length: 4 } });
    const startingAfter = there.rows.at(-1)?.place ?? "";
    const rest = await listed({ limit: 4, startingAfter });
    expect([rest.rows.map(({ reference }) => reference), rest.hasMore]).toEqual([["B", "A"], false]);
    const back = await listed({ limit: 4, endingBefore: rest.rows[0]?.place ?? "" });
    expect(back.rows).toEqual(there.rows);
  });

  test("is nothing for another account, for none of its shops, and for what an address makes up", async () => {
    const stranger = await anyAccount((shops[0] as TestMarketplace).test);
    const of = await readHolding(stranger.id, holding.realNow);
    expect(await names({}, of)).toEqual([]);
    expect(await names({ loan: first.id }, of)).toEqual([]);
    expect(await names({ shop: holding.merchants[0]?.merchantId ?? "" }, of)).toEqual([]);
    expect(await names({}, { ...holding, merchants: [] })).toEqual([]);
    const odd = { way: "x", from: "2026-02-30", startingAfter: "1'; --", endingBefore: "9".repeat(30) };
    expect(await names(odd)).toHaveLength(6);
  });
});

describe("the same, as the API answers it", () => {
  const answered = async (query: Partial<Parameters<typeof listHeldPayments>[1]> = {}, of = holding) =>
    heldPaymentList.parse(await listHeldPayments(of, { limit: 50, ...query }));

  test("is what the page shows, in naira, each with its shop", async () => {
    const { rows } = await listed();
    const { data, hasMore } = await answered();
    expect(hasMore).toBe(false);
    expect(data.map(({ id, at, amount, reversedAmount }) => [id, at, amount * 100, reversedAmount * 100])).toEqual(
      rows.map(({ id, at, amount, reversed }) => [id, at.toISOString(), amount, reversed]),
    );
    expect(data.at(-1)).toEqual({
      id: rows.at(-1)?.id,
      kind: "DEDUCTION",
      at: at(1).toISOString(),
      amount: 5_000,
      loanId: first.id,
      loanReference: first.reference,
      merchantId: holding.merchants[0]?.merchantId,
      businessName: holding.merchants[0]?.businessName,
      environment: "test",
      marketplace: { marketplaceId: shops[0]?.marketplaceId, name: holding.merchants[0]?.marketplace.name },
      reference: "A",
      orderId: "ORD-7",
      orderAmount: 50_000,
      reverses: null,
      reversedAmount: 1_500,
      source: null,
      status: null,
      failure: null,
    });
  });

  test("is cut by the id of any entry, either way", async () => {
    const { data } = await answered();
    for (const [at, { id }] of data.entries()) {
      expect((await answered({ startingAfter: id })).data).toEqual(data.slice(at + 1));
      expect((await answered({ endingBefore: id })).data).toEqual(data.slice(0, at));
    }
    const firstPage = await answered({ limit: 2 });
    expect([firstPage.data, firstPage.hasMore]).toEqual([data.slice(0, 2), true]);
  });

  test("is narrowed by the names of the API", async () => {
    const merchantId = holding.merchants[1]?.merchantId;
    expect((await answered({ merchantId })).data.map(({ kind }) => kind)).toEqual(["REFUND", "DEDUCTION"]);
    expect((await answered({ loanId: first.id, way: "SALES" })).data.map(({ reference }) => reference)).toEqual([
      "R",
      "A",
    ]);
  });

  test("refuses two neighbours, and one that is somebody else's like one that does not exist", async () => {
    const { data } = await answered();
    const [one, other] = [data[0]?.id, data[1]?.id];
    const both = { field: "endingBefore", error: "Cannot be combined with startingAfter" };
    await expect(answered({ startingAfter: one, endingBefore: other })).rejects.toMatchObject({ fields: [both] });
    const stranger = await readHolding((await anyAccount((shops[0] as TestMarketplace).test)).id, holding.realNow);
    for (const { id } of data) {
      for (const field of ["startingAfter", "endingBefore"]) {
        const refused = { fields: [{ field, error: "Must be the id of an entry in this list" }] };
        await expect(answered({ [field]: id }, stranger)).rejects.toMatchObject(refused);
        const unknown = `${id.split("_")[0]}_${"0".repeat(26)}`;
        await expect(answered({ [field]: unknown })).rejects.toMatchObject(refused);
      }
    }
  });
});
