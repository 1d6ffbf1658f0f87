import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { auditLog } from "@/db/schema/operations";
import { users } from "@/db/schema/users";
import { operatorIn } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import { handBackKyc, takeKyc } from "@/lib/merchants/kyc/review/take-kyc";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import type { Outcome } from "@/lib/terms/kyc/schema";
import { useDatabase } from "@/test/database";
import {
  anyBusinessInfo,
  anyDirector,
  anyMerchant,
  sandboxActor,
  saveAnyDirectors,
  submittedMerchant,
} from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { type Decided, decideKyc } from "./decide-kyc";
import { approveProposal } from "./decide-proposal";
import { readProposal } from "./queries";

useDatabase();

const reviewer = { kind: "operatorUser", role: "REVIEWER" } as const;
const ada = { ...reviewer, userId: newId("user") };
const bola = { ...reviewer, userId: newId("user") };
let shop: TestMarketplace;
let ref: string;

beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  const common = { kind: "operator", operatorRole: "REVIEWER", passwordHash: "none", createdAt: now() } as const;
  await db()
    .insert(users)
    .values([
      { ...common, id: ada.userId, email: "ada@financing.example", name: "Ada" },
      { ...common, id: bola.userId, email: "bola@financing.example", name: "Bola" },
    ]);
});
beforeEach(async () => {
  ({ merchantId: ref } = await submittedMerchant(shop.live));
});

const seen = async () => (await readForReview(everyMerchantOf(shop.live), ref, now())).evidenceDigest;
const ask = (amountRequested: number) =>
  createFundingRequest({
    actor: sandboxActor(shop.live),
    ref,
    input: { amountRequested, tenorDays: 90, purpose: "Inventory purchase", financingTimeframeDays: 30 },
    now: now(),
  });
const decide = async (outcome: Decided, { by = ada, saw = "", note = "The papers agree." as string | null } = {}) =>
  decideKyc({
    ...{ operator: by, tenant: shop.live, ref, outcome, note, realNow: now() },
    seen: saw || (await seen()),
  });
const record = async () => {
  const [row] = await db().select().from(kycRecords).where(eq(kycRecords.merchantId, ref));
  return row;
};
const approve = { status: "APPROVED" } as const;
const reject = { status: "REJECTED", reason: "Not theirs." } as const;
const asked = { step: "documents", item: "CAC_CERTIFICATE", reasonCode: "OTHER", message: "Again.", resolved: false };
const askAgain = { status: "REQUIRES_UPDATE", requirements: [asked] } as Extract<
  Outcome,
  { status: "REQUIRES_UPDATE" }
>;

test("one is enough up to the amount; above it another decides, and never the proposer", async () => {
  await ask(5_000_000);
  expect(await decide(approve, { note: null })).toBeNull();
  expect((await record())?.status).toBe("APPROVED");

  ({ merchantId: ref } = await submittedMerchant(shop.live));
  await ask(5_000_001);
  expect((await record())?.urgency).toBe(1);
  await expect(decide(approve, { note: null })).rejects.toMatchObject({ fields: [{ field: "note" }] });
  const proposal = await decide(approve);
  expect(proposal).toMatchObject({ kind: "KYC_APPROVE", status: "OPEN", evidence: { requested: 5_000_001 } });
  const { id: proposalId = "", evidenceDigest = "" } = proposal ?? {};
  const call = { proposalId, input: { evidenceDigest }, realNow: now() };
  await expect(approveProposal({ ...call, operator: ada })).rejects.toMatchObject({ code: "OWN_PROPOSAL" });
  expect((await record())?.status).toBe("SUBMITTED");
  // That somebody has the case meanwhile changes nothing of what was seen.
  await takeKyc({ operator: ada, tenant: shop.live, ref, reason: null, now: now(), realNow: now() });
  await approveProposal({ ...call, operator: bola });
  expect(await record()).toMatchObject({ status: "APPROVED", takenBy: null });
});

