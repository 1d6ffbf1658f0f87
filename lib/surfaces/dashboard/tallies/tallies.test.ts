import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { loans } from "@/db/schema/loans";
import { connections } from "@/db/schema/merchants";
import { later, minute } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { activateConnections } from "@/lib/merchants/merchants/activate-connection";
import { disconnectMerchant } from "@/lib/surfaces/account/consents/disconnect-merchant";
import { failureReasons, fundingStatuses } from "@/lib/terms/funding/constants";
import { loanStates } from "@/lib/terms/loans/states";
import {
  type CollectedShop,
  collectedShop,
  namedBy,
  tellDeduction,
  tellReversal,
  tellSale,
  watchUntil,
} from "@/test/collection/shop";
import { useDatabase } from "@/test/database";
import { anyMerchant, completeKyc, sandboxActor } from "@/test/factories/kyc";
import { activeLoan, anyLoan } from "@/test/factories/loan";
import { expectedTallies, runningOn, type Tallied } from "@/test/oracles/tally-oracle";
import { costlyCases, fc } from "@/test/proof";
import { expectTrueTallies, heldRunning, heldTallies } from "@/test/tallies";
import { instant, now } from "@/test/time";
import { foldTallies } from "./fold-tallies";

useDatabase();

let shop: CollectedShop;
beforeEach(async () => {
  shop = await collectedShop();
});

