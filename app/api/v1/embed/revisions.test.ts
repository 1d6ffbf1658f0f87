import { beforeAll, expect, test } from "vitest";
import { PUT as putBusinessInfo } from "@/app/api/v1/marketplace-api/merchants/[ref]/business-info/route";
import { POST as postDirectors } from "@/app/api/v1/marketplace-api/merchants/[ref]/directors/route";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { embedTokenOf } from "@/test/factories/embed";
import { anyBusinessInfo, anyDirector, anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { journeyWith, sentBack, sessionOf } from "@/test/journey-calls";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
});

/** The two ways to one record: by the marketplace's API and in the journey. */
async function bothWays() {
  const { merchantId } = await anyMerchant(shop.test);
  const at = { key: shop.testKey, params: { ref: merchantId } };
  return {
    journey: journeyWith(await embedTokenOf(shop.test, merchantId)),
    api: {
      businessInfo: (body: unknown, headers = {}) => call(putBusinessInfo, { ...at, method: "PUT", body, headers }),
      directors: (directors: unknown[], headers = {}) => call(postDirectors, { ...at, body: { directors }, headers }),
    },
  };
}

const tagOf = ({ headers }: { headers: Headers }) => headers.get("etag");
const refused = { status: 412, json: { status: 412, code: "EDIT_CONFLICT" } };
const named = (businessName: string) => ({ ...anyBusinessInfo, businessName });

test("business information is saved over what its sender has seen, and over nothing else", async () => {
  const { journey, api } = await bothWays();
  const sent = await api.businessInfo(named("By the API"));
  expect([sent.json.revision, tagOf(sent)]).toEqual([1, '"1"']);
  expect((await journey.session()).revisions.businessInfo).toBe(1);

  const mine = await journey.businessInfo(named("In the journey"), { "if-match": '"1"' });
  expect([mine.status, tagOf(mine), sessionOf(mine).revisions.businessInfo]).toEqual([200, '"2"', 2]);

  const late = { "if-match": '"1"' };
  expect(await journey.businessInfo(named("Another tab"), late)).toMatchObject(refused);
  expect(await api.businessInfo(named("By the API again"), late)).toMatchObject(refused);
  expect(await journey.businessInfo(named("Another tab"), { "if-match": 'W/"2"' })).toMatchObject(refused);
  expect((await journey.session()).business.values.businessName).toBe("In the journey");

  for (const headers of [{}, { "if-match": "*" }, { "if-match": '"1", "4"' }]) {
    const name = `Whatever is there ${JSON.stringify(headers)}`.slice(0, 60);
    expect((await api.businessInfo(named(name), headers)).status).toBe(200);
  }
  expect((await journey.session()).revisions.businessInfo).toBe(5);
});

test("a list of directors likewise, also where the answer is a stored one", async () => {
  const { journey, api } = await bothWays();
  const first = await api.directors([anyDirector()]);
  expect([first.json.revision, tagOf(first)]).toEqual([1, '"1"']);
  const [ada] = (await journey.session()).directors;
  if (!ada) throw new Error("Nobody is there.");

  const both = [sentBack(ada), anyDirector()];
  const saved = await journey.directors(both, "both-1", { "if-match": '"1"' });
  expect([saved.status, tagOf(saved)]).toEqual([200, '"2"']);
  const replayed = await journey.directors(both, "both-1", { "if-match": '"1"' });
  expect([replayed.status, tagOf(replayed), replayed.headers.get("idempotency-replayed")]).toEqual([
    200,
    '"2"',
    "true",
  ]);

  const before = await journey.session();
  expect(await journey.directors([sentBack(ada)], "one-1", { "if-match": '"1"' })).toMatchObject(refused);
  expect(await api.directors([anyDirector()], { "if-match": '"1"' })).toMatchObject(refused);
  expect((await journey.session()).directors).toEqual(before.directors);
  // A refusal is not stored: what was read since can be sent under the same key.
  expect((await journey.directors([sentBack(ada)], "one-1", { "if-match": '"2"' })).status).toBe(200);
});

test("who sends again what is there already, because no answer came, is in nobody's way", async () => {
  const { journey } = await bothWays();
  const late = { "if-match": '"0"' };
  await journey.businessInfo(named("Ada Foods"), late);
  const again = await journey.businessInfo(named("Ada Foods"), late);
  expect([again.status, tagOf(again)]).toEqual([200, '"1"']);

  const [one, two] = [anyDirector(), anyDirector()];
  await journey.directors([one, two], undefined, late);
  const directors = await journey.directors([one, two], undefined, late);
  expect([directors.status, tagOf(directors)]).toEqual([200, '"1"']);
  // Another order, another main contact, another number are other lists.
  for (const list of [
    [two, one],
    [one, { ...two, isPrimary: true }],
    [one, { ...two, identityNumber: "33445566701" }],
  ]) {
    expect(await journey.directors(list, undefined, late)).toMatchObject(refused);
  }
});

test("of two who save at the same moment what they have read, one is told", async () => {
  const { journey, api } = await bothWays();
  await api.businessInfo(named("Before"));
  const seen = { "if-match": '"1"' };
  const answers = await Promise.all([
    journey.businessInfo(named("One tab"), seen),
    journey.businessInfo(named("Another tab"), seen),
    api.businessInfo(named("The marketplace"), seen),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
  expect((await journey.session()).revisions.businessInfo).toBe(2);
});
