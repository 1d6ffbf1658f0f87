import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { POST as saveDirectorsByKey } from "@/app/api/v1/marketplace-api/merchants/[ref]/directors/route";
import { GET as readMerchant } from "@/app/api/v1/marketplace-api/merchants/[ref]/route";
import { db } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import type { EmbedSession } from "@/lib/surfaces/journey/schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { useShop } from "@/test/factories/embedding-shop";
import { anyBusinessInfo, anyDirector, sandboxActor } from "@/test/factories/kyc";
import { announced, errorsOf, journeyWith, sentBack, sessionOf } from "@/test/journey-calls";
import { now } from "@/test/time";

useDatabase();

const shop = useShop(journeyWith);
const { anyJourney, prefilledJourney } = shop;

const byMarketplace = () => ({ actor: sandboxActor(shop.test), now: now() });

test("the whole of KYC, from nothing to approval, with the same facts at the marketplace", async () => {
  const journey = await anyJourney();
  const business = sessionOf(await journey.businessInfo(anyBusinessInfo));
  expect(business).toMatchObject({ step: "directors", business: { values: anyBusinessInfo, prefilled: [] } });

  const listed = sessionOf(await journey.directors([anyDirector(), anyDirector({ isPrimary: true })]));
  expect(listed).toMatchObject({ step: "documents", directors: [{ prefilled: false }, { isPrimary: true }] });

  const proven = sessionOf(await journey.attach(await journey.uploaded()));
  expect(proven).toMatchObject({ step: "review", documents: [{ fileName: "certificate.pdf", prefilled: false }] });

  const submitted = sessionOf(await journey.submit());
  expect(submitted).toMatchObject({ step: "status", open: ["status", "funding"], refreshAfterSeconds: 2 });
  expect(await journey.session()).toEqual({ ...submitted, now: expect.any(String) });
  expect(sessionOf(await journey.submit()).kyc).toEqual(submitted.kyc);

  const seen = await call(readMerchant, { key: shop.testKey, params: { ref: journey.thirdPartyCustomerId } });
  expect(seen.json.kyc).toEqual(submitted.kyc);

  await reviewKyc({ ...byMarketplace(), ref: journey.merchantId, outcome: { status: "APPROVED" } });
  expect(await journey.session()).toMatchObject({ step: "funding", open: ["status", "funding"] });
});

test("the business has the name that it gave last, everywhere", async () => {
  const journey = await prefilledJourney();
  const renamed = sessionOf(await journey.businessInfo({ ...anyBusinessInfo, businessName: "Ada and Daughters" }));
  expect(renamed.merchant.businessName).toBe("Ada and Daughters");
  expect(renamed.business.values.businessName).toBe("Ada and Daughters");
});

test("a date of incorporation in the future is refused beside its field", async () => {
  const journey = await anyJourney();
  const answer = await journey.businessInfo({ ...anyBusinessInfo, dateOfIncorporation: "2150-01-01" });
  expect(errorsOf(answer)).toEqual([{ field: "dateOfIncorporation", error: "Must not be in the future" }]);
});

describe("where a value comes from", () => {
  test("a field that the merchant changes becomes its own; changed back, it is the marketplace's again", async () => {
    const journey = await prefilledJourney();
    const change = { ...anyBusinessInfo, operatingAddress: "1 Broad Street, Lagos", website: "https://ada.example" };
    expect(sessionOf(await journey.businessInfo(change)).business).toEqual({
      values: change,
      prefilled: ["businessName", "businessType"],
    });
    expect(sessionOf(await journey.businessInfo(anyBusinessInfo)).business.prefilled).toHaveLength(3);
  });

  test("what the marketplace writes after the merchant is the marketplace's", async () => {
    const journey = await anyJourney();
    await journey.businessInfo({ ...anyBusinessInfo, businessName: "Mine" });
    await saveBusinessInfo({ ...byMarketplace(), ref: journey.merchantId, input: anyBusinessInfo });
    expect((await journey.session()).business.prefilled).toEqual(Object.keys(anyBusinessInfo));
  });

  test("a director stays the marketplace's until it changes, whatever happens to others", async () => {
    const journey = await prefilledJourney();
    const [ada] = (await journey.session()).directors;
    if (!ada) throw new Error("The marketplace filled in nobody.");
    const added = sessionOf(
      await journey.directors([anyDirector({ firstName: "Ben", isPrimary: true }), sentBack(ada)]),
    );
    expect(added.directors.map(({ id, prefilled }) => [id === ada.id, prefilled])).toEqual([
      [false, false],
      [true, true],
    ]);
    const moved = sessionOf(await journey.directors([{ ...sentBack(ada), address: "1 Broad Street, Lagos" }]));
    expect(moved.directors).toMatchObject([{ id: ada.id, prefilled: false, verificationStatus: "VERIFIED" }]);
    const back = sessionOf(await journey.directors([sentBack(ada)]));
    expect(back.directors).toMatchObject([{ id: ada.id, prefilled: false }]);
  });

  test("directors that the marketplace sends are its own again", async () => {
    const journey = await anyJourney();
    const director = anyDirector();
    await journey.directors([director]);
    await call(saveDirectorsByKey, {
      key: shop.testKey,
      params: { ref: journey.merchantId },
      body: { directors: [director] },
    });
    expect((await journey.session()).directors).toMatchObject([{ prefilled: true }]);
  });
});