test("a rejection above the amount takes two, too, and what changes meanwhile clears it", async () => {
  await ask(9_000_000);
  const { id: proposalId = "", evidenceDigest = "" } = (await decide(reject, { note: null })) ?? {};
  await ask(9_500_000);
  const call = { proposalId, input: { evidenceDigest }, realNow: now(), operator: bola };
  await expect(approveProposal(call)).rejects.toMatchObject({ code: "EVIDENCE_CHANGED" });
  expect(await readProposal(proposalId, call)).toMatchObject({ status: "CLEARED" });
  expect((await record())?.status).toBe("SUBMITTED");
});

test("a decision rests on what was seen: where that has changed, nothing is decided", async () => {
  const saw = await seen();
  // Somebody else gives the same number.
  const { merchantId: other } = await anyMerchant(shop.live);
  const mine = anyDirector({ identityType: "NIN" });
  await decide(askAgain);
  await saveAnyDirectors({ actor: sandboxActor(shop.live), ref, input: [mine], now: now() });
  const between = await seen();
  expect(between).not.toBe(saw);
  await saveAnyDirectors({ actor: sandboxActor(shop.live), ref: other, input: [mine], now: now() });
  const shared = await seen();
  expect(shared).not.toBe(between);
  // What the marketplace wrote stands beside what the merchant did.
  const prefilledBusinessInfo = { ...anyBusinessInfo, businessName: "Sent as another" };
  await db().update(kycRecords).set({ prefilledBusinessInfo }).where(eq(kycRecords.merchantId, ref));
  expect(await seen()).not.toBe(shared);
  ({ merchantId: ref } = await submittedMerchant(shop.live));
  for (const outcome of [approve, reject]) {
    await expect(decide(outcome, { saw: between })).rejects.toMatchObject({ code: "EVIDENCE_CHANGED" });
  }
  expect((await record())?.status).toBe("SUBMITTED");
  const unseen = reviewKyc({ actor: operatorIn(shop.live, ada), ref, outcome: approve, now: now() });
  await expect(unseen).rejects.toThrow("without naming what was seen");
});

test("to reopen takes two, whatever the amount", async () => {
  await decide(reject);
  const proposal = await decide(askAgain);
  expect(proposal).toMatchObject({ kind: "KYC_REOPEN" });
  const { id: proposalId = "", evidenceDigest = "" } = proposal ?? {};
  await approveProposal({ proposalId, input: { evidenceDigest }, realNow: now(), operator: bola });
  expect(await record()).toMatchObject({ status: "REQUIRES_UPDATE", requirements: [asked] });
  const entries = await db().select().from(auditLog).where(eq(auditLog.subjectId, ref));
  expect(entries.map(({ detail }) => detail?.because)).toContain("documents, CAC_CERTIFICATE, OTHER: Again.");
});

test("a case is one reviewer's until it is handed back, taken over or decided", async () => {
  const at = { tenant: shop.live, ref, now: now(), realNow: now() };
  await takeKyc({ ...at, operator: ada, reason: null });
  expect(await record()).toMatchObject({ status: "IN_REVIEW", takenBy: ada.userId });
  await expect(takeKyc({ ...at, operator: bola, reason: null })).rejects.toMatchObject({ code: "KYC_TAKEN" });
  await expect(handBackKyc({ ...at, operator: bola })).rejects.toMatchObject({ code: "KYC_TAKEN" });
  await expect(decide(approve, { by: bola })).rejects.toThrow("Ada has this case. Take it over to decide.");
  await takeKyc({ ...at, operator: bola, reason: "Ada is away." });
  await expect(decide(approve)).rejects.toMatchObject({ code: "KYC_TAKEN" });
  await handBackKyc({ ...at, operator: bola });
  expect(await record()).toMatchObject({ status: "IN_REVIEW", takenBy: null });
  await takeKyc({ ...at, operator: bola, reason: null });
  await decide(askAgain, { by: bola });
  expect(await record()).toMatchObject({ status: "REQUIRES_UPDATE", takenBy: null });
  await expect(takeKyc({ ...at, operator: ada, reason: null })).rejects.toMatchObject({ code: "KYC_NOT_REVIEWABLE" });
  const entries = await db().select().from(auditLog).where(eq(auditLog.subjectId, ref));
  expect(entries.filter(({ action }) => action === "kyc.take").map(({ detail }) => detail)).toEqual([
    {},
    { from: ada.userId, reason: "Ada is away." },
    {},
  ]);
});
