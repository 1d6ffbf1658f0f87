import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PUT as putBusinessInfo } from "@/app/api/v1/marketplace-api/merchants/[ref]/business-info/route";
import { GET as readMerchant } from "@/app/api/v1/marketplace-api/merchants/[ref]/route";
import { env } from "@/lib/kernel/env";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { disconnectMerchant } from "@/lib/surfaces/account/consents/disconnect-merchant";
import { accountKycWith, recordOf } from "@/test/account-kyc-calls";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { embedTokenOf } from "@/test/factories/embed";
import { anyBusinessInfo, anyDirector, sandboxActor, saveAnyDirectors } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { type Announced, errorsOf, journeyWith, sessionOf } from "@/test/journey-calls";
import { now } from "@/test/time";

useDatabase();
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
});

async function anyHolder() {
  const { token, merchantIds } = await anyAccount(shop.test);
  const [merchantId = ""] = merchantIds;
  return { merchantId, ...accountKycWith(token), journey: journeyWith(await embedTokenOf(shop.test, merchantId)) };
}

test("begun by the API, edited in the account and finished in the journey it is one record", async () => {
  const { merchantId, journey, ...account } = await anyHolder();
  const byKey = { key: shop.testKey, params: { ref: merchantId } };
  await call(putBusinessInfo, { ...byKey, method: "PUT", body: anyBusinessInfo });
  const begun = await account.record();
  expect(begun.business).toEqual({ values: anyBusinessInfo, prefilled: Object.keys(anyBusinessInfo) });
  expect(begun.kyc).toMatchObject({ currentStep: "directors", overallProgress: 25 });

  const renamed = { ...anyBusinessInfo, businessName: "Ada and Daughters" };
  const edited = recordOf(await account.businessInfo(renamed));
  expect(edited).toMatchObject({
    merchant: { businessName: "Ada and Daughters" },
    business: { prefilled: ["businessType", "operatingAddress"] },
  });
  const listed = recordOf(await account.directors([anyDirector()]));
  expect(listed.directors).toMatchObject([{ prefilled: false, isPrimary: true }]);
  const shown = await journey.session();
  expect(shown).toMatchObject({ business: listed.business, directors: listed.directors, revisions: listed.revisions });

  const proven = recordOf(await account.attach(await account.uploaded()));
  expect(proven.documents).toMatchObject([{ fileName: "certificate.pdf", prefilled: false }]);
  const submitted = sessionOf(await journey.submit());
  expect((await account.record()).kyc).toEqual(submitted.kyc);
  expect((await account.progress()).json).toEqual({ merchantId, thirdPartyCustomerId: null, kyc: submitted.kyc });
  expect(recordOf(await account.submit()).kyc).toEqual(submitted.kyc);
  expect((await call(readMerchant, byKey)).json.kyc).toEqual(submitted.kyc);

  const actor = sandboxActor(shop.test);
  await reviewKyc({ actor, ref: merchantId, outcome: { status: "APPROVED" }, now: now() });
  for (const late of [
    account.businessInfo(renamed),
    account.addDirector(anyDirector()),
    account.addDirectors([anyDirector()]),
    account.directors([anyDirector()]),
    account.remove(proven.documents[0]?.id ?? ""),
    account.submit(),
  ]) {
    expect((await late).json).toMatchObject({ status: 409, code: "KYC_NOT_EDITABLE" });
  }
});

test("neither door keeps what is typed into a record that takes no edits, with the code that saving answers", async () => {
  const { merchantId, journey, ...account } = await anyHolder();
  const doors = [account, journey];
  const draft = { step: "business-info", values: { businessName: "Late" }, revision: 0 };
  const asks = { ...draft, step: "funding" };
  await call(putBusinessInfo, { key: shop.testKey, params: { ref: merchantId }, method: "PUT", body: anyBusinessInfo });
  await account.directors([anyDirector()]);
  await account.attach(await account.uploaded());
  await account.submit();
  for (const door of doors) {
    expect((await door.draft({ ...draft, revision: 1 })).json).toMatchObject({ status: 409, code: "KYC_NOT_EDITABLE" });
    expect((await door.draft({ ...draft, values: null })).json.code).toBe("KYC_NOT_EDITABLE");
  }
  expect((await account.draft(asks)).status).toBe(200);

  const other = await anyHolder();
  const times = { now: now(), realNow: now() };
  await disconnectMerchant({ actor: sandboxActor(shop.test), ref: other.merchantId, input: {}, ...times });
  for (const door of [other, other.journey]) {
    expect((await door.draft(draft)).json).toMatchObject({ status: 409, code: "CONNECTION_CLOSED" });
    expect((await door.businessInfo(anyBusinessInfo)).json.code).toBe("CONNECTION_CLOSED");
    expect((await door.draft(asks)).json.code).toBe("CONNECTION_CLOSED");
  }
  expect((await other.record()).drafts).toEqual([]);
});

