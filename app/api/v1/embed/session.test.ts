import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { day, hour, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { type EmbedSession, embedSession } from "@/lib/surfaces/journey/schema";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import { useDatabase } from "@/test/database";
import { embedTokenOf } from "@/test/factories/embed";
import { anyBusinessInfo, anyMerchant, completeKyc, sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { activeLoan, anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { journeyWith } from "@/test/journey-calls";
import { now } from "@/test/time";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  await createTestLender();
});

const actor = () => sandboxActor(shop.test);

async function journeyOf(merchantId: string) {
  return journeyWith(await embedTokenOf(shop.test, merchantId));
}

async function approved() {
  const merchant = await submittedMerchant(shop.test);
  await reviewKyc({ actor: actor(), ref: merchant.merchantId, outcome: { status: "APPROVED" }, now: now() });
  return merchant;
}

describe("the session", () => {
  test("of a merchant of whom nothing is known but what the marketplace said", async () => {
    const input = {
      thirdPartyCustomerId: "shop-bare",
      businessName: "Ada Foods",
      email: "ada@foods.example",
      phoneNumber: "+2348012345678",
    };
    const { merchantId } = await createMerchant({ actor: actor(), input, now: now() });
    const session = await (await journeyOf(merchantId)).session();
    expect(embedSession.parse(session)).toEqual(session);
    expect(session).toEqual({
      now: expect.any(String),
      environment: "test",
      marketplace: { marketplaceId: shop.marketplaceId, name: expect.stringMatching(/^Marketplace/) },
      merchant: { merchantId, businessName: "Ada Foods" },
      step: "business-info",
      open: ["business-info"],
      kyc: (await readMerchantStatus(everyMerchantOf(shop.test), merchantId)).kyc,
      business: {
        values: { businessName: "Ada Foods", businessEmail: input.email, businessPhone: input.phoneNumber },
        prefilled: ["businessName", "businessEmail", "businessPhone"],
      },
      directors: [],
      documents: [],
      scoring: "none",
      fundingRequests: [],
      loans: [],
      loanId: null,
      revisions: { businessInfo: 0, directors: 0 },
      drafts: [],
      preferences: { weeklySummary: true },
      // Figures may come at any time: the first steps say what can be asked for.
      refreshAfterSeconds: 15,
    });
  });

  test("shows what the marketplace has filled in as coming from it, numbers masked", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    await completeKyc(shop.test, merchantId, { identityNumber: "33445566778" });
    const session = await (await journeyOf(merchantId)).session();
    expect(embedSession.parse(session)).toEqual(session);
    expect(session).toMatchObject({
      step: "review",
      open: ["business-info", "directors", "documents", "review"],
      business: { values: anyBusinessInfo, prefilled: Object.keys(anyBusinessInfo) },
      directors: [{ firstName: "Ada", identityNumber: "*******6778", isPrimary: true, prefilled: true }],
      documents: [{ documentType: "CAC_CERTIFICATE", fileSize: "8", prefilled: true }],
    });
    expect(JSON.stringify(session)).not.toContain("33445566778");
  });

  test("follows business time, and the token real time", async () => {
    const own = await createMarketplace();
    const { merchantId } = await anyMerchant(own.test);
    const ahead = { testClockAhead: 40 * day };
    await db().update(marketplaces).set(ahead).where(eq(marketplaces.id, own.marketplaceId));
    const session = await journeyWith(await embedTokenOf(own.test, merchantId)).session();
    expect(Date.parse(session.now)).toBeGreaterThan(later(now(), 40 * day - hour).getTime());
  });

  test("of a live merchant is distinguished, and waits for people", async () => {
    const { merchantId } = await submittedMerchant(shop.live);
    const session = await journeyWith(await embedTokenOf(shop.live, merchantId)).session();
    expect(session).toMatchObject({ environment: "live", step: "status", refreshAfterSeconds: 15 });
  });
});

describe("after submission", () => {
  test("status and funding are open, and it is to be read again soon", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const session = await (await journeyOf(merchantId)).session();
    expect(session).toMatchObject({ step: "status", open: ["status", "funding"], refreshAfterSeconds: 2 });
    expect(session.kyc.status).toBe("SUBMITTED");
  });

  test("it lists what the reviewer asks for, and the steps to change", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const asked = { item: "CAC_CERTIFICATE", reasonCode: "UNREADABLE", message: "Too dark.", resolved: false };
    const outcome = { status: "REQUIRES_UPDATE", requirements: [{ step: "documents", ...asked }] } as const;
    await reviewKyc({ actor: actor(), ref: merchantId, outcome, now: now() });
    const session = await (await journeyOf(merchantId)).session();
    expect(session).toMatchObject({
      step: "status",
      open: ["business-info", "directors", "documents", "review", "status"],
      kyc: { status: "REQUIRES_UPDATE", requirements: outcome.requirements },
      refreshAfterSeconds: null,
    });
  });

  test("a rejection comes with its reason", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const outcome = { status: "REJECTED", reason: "Owner unknown." } as const;
    await reviewKyc({ actor: actor(), ref: merchantId, outcome, now: now() });
    const session = await (await journeyOf(merchantId)).session();
    expect(session).toMatchObject({ step: "status", open: ["status"], kyc: { rejectionReason: "Owner unknown." } });
  });
});

