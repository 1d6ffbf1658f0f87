import { beforeAll, expect, test } from "vitest";
import { removeDocument } from "@/lib/merchants/kyc/remove-document";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { useDatabase } from "@/test/database";
import {
  anyBusinessInfo,
  anyDirector,
  anyMerchant,
  completeKyc,
  sandboxActor,
  saveAnyDirectors,
} from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { readKycSession } from "./read-kyc-session";
import { kycSession } from "./schema";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
});

const itself = (merchantId: string) => ({ kind: "embedToken", tenant: shop.test, merchantId }) as const;
const read = async (merchantId: string) => kycSession.parse(await readKycSession(itself(merchantId), now()));

test("a session has all of the record that its merchant sees, numbers masked", async () => {
  const { merchantId } = await anyMerchant(shop.test);
  await completeKyc(shop.test, merchantId, { identityNumber: "33445566779" });
  const session = await read(merchantId);
  expect(session).toMatchObject({
    merchant: { merchantId, businessName: anyBusinessInfo.businessName },
    kyc: { currentStep: "review", overallProgress: 75 },
    business: { values: anyBusinessInfo, prefilled: Object.keys(anyBusinessInfo) },
    directors: [{ identityNumber: "*******6779", prefilled: true }],
    documents: [{ documentType: "CAC_CERTIFICATE" }],
    drafts: [],
  });
  expect(JSON.stringify(session)).not.toContain("33445566779");
});

test("there is none of a merchant of another marketplace, nor in the other environment", async () => {
  const other = await createMarketplace();
  const { merchantId } = await anyMerchant(other.test);
  await expect(read(merchantId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const live = { ...itself(merchantId), tenant: other.live };
  await expect(readKycSession(live, now())).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("each change of a step raises its revision, whoever makes it; documents, sending and reviewing do not", async () => {
  const { merchantId } = await anyMerchant(shop.test);
  const revisions = async () => (await read(merchantId)).revisions;
  const marketplace = { actor: sandboxActor(shop.test), ref: merchantId, now: now() };
  const merchant = { ...marketplace, actor: itself(merchantId) };
  expect(await revisions()).toEqual({ businessInfo: 0, directors: 0 });

  await completeKyc(shop.test, merchantId);
  expect(await revisions()).toEqual({ businessInfo: 1, directors: 1 });
  await saveBusinessInfo({ ...merchant, input: { ...anyBusinessInfo, businessName: "Ada and Sons" } });
  await saveBusinessInfo({ ...merchant, input: { ...anyBusinessInfo, businessName: "Ada and Sons" } });
  expect(await revisions()).toEqual({ businessInfo: 2, directors: 1 });
  await saveAnyDirectors({ ...merchant, input: [anyDirector(), anyDirector()] });
  expect(await revisions()).toEqual({ businessInfo: 2, directors: 2 });

  await submitKyc(merchant);
  const requirements = [{ step: "documents", item: "x", reasonCode: "X", message: "x", resolved: false }] as const;
  await reviewKyc({ ...marketplace, outcome: { status: "REQUIRES_UPDATE", requirements } });
  const [document] = (await read(merchantId)).documents;
  await removeDocument({ ...merchant, documentId: document?.id ?? "" });
  expect(await revisions()).toEqual({ businessInfo: 2, directors: 2 });
});