describe("documents", () => {
  test("can be removed, which leads back to the step, and attached again", async () => {
    const journey = await prefilledJourney();
    const [certificate] = (await journey.session()).documents;
    const removed = sessionOf(await journey.remove(certificate?.id ?? ""));
    expect(removed).toMatchObject({ step: "documents", documents: [] });
    expect((await journey.remove(certificate?.id ?? "")).status).toBe(404);
    const fileKey = await journey.uploaded();
    const [own] = sessionOf(await journey.attach(fileKey)).documents;
    sessionOf(await journey.remove(own?.id ?? ""));
    expect(sessionOf(await journey.attach(fileKey))).toMatchObject({ step: "review", documents: [{ fileKey }] });
  });

  test("of another merchant are as unknown as none", async () => {
    const [journey, stranger] = [await prefilledJourney(), await prefilledJourney()];
    const [theirs] = (await stranger.session()).documents;
    const { requestId: _, ...unknown } = (await journey.remove("doc_00000000000000000000000000")).json;
    const { requestId: _r, ...answer } = (await journey.remove(theirs?.id ?? "")).json;
    expect(answer).toEqual(unknown);
    expect(answer).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect((await stranger.session()).documents).toEqual([theirs]);
  });
});

describe("a submission", () => {
  test("that is not complete names what is missing", async () => {
    const journey = await anyJourney();
    await journey.businessInfo(anyBusinessInfo);
    const answer = await journey.submit();
    expect(answer).toMatchObject({ status: 409, json: { code: "KYC_INCOMPLETE" } });
    expect(errorsOf(answer)).toMatchObject([{ field: "directors" }, { field: "documents" }]);
  });

  test("closes the record for every change, until the reviewer asks for one", async () => {
    const journey = await prefilledJourney();
    const before = await journey.session();
    const [document] = before.documents;
    const fileKey = await journey.uploaded();
    await journey.submit();
    const change = () => [
      journey.businessInfo(anyBusinessInfo),
      journey.directors([anyDirector()]),
      journey.attach(fileKey, "UTILITY_BILL"),
      journey.remove(document?.id ?? ""),
    ];
    for (const answer of await Promise.all(change())) {
      expect(answer).toMatchObject({ status: 409, json: { code: "KYC_NOT_EDITABLE" } });
    }
    expect((await journey.session()).documents).toEqual(before.documents);

    const requirements = (["business-info", "directors", "documents"] as const).map((step) => ({
      ...{ step, item: step, reasonCode: "CHECK", message: "Look again.", resolved: false },
    }));
    const outcome = { status: "REQUIRES_UPDATE", requirements } as const;
    await reviewKyc({ ...byMarketplace(), ref: journey.merchantId, outcome });
    const resolved = (session: EmbedSession) => session.kyc.requirements?.map((one) => one.resolved);
    expect(resolved(sessionOf(await journey.businessInfo(anyBusinessInfo)))).toEqual([true, false, false]);
    expect(resolved(sessionOf(await journey.directors([anyDirector()])))).toEqual([true, true, false]);
    expect(resolved(sessionOf(await journey.attach(fileKey, "UTILITY_BILL")))).toEqual([true, true, true]);
    expect(sessionOf(await journey.submit())).toMatchObject({ step: "status", kyc: { status: "SUBMITTED" } });
  });
});

test("a disconnected merchant can look, and change nothing", async () => {
  const journey = await prefilledJourney();
  const [document] = (await journey.session()).documents;
  const fileKey = await journey.uploaded();
  await db().update(connections).set({ status: "DISCONNECTED" }).where(eq(connections.merchantId, journey.merchantId));
  const before = await journey.session();
  expect(before).toMatchObject({ step: "review", kyc: { canProceed: false } });
  expect((await journey.options()).status).toBe(200);
  const changes = [
    journey.businessInfo(anyBusinessInfo),
    journey.directors([anyDirector()]),
    journey.attach(fileKey, "UTILITY_BILL"),
    journey.remove(document?.id ?? ""),
    journey.announce(announced),
    journey.submit(),
    journey.ask({ amountRequested: 5_000, tenorDays: 30, purpose: "Other" }),
  ];
  for (const answer of await Promise.all(changes)) {
    expect(answer).toMatchObject({ status: 409, json: { code: "CONNECTION_CLOSED" } });
  }
  expect(await journey.session()).toEqual({ ...before, now: expect.any(String) });
});

test("a repeated call has one effect; two merchants may use the same key", async () => {
  const [journey, stranger] = [await anyJourney(), await anyJourney()];
  const list = [anyDirector()];
  const [first, again] = [await journey.directors(list, "key-1"), await journey.directors(list, "key-1")];
  expect(again.text).toBe(first.text);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  const other = sessionOf(await stranger.directors(list, "key-1"));
  expect(other.merchant.merchantId).toBe(stranger.merchantId);
  expect(other.directors[0]?.id).not.toBe(sessionOf(first).directors[0]?.id);
});