describe("after approval", () => {
  test("figures under way, a request, its offer: each is followed closely while it moves by itself", async () => {
    const { merchantId, thirdPartyCustomerId } = await approved();
    const journey = await journeyOf(merchantId);
    expect(await journey.session()).toMatchObject({ step: "funding", scoring: "none", refreshAfterSeconds: 15 });

    const input = merchantRecord({ merchantIdentity: { merchantId: thirdPartyCustomerId } }, now());
    const { submissionId } = await submitSalesData({ actor: actor(), ref: merchantId, input, now: now() });
    expect(await journey.session()).toMatchObject({ step: "funding", scoring: "pending", refreshAfterSeconds: 2 });
    await scoreSubmission(submissionId, now());
    expect(await journey.session()).toMatchObject({ step: "funding", scoring: "scored", refreshAfterSeconds: null });

    const asked = { amountRequested: 50_000, tenorDays: 90, purpose: "Inventory purchase" } as const;
    const answer = await journey.ask(asked);
    expect(answer).toMatchObject({ status: 201, json: { step: "status", refreshAfterSeconds: 2 } });
    const [request] = (await journey.session()).fundingRequests;
    expect(request).toEqual({
      ...asked,
      id: expect.stringMatching(/^fr_/),
      status: "PENDING",
      loanId: null,
      failureReason: null,
      tooFewSales: false,
      capReason: null,
      createdAt: expect.any(String),
      decidedAt: null,
    });

    await decideFundingRequest(request?.id ?? "", now());
    const session = await journey.session();
    expect(embedSession.parse(session)).toEqual(session);
    const [decided] = session.fundingRequests;
    expect(decided).toMatchObject({ status: "FULFILLED", decidedAt: expect.any(String) });
    expect(session).toMatchObject({
      step: "offer",
      open: ["status", "funding", "offer"],
      loanId: decided?.loanId,
      loans: [
        {
          loanId: decided?.loanId,
          reference: expect.any(String),
          status: "APPROVED",
          stage: "offer",
          principalAmount: 50_000,
          approvedAt: expect.any(String),
          owedToMerchant: 0,
        },
      ],
      refreshAfterSeconds: null,
    });
  });

  test("a request that cannot be decided without figures is not asked after every moment", async () => {
    const { merchantId } = await approved();
    const journey = await journeyOf(merchantId);
    await journey.ask({ amountRequested: 50_000, tenorDays: 90, purpose: "Other" });
    expect(await journey.session()).toMatchObject({ step: "status", refreshAfterSeconds: 15 });
  });

  test("a loan that runs, another offer beside it, and what is left when that is declined", async () => {
    const { merchantId } = await approved();
    const running = await activeLoan(shop.test, merchantId);
    const journey = await journeyOf(merchantId);
    expect(await journey.session()).toMatchObject({ step: "done", loanId: running.loanId, refreshAfterSeconds: 15 });
    const offer = await anyLoan(shop.test, merchantId);
    const both = await journey.session();
    expect(both).toMatchObject({ step: "offer", loanId: offer.loanId, open: ["status", "funding", "offer", "done"] });
    expect(both.loans.map(({ loanId, stage, status }) => [loanId, stage, status])).toEqual([
      [offer.loanId, "offer", "APPROVED"],
      [running.loanId, "running", "ACTIVE"],
    ]);
    await cancelLoan({ actor: actor(), loanId: offer.loanId, input: { reason: "DECLINED" }, now: now() });
    expect(await journey.session()).toMatchObject({ step: "done", loanId: running.loanId });
  });

  test("at most twenty of each are shown, the newest", async () => {
    const { merchantId } = await approved();
    const made = [];
    for (let i = 0; i < 21; i++) made.push((await anyLoan(shop.test, merchantId, { principal: 100_000 + i })).loanId);
    const { loans, fundingRequests } = await (await journeyOf(merchantId)).session();
    expect(loans.map(({ loanId }) => loanId)).toEqual(made.slice(1).reverse());
    expect(fundingRequests).toHaveLength(20);
  });

  test("what is under way is among them, however many were declined and rejected after it", async () => {
    const { merchantId } = await approved();
    const running = await activeLoan(shop.test, merchantId);
    const journey = await journeyOf(merchantId);
    const asked = { amountRequested: 50_000, tenorDays: 90, purpose: "Other" };
    const waiting = (await journey.ask(asked)).json as EmbedSession;
    for (let i = 0; i < 20; i++) {
      const { loanId } = await anyLoan(shop.test, merchantId);
      await cancelLoan({ actor: actor(), loanId, input: { reason: "DECLINED" }, now: now() });
    }
    const session = await journey.session();
    expect(session).toMatchObject({ step: "status", loanId: running.loanId, refreshAfterSeconds: 15 });
    expect(session.loans).toHaveLength(20);
    expect(session.loans.at(-1)).toMatchObject({ loanId: running.loanId, stage: "running" });
    expect(session.fundingRequests).toHaveLength(20);
    expect(session.fundingRequests.at(-1)).toMatchObject({ id: waiting.fundingRequests[0]?.id, status: "PENDING" });
  });
});
