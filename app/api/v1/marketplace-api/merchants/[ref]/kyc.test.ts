import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { POST as approve } from "@/app/api/v1/marketplace-api/test-helpers/kyc/[ref]/approve/route";
import { POST as reject } from "@/app/api/v1/marketplace-api/test-helpers/kyc/[ref]/reject/route";
import { POST as requireUpdate } from "@/app/api/v1/marketplace-api/test-helpers/kyc/[ref]/require-update/route";
import { db } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import type { Route } from "@/lib/edge/http/route";
import {
  businessInfoSaved,
  type DirectorInput,
  directorsSaved,
  documentAttached,
  kycAnswer,
} from "@/lib/terms/kyc/schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import {
  anyBusinessInfo,
  anyDirector,
  anyMerchant,
  completeKyc,
  confirmedFile,
  submittedMerchant,
} from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { PUT as putBusinessInfo } from "./business-info/route";
import { POST as postDirectors } from "./directors/route";
import { POST as postDocuments } from "./documents/route";
import { POST as postSubmit } from "./submit/route";

useDatabase();

let shop: TestMarketplace, stranger: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  stranger = await createMarketplace();
});

type Options = Parameters<typeof call>[1];

/** Calls an operation of a merchant with the test key, or with another. */
function send(handler: Route, ref: string, options: Options = {}) {
  const method = handler === putBusinessInfo ? "PUT" : "POST";
  return call(handler, { key: shop.testKey, method, params: { ref }, ...options });
}

const document = (file: { fileKey: string; fileSize: string; mimeType: string }) => ({
  documentType: "CAC_CERTIFICATE",
  fileName: "certificate.pdf",
  ...file,
});

/** The fields a 400 or 409 names. */
const named = (answer: { json: Record<string, unknown> }) =>
  (answer.json.errors as { field: string }[] | undefined)?.map((error) => error.field);