describe("the tallies hold what the tables do", () => {
  test("through a loan's life: offered, paid out, collected, reversed, written off, with another called off", async () => {
    const actor = sandboxActor(shop.test);
    const paidOut = instant("2026-10-31T23:30:00Z");
    const sold = instant("2026-11-02T09:00:00Z");
    const made = await activeLoan(shop.test, shop.merchantId, { now: paidOut, principal: 100_000_000 });
    const { loanId: offerId } = await anyLoan(shop.test, shop.merchantId, { now: sold });
    const days = ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-25", "2026-11-26"];
    await expectTrueTallies(shop.test, days);
    expect(await heldRunning(shop.test, "2026-10-31")).toEqual([1, 100_000_000]);
    await cancelLoan({ actor, loanId: offerId, input: { reason: "DECLINED" }, now: later(sold, minute) });

    const loan = namedBy(shop, made);
    const source = { id: "O-1", amount: 10_000_000, at: sold };
    await tellSale(shop, { orderId: "O-1", amount: 10_000_000, at: sold }, sold);
    await tellSale(shop, { orderId: "O-2", amount: 5_000_000, at: sold }, sold);
    await tellDeduction(shop, loan, { reference: "d-1", amount: 1_200_000, at: sold, source }, sold);
    await watchUntil(loan.id, sold);
    expect(await heldTallies(shop.test)).toMatchObject({
      "agreed 2026-11-02": [0, 1_500_000],
      "taken 2026-11-02": [0, 1_200_000],
    });
    await tellReversal(shop, loan, { of: "d-1", amount: 300_000, at: sold }, sold);
    await watchUntil(loan.id, instant("2026-11-20T09:00:00Z"));
    expect(await heldTallies(shop.test)).toMatchObject({
      "taken 2026-11-02": [0, 900_000],
      "missing 2026-11-02": [0, 600_000],
    });
    await expectTrueTallies(shop.test, days);

    const lost = instant("2026-11-25T12:00:00Z");
    await defaultLoan({ actor, loanId: loan.id, input: { reason: "DECIDED" }, now: lost });
    await writeOffLoan({ actor, loanId: loan.id, input: { reason: "Gone." }, now: lost });
    await expectTrueTallies(shop.test, days);
    expect(await heldRunning(shop.test, "2026-11-26")).toEqual([0, 0]);
  });

  test("of a loan that is repaid and opened again by a reversal", async () => {
    const at = instant("2026-11-02T09:00:00Z");
    const made = await activeLoan(shop.test, shop.merchantId, { now: later(at, -minute), principal: 10_000_000 });
    const loan = namedBy(shop, made);
    await tellDeduction(shop, loan, { reference: "d-1", amount: 10_900_000, at }, at);
    expect(await heldRunning(shop.test, "2026-11-02")).toEqual([0, 0]);
    await expectTrueTallies(shop.test, ["2026-11-01", "2026-11-02"]);
    await tellReversal(shop, loan, { of: "d-1", amount: 10_900_000, at }, later(at, minute));
    expect(await heldRunning(shop.test, "2026-11-02")).toEqual([1, 10_000_000]);
    await expectTrueTallies(shop.test, ["2026-11-01", "2026-11-02"]);
  });

  test("of merchants from their first data to a request, refused or called off, who leave again", async () => {
    const actor = sandboxActor(shop.test);
    const { merchantId, thirdPartyCustomerId: ref } = shop;
    const day = now().toISOString().slice(0, 10);
    await activateConnections(everyMerchantOf(shop.test), [merchantId], now());
    await completeKyc(shop.test, ref);
    await submitKyc({ actor, ref, now: now() });
    await reviewKyc({ actor, ref, outcome: { status: "APPROVED" }, now: now() });
    const input = {
      amountRequested: 5_000,
      tenorDays: 30,
      purpose: "Working capital",
      financingTimeframeDays: 7,
    } as const;
    const refused = await createFundingRequest({ actor, ref, input, now: now() });
    await createFundingRequest({ actor, ref, input: { ...input, amountRequested: 6_000 }, now: now() });
    await db()
      .update(fundingRequests)
      .set({ status: "REJECTED", failureReason: "NO_CREDIT_SCORE", decidedAt: now() })
      .where(eq(fundingRequests.id, refused.id));
    await disconnectMerchant({ actor, ref, input: {}, now: now(), realNow: now() });
    await anyMerchant(shop.test);
    await expectTrueTallies(shop.test);
    expect(await heldTallies(shop.test)).toEqual({
      [`stage.CREATED ${day}`]: [2, 0],
      ...Object.fromEntries(
        ["CONNECTED", "SUBMITTED", "VERIFIED", "REQUESTED"].map((stage) => [`stage.${stage} ${day}`, [1, 0]]),
      ),
      [`request.REJECTED ${day}`]: [1, 500_000],
      [`refusal.NO_CREDIT_SCORE ${day}`]: [1, 500_000],
      [`request.CANCELLED ${day}`]: [1, 600_000],
    });
  });

  test("whatever rows are changed to, in whatever order, with folds in between", async () => {
    const { loanId } = await anyLoan(shop.test, shop.merchantId);
    const { loanId: other } = await activeLoan(shop.test, shop.merchantId);
    const moment = fc
      .constantFrom(null, "2026-03-31T23:59:59.999Z", "2026-04-01T00:00:00Z", "2026-04-02T12:00:00Z")
      .map((at) => at && instant(at));
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("loan" as const),
        id: fc.constantFrom(loanId, other),
        change: fc.record({
          status: fc.constantFrom(...loanStates),
          disbursedAt: moment,
          completedAt: moment,
          writtenOffAt: moment,
        }),
      }),
      fc.record({
        kind: fc.constant("request" as const),
        change: fc.record({
          status: fc.constantFrom(...fundingStatuses),
          failureReason: fc.constantFrom(null, ...failureReasons),
        }),
      }),
      fc.record({
        kind: fc.constant("kyc" as const),
        change: fc.record({ status: fc.constantFrom("PENDING" as const, "APPROVED" as const), submittedAt: moment }),
      }),
      fc.record({ kind: fc.constant("connection" as const), change: fc.record({ activatedAt: moment }) }),
      fc.record({ kind: fc.constant("fold" as const), limit: fc.integer({ min: 1, max: 5 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const one of steps) {
          const { kind } = one;
          if (kind === "fold") await foldTallies(now(), one.limit);
          else if (kind === "loan") await db().update(loans).set(one.change).where(eq(loans.id, one.id));
          else if (kind === "request") await db().update(fundingRequests).set(one.change);
          else if (kind === "kyc") await db().update(kycRecords).set(one.change);
          else await db().update(connections).set(one.change);
        }
        // A merchant was funded once, whatever becomes of the loan: what the table says now does not matter.
        const but = (all: Tallied) => Object.entries(all).filter(([name]) => !name.startsWith("stage.FUNDED"));
        expect(but(await heldTallies(shop.test))).toEqual(but(await expectedTallies(shop.test)));
        for (const day of ["2026-03-31", "2026-04-01", "2026-04-02"]) {
          expect(await heldRunning(shop.test, day)).toEqual(await runningOn(shop.test, day));
        }
      }),
      { numRuns: costlyCases },
    );
  });
});