test("what is typed in one place is there in the other, until it is saved", async () => {
  const { journey, ...account } = await anyHolder();
  const typed = { step: "business-info", values: { businessName: "Half a na" }, revision: 0 };
  expect((await account.draft(typed)).json).toMatchObject({ revision: 1, values: typed.values });
  expect((await journey.session()).drafts).toMatchObject([{ step: "business-info", values: typed.values }]);
  expect((await journey.draft(typed)).json.code).toBe("DRAFT_CONFLICT");
  expect(recordOf(await account.businessInfo(anyBusinessInfo)).drafts).toMatchObject([{ values: null, revision: 2 }]);
});

test.each(["in the account", "in the journey"])(
  "a page that is loaded again %s goes on with its last words",
  async (where) => {
    const { journey, ...account } = await anyHolder();
    const door = where === "in the account" ? account : journey;
    const first = { step: "business-info", values: { businessName: "Ada", website: "" }, revision: 0 };
    const writer = { page: "before__", sequence: 1, typed: ["businessName"], openFor: 60, left: false };
    await door.draft({ ...first, writer });
    const left = { ...first, values: { businessName: "Ada Foods", website: "" }, revision: 1 };
    expect((await door.draft({ ...left, writer: { ...writer, sequence: 2, left: true } })).status).toBe(200);
    const again = { ...first, values: { businessName: "Ada", website: "ada.example" }, revision: 1 };
    const late = { ...again, writer: { page: "after___", sequence: 1, typed: ["website"], openFor: 1, left: false } };
    const elsewhere = await door.draft(late, { "user-agent": "another" });
    expect(elsewhere.json).toMatchObject({ status: 409, code: "DRAFT_CONFLICT" });
    expect((await door.draft(late)).json).toMatchObject({
      revision: 3,
      values: { businessName: "Ada Foods", website: "ada.example" },
    });
  },
);

test("a second device overwrites nothing that it has not seen", async () => {
  const { journey, ...account } = await anyHolder();
  const first = await account.businessInfo(anyBusinessInfo, { "if-match": '"0"' });
  expect(first.headers.get("etag")).toBe('"1"');
  await journey.businessInfo({ ...anyBusinessInfo, businessName: "In the journey" });
  const late = await account.businessInfo(anyBusinessInfo, { "if-match": '"1"' });
  expect(late.json).toMatchObject({ status: 412, code: "EDIT_CONFLICT" });
  const added = await account.addDirector(anyDirector());
  expect(added.headers.get("etag")).toBe('"1"');
  const { revisions } = recordOf(added);
  expect(revisions).toEqual({ businessInfo: 2, directors: 1 });
  const stale = await account.directors([anyDirector()], { "if-match": '"0"' });
  expect(stale.json.code).toBe("EDIT_CONFLICT");
});