describe("filling in and submitting", () => {
  it("goes from nothing to SUBMITTED by either id of the merchant", async () => {
    const { merchantId, thirdPartyCustomerId } = await anyMerchant(shop.test);
    const ids = { merchantId, thirdPartyCustomerId };
    const info = await send(putBusinessInfo, thirdPartyCustomerId, { body: anyBusinessInfo });
    expect(info.status).toBe(200);
    expect(info.json).toMatchObject({
      ...ids,
      businessInfo: anyBusinessInfo,
      kyc: { overallProgress: 25, currentStep: "directors" },
    });
    businessInfoSaved.parse(info.json);
    const directors = await send(postDirectors, merchantId, {
      body: { directors: [anyDirector({ identityNumber: "12345678901", position: "CEO" })] },
    });
    expect(directors.status).toBe(200);
    expect(directors.json).toMatchObject({
      ...ids,
      kyc: { overallProgress: 50, currentStep: "documents" },
      directors: [
        {
          id: expect.stringMatching(/^dir_/),
          firstName: "Ada",
          middleName: null,
          identityNumber: "*******8901",
          verificationStatus: "VERIFIED",
          position: "CEO",
          isPrimary: true,
          dateOfBirth: "1985-04-12",
        },
      ],
    });
    expect(directors.text).not.toContain("12345678901");
    directorsSaved.parse(directors.json);

    const file = await confirmedFile(shop.test);
    const attached = await send(postDocuments, merchantId, { body: document(file) });
    expect(attached.status).toBe(200);
    expect(attached.json).toMatchObject({
      ...ids,
      kyc: { overallProgress: 75, currentStep: "review", canProceed: true, status: "PENDING" },
      document: { id: expect.stringMatching(/^doc_/), ...document(file) },
    });
    documentAttached.parse(attached.json);
    const again = await send(postDocuments, merchantId, { body: document(file) });
    expect(again.json.document).toEqual(attached.json.document);

    const submitted = await send(postSubmit, thirdPartyCustomerId);
    expect(submitted.status).toBe(200);
    expect(submitted.json).toMatchObject({
      ...ids,
      kyc: { status: "SUBMITTED", overallProgress: 100, remainingSteps: [] },
    });
    kycAnswer.parse(submitted.json);
    expect((await send(postSubmit, merchantId, { raw: "{}" })).json).toEqual(submitted.json);
  });

  it("says which steps are missing", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    const nothing = await send(postSubmit, merchantId);
    expect(nothing).toMatchObject({ status: 409, json: { code: "KYC_INCOMPLETE" } });
    expect(named(nothing)).toEqual(["business-info", "directors", "documents"]);

    await send(putBusinessInfo, merchantId, { body: anyBusinessInfo });
    await send(postDirectors, merchantId, { body: { directors: [anyDirector()] } });
    const statement = { ...document(await confirmedFile(shop.test)), documentType: "BANK_STATEMENT" };
    expect((await send(postDocuments, merchantId, { body: statement })).status).toBe(200);
    expect(named(await send(postSubmit, merchantId))).toEqual(["documents"]);
    const permit = { ...statement, documentType: "BUSINESS_PERMIT" };
    expect((await send(postDocuments, merchantId, { body: permit })).status).toBe(200);
    expect((await send(postSubmit, merchantId)).status).toBe(200);
  });

  it("names wrong fields and never repeats an identity number", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    const post = (...directors: Partial<DirectorInput>[]) => send(postDirectors, merchantId, { body: { directors } });

    const short = await post(anyDirector(), { ...anyDirector(), identityNumber: "9876543210" });
    expect(short.status).toBe(400);
    expect(named(short)).toEqual(["directors.1.identityNumber"]);
    expect(short.text).not.toContain("9876543210");

    const twice = await post(
      anyDirector({ identityNumber: "98765432101" }),
      anyDirector({ identityNumber: "98765432101" }),
    );
    expect(named(twice)).toEqual(["directors.1.identityNumber"]);
    expect(twice.text).not.toContain("98765432101");

    const unborn = await post(anyDirector({ dateOfBirth: "2999-01-01" }));
    expect(unborn.status).toBe(400);
    expect(named(unborn)).toEqual(["directors.0.dateOfBirth"]);
    expect(named(await post({}))).toContain("directors.0.firstName");
    expect(named(await send(putBusinessInfo, merchantId, { body: {} }))).toEqual([
      "businessName",
      "businessType",
      "operatingAddress",
    ]);
    expect((await send(putBusinessInfo, merchantId, { raw: "{" })).json.code).toBe("MALFORMED_JSON");
  });

  it("answers 404 for an unknown merchant, another marketplace's, and the other environment's", async () => {
    const mine = await anyMerchant(shop.test);
    const body = { directors: [anyDirector()] };
    const answers = [
      await send(postDirectors, "mer_unknown", { body }),
      await send(postDirectors, mine.merchantId, { body, key: stranger.testKey }),
      await send(postDirectors, mine.merchantId, { body, key: shop.liveKey }),
      await send(postSubmit, mine.thirdPartyCustomerId, { key: stranger.testKey }),
      await send(approve, mine.merchantId, { key: stranger.testKey }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, json: { detail: "No such merchant." } });
    expect((await send(postSubmit, mine.merchantId, { key: "sk_test_wrong" })).status).toBe(401);
  });

  it("replays a submission under its Idempotency-Key", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    await completeKyc(shop.test, merchantId);
    const options = { headers: { "idempotency-key": "submit-1" }, path: `/merchants/${merchantId}/submit` };
    const first = await send(postSubmit, merchantId, options);
    const second = await send(postSubmit, merchantId, options);
    expect(second.json).toEqual(first.json);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
  });
});

describe("editing", () => {
  async function everyEdit(ref: string) {
    return [
      await send(putBusinessInfo, ref, { body: anyBusinessInfo }),
      await send(postDirectors, ref, { body: { directors: [anyDirector()] } }),
      await send(postDocuments, ref, { body: document(await confirmedFile(shop.test)) }),
    ];
  }

  it("is over once submitted, approved or rejected, and open again in REQUIRES_UPDATE", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const closed = async () => {
      for (const answer of await everyEdit(merchantId)) {
        expect(answer).toMatchObject({ status: 409, json: { code: "KYC_NOT_EDITABLE" } });
      }
    };
    await closed();
    expect((await send(reject, merchantId)).status).toBe(200);
    await closed();
    expect(await send(postSubmit, merchantId)).toMatchObject({ status: 409, json: { code: "KYC_NOT_EDITABLE" } });

    const asked = await send(requireUpdate, merchantId);
    expect(asked.json).toMatchObject({ kyc: { status: "REQUIRES_UPDATE", currentStep: "documents" } });
    for (const answer of await everyEdit(merchantId)) expect(answer.status).toBe(200);
    const submitted = await send(postSubmit, merchantId);
    expect(submitted.json).toMatchObject({ kyc: { status: "SUBMITTED" } });

    expect((await send(approve, merchantId)).json).toMatchObject({ kyc: { status: "APPROVED" } });
    await closed();
  });

  it("is refused on a closed connection", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    await db().update(connections).set({ status: "DISCONNECTED" }).where(eq(connections.merchantId, merchantId));
    for (const answer of [...(await everyEdit(merchantId)), await send(postSubmit, merchantId)]) {
      expect(answer).toMatchObject({ status: 409, json: { code: "CONNECTION_CLOSED" } });
    }
  });
});

