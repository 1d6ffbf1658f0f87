import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { events } from "@/db/schema/webhooks";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { acceptTerms } from "@/lib/lending/servicing/accept-terms";
import { changeTerms } from "@/lib/lending/servicing/change-terms";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { pauseLoan } from "@/lib/lending/servicing/pause-loan";
import { resumeLoan } from "@/lib/lending/servicing/resume-loan";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { insertMerchants } from "@/lib/merchants/merchants/insert-merchant";
import { reconnectMerchant } from "@/lib/sales/oauth/reconnect-merchant";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { acceptLoan } from "@/lib/sandbox/test-helpers/test-loans/accept-loan";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { reverseRepayment } from "@/lib/sandbox/test-helpers/test-loans/reverse-repayment";
import { disconnectMerchant } from "@/lib/surfaces/account/consents/disconnect-merchant";
import type { Outcome, Requirement } from "@/lib/terms/kyc/schema";
import { type EventType, eventTypes } from "@/lib/terms/outbound-webhooks";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { activeLoan, anyLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { payLoan } from "@/test/factories/payment";
import { instant, now } from "@/test/time";
import { bodyOf } from "./events";

useDatabase();

const start = instant("2026-07-15T12:00:00Z");
const at = (days: number) => later(start, days * day);
const requirement: Requirement = {
  step: "documents",
  item: "CAC_CERTIFICATE",
  reasonCode: "DOCUMENT_UNREADABLE",
  message: "Upload a sharper copy.",
  resolved: false,
};

let tenant: Tenant;
let actor: Actor;
const on = (loanId: string, days: number) => ({ actor, loanId, now: at(days) });

/** KYC through every outcome of a review. */
async function reviewedMerchant(): Promise<string> {
  const { thirdPartyCustomerId: ref } = await submittedMerchant(tenant);
  const review = (outcome: Outcome) => reviewKyc({ actor, ref, outcome, now: start });
  await review({ status: "REJECTED", reason: "The documents show somebody else." });
  await review({ status: "REQUIRES_UPDATE", requirements: [requirement, { ...requirement, resolved: true }] });
  await submitKyc({ actor, ref, now: start });
  await review({ status: "IN_REVIEW" });
  await review({ status: "APPROVED" });
  return ref;
}

async function ask(ref: string, amountRequested: number): Promise<string> {
  const input = {
    amountRequested,
    tenorDays: 30,
    purpose: "Marketing & advertising",
    financingTimeframeDays: 7,
  } as const;
  const request = await createFundingRequest({ actor, ref, input, now: start });
  await decideFundingRequest(request.id, start);
  return request.id;
}

/** A request too large, then one that becomes a loan of an odd sum; it is disbursed later than it was approved. */
async function fundedLoan(): Promise<string> {
  await createTestLender();
  const ref = await reviewedMerchant();
  const input = merchantRecord({ merchantIdentity: { merchantId: ref } });
  const { submissionId } = await submitSalesData({ actor, ref, input, now: start });
  await scoreSubmission(submissionId, start);
  await ask(ref, 900_000_000);
  const requestId = await ask(ref, 100_000.55);
  const [loan] = await db().select({ id: loans.id }).from(loans).where(eq(loans.fundingRequestId, requestId));
  const loanId = loan?.id ?? "";
  await acceptLoan({ ...on(loanId, 3), input: {} });
  return loanId;
}

/** Changed, paused, resumed; deducted in odd sums: nearly all, then too much; part of it taken back. */
async function repaidAndReopened(loanId: string): Promise<void> {
  await changeTerms({
    ...on(loanId, 4),
    input: { minimumDeduction: 199.99, reason: "Sales are slow." },
  });
  const { proposal } = await readLoanStatus(everyMerchantOf(tenant), loanId, at(4));
  await acceptTerms({ ...on(loanId, 4), input: { proposalId: proposal?.id ?? "" } });
  await pauseLoan({ ...on(loanId, 5), input: { reason: "The shop is closed." } });
  await resumeLoan({ ...on(loanId, 6), input: { reason: "It is open again." } });
  await repayLoan({ ...on(loanId, 7), input: { amount: 33_333.33, reference: "first" } });
  await repayLoan({ ...on(loanId, 8), input: { amount: 66_666.66 } });
  await payLoan(tenant, loanId, { amount: 400_000, now: at(9) });
  await repayLoan({ ...on(loanId, 9), input: { amount: 10_000 } });
  await reverseRepayment({ ...on(loanId, 10), input: { reference: "first", amount: 30_000.01 } });
}

/** In default by age and mended; reversed, paused, in default by decision; nearly paid, and given up. */
async function defaultedAndWrittenOff(merchantId: string): Promise<void> {
  const { loanId } = await activeLoan(tenant, merchantId, { now: start, tenorDays: 365 });
  await serviceLoan(loanId, at(130));
  await repayLoan({ ...on(loanId, 131), input: { amount: 108_999.99, reference: "all but a kobo" } });
  await reverseRepayment({ ...on(loanId, 132), input: { reference: "all but a kobo", amount: 98_000 } });
  await pauseLoan({ ...on(loanId, 133), input: { reason: "A dispute." } });
  await defaultLoan({ ...on(loanId, 134), input: { reason: "DECIDED" } });
  await changeTerms({ ...on(loanId, 135), input: { minimumDeduction: 99.99, reason: "Agreed." } });
  await repayLoan({ ...on(loanId, 136), input: { amount: 97_500 } });
  await writeOffLoan({ ...on(loanId, 137), input: { reason: "The business is gone." } });
}

/** A merchant that came by its own consent: the marketplace has not said yet which of its own it is. */
async function unnamedMerchant(): Promise<string> {
  const merchant = { thirdPartyCustomerId: null, businessName: "Ada Foods" };
  const [made] = await insertMerchants(tenant, [merchant], { now: start, announcedAt: null });
  return made?.merchantId ?? "";
}

const told = z.looseObject({
  event: z.enum(eventTypes),
  merchant: z.looseObject({ marketplace_id: z.string().nullable() }),
  loan: z.looseObject({ status: z.string() }).optional(),
  reason: z.string().optional(),
});

/** The bodies of all events of a type as they were recorded. */
async function recorded(type: EventType) {
  const rows = await db().select({ body: events.body }).from(events).where(eq(events.type, type)).orderBy(events.id);
  return rows.map(({ body }) => told.parse(JSON.parse(body)));
}

beforeAll(async () => {
  ({ test: tenant } = await createMarketplace());
  actor = sandboxActor(tenant);
  const { merchantId } = await anyMerchant(tenant);
  await repaidAndReopened(await fundedLoan());
  await defaultedAndWrittenOff(merchantId);
  for (const reason of ["DECLINED", "EXPIRED", "CANCELLED"] as const) {
    const { loanId } = await anyLoan(tenant, merchantId, { now: start });
    await cancelLoan({ ...on(loanId, 1), input: { reason } });
  }
  const ended = await anyMerchant(tenant);
  await anyLoan(tenant, ended.merchantId, { now: start });
  await disconnectMerchant({ actor, ref: ended.merchantId, input: {}, now: at(1), realNow: now() });
  const reach = everyMerchantOf(tenant);
  await transaction(() => reconnectMerchant({ actor, reach, ...ended, now: at(2), realNow: now() }));
  const unnamed = await unnamedMerchant();
  await ask(unnamed, 1_000);
  await activeLoan(tenant, unnamed, { now: start, principal: 100_001, tenorDays: 730 });
});

describe("the schemas of events", () => {
  test.each(eventTypes)("%s: what was recorded is what is described, with nothing beside it", async (type) => {
    const bodies = await recorded(type);
    expect(bodies.length).toBeGreaterThan(0);
    // Parsing drops what a schema does not name, at any depth.
    for (const body of bodies) expect(bodyOf(type).parse(body)).toEqual(body);
  });

  test.each(eventTypes)("%s: a body that says less, more or something else is told apart", async (type) => {
    const [body] = await recorded(type);
    const schema = bodyOf(type);
    for (const field of Object.keys(body ?? {})) {
      expect(schema.safeParse({ ...body, [field]: undefined }).success, field).toBe(false);
    }
    const more = { ...body, merchant: { ...body?.merchant, name: "Ada Foods" } };
    expect(schema.parse(more)).not.toEqual(more);
    expect(schema.safeParse({ ...body, event: "loan.unheard_of" }).success).toBe(false);
  });

  test.each([
    { type: "loan.cancelled", reasons: ["CANCELLED", "DECLINED", "DISCONNECTED", "EXPIRED"] },
    { type: "loan.defaulted", reasons: ["DECIDED", "OVERDUE"] },
    { type: "loan.reopened", reasons: ["CURED", "REVERSAL"] },
  ] as const)("$type was recorded for every reason", async ({ type, reasons }) => {
    expect(new Set((await recorded(type)).map(({ reason }) => reason))).toEqual(new Set(reasons));
  });

  test.each(["loan.repayment_updated", "loan.nearly_complete"] as const)(
    "%s: of loans in default too",
    async (type) => {
      expect(new Set((await recorded(type)).map(({ loan }) => loan?.status))).toEqual(new Set(["ACTIVE", "DEFAULTED"]));
    },
  );

  test.each(["funding_request.created", "loan.disbursed"] as const)("%s: of a merchant not named yet", async (type) => {
    expect((await recorded(type)).map(({ merchant }) => merchant.marketplace_id)).toContain(null);
  });
});
