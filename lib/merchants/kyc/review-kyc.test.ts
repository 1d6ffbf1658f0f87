import { asc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { directors, kycRecords } from "@/db/schema/kyc";
import { auditLog } from "@/db/schema/operations";
import { events } from "@/db/schema/webhooks";
import type { Actor } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { onWakeUp, type WakeUp } from "@/lib/kernel/wake-up";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { sandboxReviewDelay } from "@/lib/terms/kyc/constants";
import type { Outcome, Requirement } from "@/lib/terms/kyc/schema";
import { useDatabase } from "@/test/database";
import {
  anyBusinessInfo,
  anyDirector,
  anyMerchant,
  completeKyc,
  sandboxActor,
  saveAnyDirectors,
  submittedMerchant,
} from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { reviewKyc } from "./review-kyc";
import { reviewKycAutomatically } from "./review-kyc-automatically";
import { reviewKycInTest } from "./review-kyc-in-test";
import { saveBusinessInfo } from "./save-business-info";
import { submitKyc } from "./submit-kyc";

useDatabase();

let shop: TestMarketplace;
let actor: Actor;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  actor = sandboxActor(shop.test);
});

const requirement: Requirement = {
  step: "directors",
  item: "address",
  reasonCode: "ADDRESS_UNCLEAR",
  message: "Which street?",
  resolved: false,
};
const sendBack: Outcome = { status: "REQUIRES_UPDATE", requirements: [requirement] };
const reject: Outcome = { status: "REJECTED", reason: "The certificate is not theirs." };
const approve: Outcome = { status: "APPROVED" };

const review = (ref: string, outcome: Outcome) => reviewKyc({ actor, ref, outcome, now: now() });
const submit = (ref: string) => submitKyc({ actor, ref, now: now() });

async function record(merchantId: string) {
  const [row] = await db().select().from(kycRecords).where(eq(kycRecords.merchantId, merchantId));
  if (!row) throw new Error("no KYC record");
  return row;
}

/** The KYC events of a merchant: type and body, oldest first. */
async function sent(merchantId: string) {
  const rows = await db().select().from(events).where(eq(events.merchantId, merchantId)).orderBy(asc(events.sequence));
  return rows
    .filter((row) => row.type.startsWith("kyc."))
    .map((row) => ({ type: row.type, body: JSON.parse(row.body) }));
}

const types = async (merchantId: string) => (await sent(merchantId)).map((event) => event.type);

describe("submitKyc", () => {
  it("sends one kyc.submitted however many submit at once, and leaves the review to the job", async () => {
    const hints: WakeUp[] = [];
    onWakeUp((wakeUps) => hints.push(...wakeUps));
    const { merchantId } = await anyMerchant(shop.test);
    await completeKyc(shop.test, merchantId);
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit(merchantId)));
    onWakeUp(undefined);

    expect(new Set(answers.map((answer) => answer.kyc.submittedAt)).size).toBe(1);
    expect(await sent(merchantId)).toEqual([
      {
        type: "kyc.submitted",
        body: expect.objectContaining({
          event: "kyc.submitted",
          kyc: { status: "SUBMITTED", submitted_at: answers[0]?.kyc.submittedAt },
        }),
      },
    ]);
    const { id, dueAt, submittedAt } = await record(merchantId);
    expect(dueAt).toEqual(later(submittedAt ?? now(), sandboxReviewDelay));
    expect(hints.filter((hint) => hint.table === "kyc_records").map((hint) => hint.id)).toEqual([id]);
  });

  it("leaves live records to operators", async () => {
    const { merchantId } = await submittedMerchant(shop.live);
    const { id, dueAt } = await record(merchantId);
    expect(dueAt).toBeNull();
    await reviewKycAutomatically(id, now());
    expect((await record(merchantId)).status).toBe("SUBMITTED");
  });
});