describe("attaching a document", () => {
  const refusal = async (ref: string, body: Record<string, string>) => {
    const answer = await send(postDocuments, ref, { body });
    expect(answer.status).toBe(400);
    return named(answer);
  };

  it("refuses keys that are unknown, of another tenant, or of another merchant, all alike", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    const taken = await confirmedFile(shop.test);
    const other = await anyMerchant(shop.test);
    expect((await send(postDocuments, other.merchantId, { body: document(taken) })).status).toBe(200);

    const file = await confirmedFile(shop.test);
    const foreign = [taken, await confirmedFile(shop.live), await confirmedFile(stranger.test)];
    const keys = [
      ...foreign.map((entry) => entry.fileKey),
      "fil_unknown",
      "../../etc/passwd",
      "%2e%2e%2f",
      "x".repeat(255),
    ];
    for (const fileKey of keys) expect(await refusal(merchantId, { ...document(file), fileKey })).toEqual(["fileKey"]);
  });

  it("refuses a size or type that is not the upload's", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    const file = await confirmedFile(shop.test);
    expect(await refusal(merchantId, { ...document(file), fileSize: "9" })).toEqual(["fileSize"]);
    expect(await refusal(merchantId, { ...document(file), mimeType: "image/png" })).toEqual(["mimeType"]);
    expect((await send(postDocuments, merchantId, { body: document(file) })).status).toBe(200);
  });

  it("gives a file to one of two merchants who attach it at once", async () => {
    const file = await confirmedFile(shop.test);
    const pair = [await anyMerchant(shop.test), await anyMerchant(shop.test)];
    const answers = await Promise.all(
      pair.map(({ merchantId }) => send(postDocuments, merchantId, { body: document(file) })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });
});

describe("test helpers", () => {
  it("take test keys only", async () => {
    const { merchantId } = await submittedMerchant(shop.live);
    for (const helper of [approve, reject, requireUpdate]) {
      const answer = await send(helper, merchantId, { key: shop.liveKey });
      expect(answer).toMatchObject({ status: 403, json: { code: "TEST_KEY_REQUIRED" } });
    }
  });

  it("are idempotent and answer the kyc object", async () => {
    const { merchantId, thirdPartyCustomerId } = await submittedMerchant(shop.test);
    const first = await send(reject, thirdPartyCustomerId, { body: { reason: "Not today." } });
    expect(first.json).toMatchObject({ merchantId, thirdPartyCustomerId, kyc: { rejectionReason: "Not today." } });
    const second = await send(reject, merchantId, { body: { reason: "Another reason." } });
    expect(second).toMatchObject({ status: 200, json: first.json });
    kycAnswer.parse(second.json);
  });

  it("refuse a record that was not submitted", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    for (const helper of [approve, reject, requireUpdate]) {
      expect(await send(helper, merchantId)).toMatchObject({ status: 409, json: { code: "KYC_NOT_REVIEWABLE" } });
    }
  });

  it("take custom requirements", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    const requirements = [{ step: "directors", item: "address", reasonCode: "UNCLEAR", message: "Which street?" }];
    const bad = await send(requireUpdate, merchantId, { body: { requirements: [{ step: "lunch" }] } });
    expect(bad.status).toBe(400);
    const asked = await send(requireUpdate, merchantId, { body: { requirements } });
    expect(asked.json).toMatchObject({ kyc: { requirements: [{ ...requirements[0], resolved: false }] } });
  });
});
