import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { connection, db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { lenderProducts } from "@/db/schema/lenders";
import { loanInstallments, loans } from "@/db/schema/loans";
import { scores } from "@/db/schema/scoring";
import { events } from "@/db/schema/webhooks";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { fromKobo, toKobo, zero } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import { useDatabase } from "@/test/database";
import { sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { oracleDays, oracleInterest, oracleShare } from "@/test/oracles/terms-oracle";
import { now } from "@/test/time";
import { createFundingRequest } from "./create-funding-request";
import { decideFundingRequest } from "./decide-funding-request";
import { collectMerchantFacts } from "./facts";
import type { CreateFundingRequest } from "./schema";

useDatabase();

/** A merchant that is approved and scored; answers its reference and its cap in naira. */
async function readyMerchant(tenant: Tenant): Promise<{ ref: string; cap: number }> {
  const actor = sandboxActor(tenant);
  const { thirdPartyCustomerId: ref } = await submittedMerchant(tenant);
  const input = merchantRecord({ merchantIdentity: { merchantId: ref } }, now());
  const { submissionId } = await submitSalesData({ actor, ref, input, now: now() });
  await scoreSubmission(submissionId, now());
  await reviewKyc({ actor, ref, outcome: { status: "APPROVED" }, now: now() });
  const [score] = await db().select().from(scores).where(eq(scores.submissionId, submissionId));
  return { ref, cap: fromKobo(score?.maxLendingCap ?? zero) };
}

async function ask(tenant: Tenant, ref: string, amountRequested: number, more: Partial<CreateFundingRequest> = {}) {
  const input: CreateFundingRequest = {
    amountRequested,
    tenorDays: 90,
    purpose: "Working capital",
    financingTimeframeDays: 7,
    ...more,
  };
  return createFundingRequest({ actor: sandboxActor(tenant), ref, input, now: now() });
}

/**
 * What the test lender's terms for 90 days must be, from the merchant's score and apart from the code that sets them.
 */
async function oracleTerms(tenant: Tenant, merchantId: string, principal: number) {
  const { score } = await collectMerchantFacts(everyMerchantOf(tenant), merchantId, now());
  if (!score) throw new Error("The merchant is not scored.");
  const { assumedMonthlySales: monthlySales, weakestRuns } = score;
  const lowest = { A: 0.05, B: 0.06, C: 0.08, D: 0.1, E: Number.NaN }[score.tier];
  const loan = { principal, tenorDays: 90, lowest, rate: 0.03, monthlySales, weakestRuns };
  const interest = Math.round(oracleInterest(loan));
  return { interest, days: oracleDays(loan), share: oracleShare(loan, principal + interest), monthlySales };
}

const eventTypesOf = async (merchantId: string) =>
  (await db().select().from(events).where(eq(events.merchantId, merchantId)).orderBy(events.sequence)).map(
    (e) => e.type,
  );

describe("deciding funding requests", () => {
  test("a request within the cap becomes an offer with terms and a schedule, and says so in two events", async () => {
    const { test: tenant } = await createMarketplace();
    await createTestLender();
    const { ref } = await readyMerchant(tenant);
    const request = await ask(tenant, ref, 100_000.5);
    expect(await decideFundingRequest(request.id, now())).toBeNull();

    const [loan] = await db().select().from(loans).where(eq(loans.fundingRequestId, request.id));
    const oracle = await oracleTerms(tenant, request.merchantId, 10_000_050);
    const { interest } = oracle;
    expect(loan).toMatchObject({ status: "APPROVED", principal: 10_000_050, tenorDays: 90, interest });
    expect(loan).toMatchObject({
      deductionBasisPoints: oracle.share * 10_000,
      assumedMonthlySales: oracle.monthlySales,
    });
    const rows = await db()
      .select()
      .from(loanInstallments)
      .where(eq(loanInstallments.loanId, loan?.id ?? ""));
    expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(10_000_050 + interest);

    const status = await readMerchantStatus(everyMerchantOf(tenant), ref);
    expect(status.fundingRequests).toEqual([
      {
        id: request.id,
        status: "FULFILLED",
        amountRequested: 100_000.5,
        tenorDays: 90,
        purpose: "Working capital",
        loanId: loan?.id,
        failureReason: null,
        tooFewSales: false,
        capReason: null,
      },
    ]);
    const [approved] = await db().select({ body: events.body }).from(events).where(eq(events.type, "loan.approved"));
    expect(JSON.parse(approved?.body ?? "{}")).toMatchObject({
      event: "loan.approved",
      merchant: { marketplace_id: ref },
      loan: { id: loan?.id, reference: loan?.reference, status: "APPROVED" },
      terms: {
        principal_amount: 100_000.5,
        interest_rate: expect.closeTo((interest / 10_000_050) * 100, 3),
        assumed_monthly_sales: oracle.monthlySales / 100,
        expected_days: Math.round(oracle.days),
        tenor_days: 90,
        total_repayment: (10_000_050 + interest) / 100,
        currency: "NGN",
      },
      repayment: {
        method: "sales_deduction",
        deduction_percentage: oracle.share * 100,
        minimum_deduction: 100,
        due_date: loan?.dueDate,
      },
      schedule: [{ installment: 1 }, { installment: 2 }, { installment: 3 }],
    });
    expect((await eventTypesOf(request.merchantId)).slice(-3)).toEqual([
      "funding_request.created",
      "funding_request.fulfilled",
      "loan.approved",
    ]);
  });

  test("twenty reconcilers at once make one loan for one request", async () => {
    const { test: tenant } = await createMarketplace();
    const { ref } = await readyMerchant(tenant);
    const request = await ask(tenant, ref, 50_000);
    await Promise.all(Array.from({ length: 20 }, () => decideFundingRequest(request.id, now())));
    expect(await db().select().from(loans).where(eq(loans.fundingRequestId, request.id))).toHaveLength(1);
    const types = await eventTypesOf(request.merchantId);
    expect(types.filter((type) => type === "funding_request.fulfilled")).toHaveLength(1);
    expect(types.filter((type) => type === "loan.approved")).toHaveLength(1);
  });

  test("requests decided at once never pass the cap together", async () => {
    const { test: tenant } = await createMarketplace();
    const { ref, cap } = await readyMerchant(tenant);
    const each = Math.floor(cap / 3);
    const requests = await Promise.all(Array.from({ length: 8 }, () => ask(tenant, ref, each, { tenorDays: 730 })));
    await Promise.all(requests.map((request) => decideFundingRequest(request.id, now())));
    const made = await db()
      .select()
      .from(loans)
      .where(eq(loans.merchantId, requests[0]?.merchantId ?? ""));
    expect(made).toHaveLength(3);
    expect(made.reduce((sum, loan) => sum + loan.principal, 0)).toBeLessThanOrEqual(toKobo(cap));
    const { fundingRequests: shown } = await readMerchantStatus(everyMerchantOf(tenant), ref);
    const reasons = shown.filter((request) => request.status === "REJECTED").map((request) => request.failureReason);
    expect(reasons).toEqual(Array(5).fill("ABOVE_LENDING_CAP"));
  });

  test("above the cap: rejected, the reason on record and in the event; a smaller one passes", async () => {
    const { test: tenant } = await createMarketplace();
    const { ref, cap } = await readyMerchant(tenant);
    const request = await ask(tenant, ref, cap + 0.01);
    await decideFundingRequest(request.id, now());
    const [event] = await db()
      .select()
      .from(events)
      .where(eq(events.type, "funding_request.rejected"))
      .orderBy(events.id);
    expect(event).toBeDefined();
    const smaller = await ask(tenant, ref, 1_000);
    await decideFundingRequest(smaller.id, now());
    const { fundingRequests: shown } = await readMerchantStatus(everyMerchantOf(tenant), ref);
    expect(shown.map(({ status, failureReason }) => [status, failureReason])).toEqual([
      ["FULFILLED", null],
      ["REJECTED", "ABOVE_LENDING_CAP"],
    ]);
  });

  test("while KYC is undecided it waits, and the approval has it decided at once", async () => {
    const { test: tenant } = await createMarketplace();
    const { thirdPartyCustomerId: ref } = await submittedMerchant(tenant);
    const request = await ask(tenant, ref, 5_000);
    const again = await decideFundingRequest(request.id, now());
    expect(again?.getTime()).toBeGreaterThan(now().getTime() + 100_000);
    const at = now();
    await reviewKyc({ actor: sandboxActor(tenant), ref, outcome: { status: "APPROVED" }, now: at });
    const [row] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, request.id));
    expect(row).toMatchObject({ status: "PENDING", dueAt: at });
    // Approved, but never any data: a day later it is refused for want of a score.
    await decideFundingRequest(request.id, later(at, day + 1));
    const [refused] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, request.id));
    expect(refused).toMatchObject({ status: "REJECTED", failureReason: "NO_CREDIT_SCORE", dueAt: null });
  });

  test("a lender that is archived while a request is decided gets no loan: the request is decided again", async () => {
    const { test: tenant } = await createMarketplace();
    const { ref } = await readyMerchant(tenant);
    // Cheaper than any other, so that it is chosen.
    const lenderId = await createTestLender();
    await db().update(lenderProducts).set({ rateBasisPoints: 1 }).where(eq(lenderProducts.lenderId, lenderId));
    const { id } = await ask(tenant, ref, 50_000);
    const holder = await connection().reserve();
    try {
      await holder`begin`;
      await holder`select from lenders where id = ${lenderId} for update`;
      const deciding = decideFundingRequest(id, now());
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await db().execute(waiting)).length).toBe(1);
      await holder`update lenders set archived_at = now() where id = ${lenderId}`;
      await holder`commit`;
      expect(await deciding).toBeInstanceOf(Date);
    } finally {
      await holder`rollback`;
      holder.release();
    }
    const requested = eq(fundingRequests.id, id);
    expect(await db().select().from(fundingRequests).where(requested)).toMatchObject([
      { status: "PENDING", dueAt: expect.any(Date), leasedUntil: null },
    ]);
    expect(await decideFundingRequest(id, now())).toBeNull();
    const [loan] = await db().select().from(loans).where(eq(loans.fundingRequestId, id));
    expect(loan?.lenderId).not.toBe(lenderId);
  });
});