describe("reviewKyc", () => {
  it("approves, once", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const at = now();
    const answer = await reviewKyc({ actor, ref: merchantId, outcome: approve, now: at });
    expect(answer.kyc).toMatchObject({ status: "APPROVED", overallProgress: 100, canProceed: false });
    expect(await record(merchantId)).toMatchObject({ decidedAt: at, dueAt: null });
    await expect(review(merchantId, approve)).rejects.toMatchObject({ code: "KYC_NOT_REVIEWABLE" });
    await expect(review(merchantId, reject)).rejects.toMatchObject({ code: "KYC_NOT_REVIEWABLE" });
    await expect(review(merchantId, sendBack)).rejects.toMatchObject({ code: "KYC_NOT_REVIEWABLE" });
    await expect(submit(merchantId)).rejects.toMatchObject({ code: "KYC_NOT_EDITABLE" });
    expect(await types(merchantId)).toEqual(["kyc.submitted", "kyc.approved"]);
    const audit = await db().select().from(auditLog).where(eq(auditLog.subjectId, merchantId));
    expect(audit).toContainEqual(expect.objectContaining({ action: "kyc.review", detail: { outcome: "APPROVED" } }));
  });

  it("rejects with a reason, and can be reopened", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const answer = await review(merchantId, reject);
    expect(answer.kyc).toMatchObject({ status: "REJECTED", rejectionReason: "The certificate is not theirs." });
    expect((await sent(merchantId)).at(-1)).toMatchObject({
      type: "kyc.rejected",
      body: { rejection_reason: "The certificate is not theirs.", kyc: { status: "REJECTED" } },
    });
    await expect(submit(merchantId)).rejects.toMatchObject({ code: "KYC_NOT_EDITABLE" });

    const reopened = await review(merchantId, sendBack);
    expect(reopened.kyc).toMatchObject({ status: "REQUIRES_UPDATE", requirements: [requirement], canProceed: true });
    expect(reopened.kyc).not.toHaveProperty("rejectionReason");
    expect((await submit(merchantId)).kyc.status).toBe("SUBMITTED");
    expect(await types(merchantId)).toEqual(["kyc.submitted", "kyc.rejected", "kyc.requires_update", "kyc.submitted"]);
  });

  it("asks for an update, in snake_case to the webhook; editing the step resolves what was asked of it", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const other: Requirement = { ...requirement, step: "business-info", item: "website" };
    const past: Requirement = { ...requirement, step: "review", item: "call", resolved: true };
    await review(merchantId, { status: "REQUIRES_UPDATE", requirements: [other, requirement, past] });
    expect((await sent(merchantId)).at(-1)?.body.kyc).toMatchObject({
      status: "REQUIRES_UPDATE",
      requirements: [
        {
          step: "business-info",
          item: "website",
          reason_code: "ADDRESS_UNCLEAR",
          message: "Which street?",
          resolved: false,
        },
        {
          step: "directors",
          item: "address",
          reason_code: "ADDRESS_UNCLEAR",
          message: "Which street?",
          resolved: false,
        },
        { step: "review", item: "call", reason_code: "ADDRESS_UNCLEAR", message: "Which street?", resolved: true },
      ],
    });
    const edited = await saveAnyDirectors({ actor, ref: merchantId, input: [anyDirector()], now: now() });
    expect(edited.kyc).toMatchObject({ currentStep: "business-info" });
    expect(edited.kyc.requirements?.map((entry) => entry.resolved)).toEqual([false, true, true]);
  });

  it("takes a record into review without the outside noticing", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    expect((await review(merchantId, { status: "IN_REVIEW" })).kyc.status).toBe("SUBMITTED");
    expect(await types(merchantId)).toEqual(["kyc.submitted"]);
    expect((await submit(merchantId)).kyc.status).toBe("SUBMITTED");
    await expect(review(merchantId, { status: "IN_REVIEW" })).rejects.toMatchObject({ code: "KYC_NOT_REVIEWABLE" });
    expect((await review(merchantId, approve)).kyc.status).toBe("APPROVED");
  });

  it("has one winner when reviewers disagree at the same moment", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const results = await Promise.allSettled([review(merchantId, approve), review(merchantId, reject)]);
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await types(merchantId)).toHaveLength(2);
  });

  it("is no marketplace's to do in live", async () => {
    const { merchantId } = await submittedMerchant(shop.live);
    const key: Actor = { kind: "secretKey", tenant: shop.live, keyId: "key_1" };
    await expect(reviewKyc({ actor: key, ref: merchantId, outcome: approve, now: now() })).rejects.toMatchObject({
      code: "TEST_KEY_REQUIRED",
    });
  });

  it.each([approve, reject])("has pending funding requests decided again ($status)", async (outcome) => {
    const { merchantId } = await submittedMerchant(shop.test);
    const request = await createFundingRequest({
      actor,
      ref: merchantId,
      input: { amountRequested: 5000, tenorDays: 30, purpose: "Other", financingTimeframeDays: 7 },
      now: now(),
    });
    await db()
      .update(fundingRequests)
      .set({ dueAt: later(now(), day) })
      .where(eq(fundingRequests.id, request.id));
    const hints: WakeUp[] = [];
    onWakeUp((wakeUps) => hints.push(...wakeUps));
    const at = now();
    await reviewKyc({ actor, ref: merchantId, outcome, now: at });
    onWakeUp(undefined);
    const [woken] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, request.id));
    expect(woken?.dueAt).toEqual(at);
    expect(hints).toContainEqual(expect.objectContaining({ table: "funding_requests", id: request.id }));
  });
});