describe("directors are added to those who are there", () => {
  test("one, then several: who was there keeps its id, and the primary one is the last said to be", async () => {
    const account = await anyHolder();
    const [ada] = recordOf(await account.addDirector(anyDirector())).directors;
    const several = [anyDirector({ lastName: "Bello", isPrimary: true }), anyDirector({ lastName: "Eze" })];
    const saved = await account.addDirectors(several);
    expect(saved.headers.get("etag")).toBe('"2"');
    const { directors } = recordOf(saved);
    expect(directors.map(({ lastName, isPrimary }) => [lastName, isPrimary])).toEqual([
      [ada?.lastName, false],
      ["Bello", true],
      ["Eze", false],
    ]);
    expect(directors[0]).toEqual({ ...ada, isPrimary: false });
    const kept = recordOf(await account.addDirector(anyDirector({ lastName: "Lawal" }))).directors;
    expect(kept.map(({ isPrimary }) => isPrimary)).toEqual([false, true, false, false]);
    expect(kept.slice(0, 3)).toEqual(directors);
  });

  test("and who was the marketplace's stays the marketplace's", async () => {
    const { merchantId, ...account } = await anyHolder();
    await saveAnyDirectors({
      actor: sandboxActor(shop.test),
      ref: merchantId,
      input: [anyDirector({ middleName: "Ngozi", position: "CEO" })],
      now: now(),
    });
    const [theirs] = (await account.record()).directors;
    const { directors } = recordOf(await account.addDirector(anyDirector()));
    expect(directors).toMatchObject([theirs ?? {}, { prefilled: false }]);
    expect(theirs?.prefilled).toBe(true);
  });

  test("sent twice with one key, only once", async () => {
    const account = await anyHolder();
    const headers = { "idempotency-key": "add-ada" };
    const ada = anyDirector();
    const first = await account.addDirector(ada, headers);
    const again = await account.addDirector(ada, headers);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.text).toBe(first.text);
    expect((await account.record()).directors).toHaveLength(1);
  });

  test("nobody twice, and no more than a list can have", async () => {
    const account = await anyHolder();
    const ada = anyDirector();
    await account.addDirector(ada);
    const error = "Must not be the identity number of another director in the list";
    expect(errorsOf(await account.addDirector(ada))).toEqual([{ field: "identityNumber", error }]);
    const second = await account.addDirectors([anyDirector(), { ...ada, identityType: "NIN" }]);
    expect(errorsOf(second)).toEqual([{ field: "directors.1.identityNumber", error }]);
    expect((await account.record()).directors).toHaveLength(1);
    expect((await account.addDirectors(Array.from({ length: 19 }, () => anyDirector()))).status).toBe(200);
    const full = { field: "directors", error: "Must be at most 0: the list has 20" };
    expect(errorsOf(await account.addDirector(anyDirector()))).toEqual([full]);
  });

  test("one of them is changed, and taken out, by its id; the others stay as they are", async () => {
    const account = await anyHolder();
    const [ada, obi, uche] = [anyDirector(), anyDirector({ isPrimary: false }), anyDirector({ isPrimary: false })];
    const listed = recordOf(await account.addDirectors([ada, obi, uche])).directors;
    const [first = "", second = "", third = ""] = listed.map(({ id }) => id);
    const { identityNumber, isPrimary: _, ...details } = obi;
    const moved = recordOf(await account.changeDirector(second, { ...details, lastName: "Okeke" }));
    expect(moved.directors).toEqual([listed[0], { ...listed[1], lastName: "Okeke" }, listed[2]]);
    const primary = recordOf(await account.changeDirector(third, { ...uche, isPrimary: true }));
    expect(primary.directors.map(({ isPrimary }) => isPrimary)).toEqual([false, false, true]);
    const wrong = await account.changeDirector(second, { ...obi, email: 7 });
    expect(errorsOf(wrong).map(({ field }) => field)).toEqual(["email"]);
    const twice = await account.changeDirector(second, { ...obi, identityNumber: ada.identityNumber });
    expect(errorsOf(twice).map(({ field }) => field)).toEqual(["identityNumber"]);
    expect(twice.text).not.toContain(identityNumber);

    const stale = { "if-match": '"1"' };
    for (const late of [
      account.changeDirector(first, { ...ada, lastName: "Late" }, stale),
      account.removeDirector(first, stale),
    ]) {
      expect((await late).json).toMatchObject({ code: "EDIT_CONFLICT" });
    }
    const fresh = { "if-match": `"${primary.revisions.directors}"` };
    const left = recordOf(await account.removeDirector(third, fresh));
    expect(left.directors.map(({ id, isPrimary }) => [id, isPrimary])).toEqual([
      [first, true],
      [second, false],
    ]);
    expect((await account.removeDirector(third)).status).toBe(404);
    expect((await account.changeDirector(third, uche)).status).toBe(404);
    await account.removeDirector(first);
    expect(errorsOf(await account.removeDirector(second))).toMatchObject([{ field: "directorId" }]);
    expect((await account.record()).directors).toMatchObject([{ id: second, isPrimary: true }]);
  });

  test("what is wrong with the one is named as it was sent", async () => {
    const account = await anyHolder();
    const wrong: [string, unknown, string][] = [
      ["firstName", "A", "Must be at least 2 characters"],
      ["email", "nobody", "Must be a valid e-mail address"],
      ["phoneNumber", "0803", "Must be a phone number in E.164 format"],
      ["dateOfBirth", "2199-01-01", "Must be in the past"],
      ["identityNumber", "123", "Must be exactly 11 digits"],
      ["isPrimary", "yes", "Must be a boolean"],
    ];
    for (const [field, value, error] of wrong) {
      expect(errorsOf(await account.addDirector({ ...anyDirector(), [field]: value }))).toEqual([{ field, error }]);
    }
    expect(errorsOf(await account.addDirector({})).length).toBeGreaterThan(8);
    expect((await account.record()).directors).toEqual([]);
  });
});

describe("documents", () => {
  test("go up with the account's token, and out of the record again", async () => {
    const account = await anyHolder();
    const file = (await account.announce()).json as Announced;
    expect(file.upload.url).toBe(`${env().baseUrl}/api/merchants/kyc/uploads/${file.fileKey}`);
    expect((await account.put(file)).status).toBe(204);
    expect((await account.confirm(file.fileKey)).json).toMatchObject({ status: "CONFIRMED" });
    const [document] = recordOf(await account.attach(file.fileKey)).documents;
    expect(recordOf(await account.remove(document?.id ?? "")).documents).toEqual([]);
    expect((await account.remove(document?.id ?? "")).json.code).toBe("NOT_FOUND");
  });

  test("announced in the journey can be attached in the account: they are one merchant's", async () => {
    const { journey, ...account } = await anyHolder();
    expect(recordOf(await account.attach(await journey.uploaded())).documents).toHaveLength(1);
  });
});