describe("reviewKycInTest", () => {
  it("leaves a record alone that is in the wanted state already", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const force = (outcome: Outcome) => reviewKycInTest({ actor, ref: merchantId, outcome, now: now() });
    for (const outcome of [reject, sendBack]) {
      const first = await force(outcome);
      expect(await force(outcome)).toEqual(first);
    }
    await expect(force(approve)).rejects.toMatchObject({ code: "KYC_NOT_REVIEWABLE" });
    await submit(merchantId);
    expect(await force(approve)).toEqual(await force(approve));
    expect(await types(merchantId)).toEqual([
      "kyc.submitted",
      "kyc.rejected",
      "kyc.requires_update",
      "kyc.submitted",
      "kyc.approved",
    ]);
  });
});

describe("reviewKycAutomatically", () => {
  it.each([
    ["Obi", "APPROVED"],
    ["Reject", "REJECTED"],
    ["Update", "REQUIRES_UPDATE"],
    ["Manual", "IN_REVIEW"],
  ])("decides over %s: %s", async (lastName, status) => {
    const { merchantId } = await submittedMerchant(shop.test, { lastName });
    const { id } = await record(merchantId);
    await reviewKycAutomatically(id, now());
    expect(await record(merchantId)).toMatchObject({ status, dueAt: null, leasedUntil: null });
    const before = await types(merchantId);
    await reviewKycAutomatically(id, now());
    expect(await types(merchantId)).toEqual(before);
  });

  it("names the director whose details it wants", async () => {
    const { merchantId } = await submittedMerchant(shop.test, { lastName: "Update" });
    const { id } = await record(merchantId);
    await reviewKycAutomatically(id, now());
    const [director] = await db().select().from(directors).where(eq(directors.kycId, id));
    expect((await record(merchantId)).requirements).toMatchObject([
      { step: "directors", item: director?.id, message: expect.stringContaining("Ada Update"), resolved: false },
    ]);
  });

  it("does not approve a director under 18, but asks about the date of birth", async () => {
    const { merchantId } = await submittedMerchant(shop.test, { dateOfBirth: "2020-05-01" });
    const { id } = await record(merchantId);
    await reviewKycAutomatically(id, now());
    expect(await record(merchantId)).toMatchObject({
      status: "REQUIRES_UPDATE",
      requirements: [{ step: "directors", message: expect.stringContaining("date of birth") }],
    });
  });

  it("leaves a tax number of implausible shape to a person", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    await completeKyc(shop.test, merchantId);
    const input = { ...anyBusinessInfo, taxNumber: "abc" };
    await saveBusinessInfo({ actor, ref: merchantId, input, now: now() });
    await submit(merchantId);
    const { id } = await record(merchantId);
    await reviewKycAutomatically(id, now());
    expect(await record(merchantId)).toMatchObject({ status: "IN_REVIEW", dueAt: null });
  });

  it("ignores a record that is gone", async () => {
    expect(await reviewKycAutomatically("kyc_unknown", now())).toBeNull();
  });
});

it("an edit and a submission at once leave no edit after the submission", async () => {
  const { merchantId } = await anyMerchant(shop.test);
  await completeKyc(shop.test, merchantId);
  const info = { businessName: "Late", businessType: "NGO", operatingAddress: "Elsewhere" } as const;
  const [submitted, edited] = await Promise.allSettled([
    submit(merchantId),
    saveBusinessInfo({ actor, ref: merchantId, input: info, now: now() }),
  ]);
  expect(submitted.status).toBe("fulfilled");
  const { businessInfo } = await record(merchantId);
  expect(businessInfo?.businessName === "Late").toBe(edited.status === "fulfilled");
});
