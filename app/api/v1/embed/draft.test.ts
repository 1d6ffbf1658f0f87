import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { drafts } from "@/db/schema/drafts";
import { later, minute } from "@/lib/kernel/calendar";
import { draftRetention, purgeDrafts } from "@/lib/merchants/kyc/drafts/purge-drafts";
import { useDatabase } from "@/test/database";
import { useShop } from "@/test/factories/embedding-shop";
import { anyBusinessInfo, anyDirector } from "@/test/factories/kyc";
import { journeyWith } from "@/test/journey-calls";
import { now } from "@/test/time";

useDatabase();

const { anyJourney, prefilledJourney } = useShop(journeyWith);

const typed = { businessName: "Ada Prov", operatingAddress: " 14 Ring Road,\nIbadan", website: "" };
const first = { step: "business-info", values: typed, revision: 0 };

test("what is typed comes back as it was typed, on any device, and is not readable where it is stored", async () => {
  const journey = await anyJourney();
  const kept = await journey.draft(first);
  expect(kept).toMatchObject({ status: 200, json: { ...first, item: null, revision: 1 } });
  expect((await journey.session()).drafts).toEqual([kept.json]);
  const stored = JSON.stringify(await db().select().from(drafts));
  for (const value of ["Ada Prov", "Ring Road"]) expect(stored).not.toContain(value);

  const director = { step: "directors", item: "new", values: { firstName: "Amaka" }, revision: 0 };
  expect((await journey.draft(director)).status).toBe(200);
  expect((await journey.session()).drafts).toMatchObject([first, director].map(({ revision: _, ...rest }) => rest));
});

test("identity and account numbers are not kept", async () => {
  const journey = await anyJourney();
  const values = { firstName: "Amaka", identityNumber: "22145678903", accountNumber: "0123456789" };
  const kept = await journey.draft({ step: "directors", item: "new", values, revision: 0 });
  expect(kept.json.values).toEqual({ firstName: "Amaka" });
  expect(JSON.stringify(await journey.session())).not.toMatch(/22145678903|0123456789/);
});

test("of two pages the one that has not seen the other's draft is told, and nothing is overwritten", async () => {
  const journey = await anyJourney();
  await journey.draft(first);
  for (const revision of [0, 2]) {
    const late = await journey.draft({ ...first, values: { businessName: "Mine" }, revision });
    expect(late).toMatchObject({ status: 409, json: { code: "DRAFT_CONFLICT" } });
  }
  expect((await journey.session()).drafts).toMatchObject([{ values: typed, revision: 1 }]);
  const both = [1, 1].map((revision) => journey.draft({ ...first, values: {}, revision }));
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("another merchant's draft is neither shown nor changed", async () => {
  const [journey, other] = [await anyJourney(), await anyJourney()];
  await journey.draft(first);
  expect((await other.session()).drafts).toEqual([]);
  expect((await other.draft({ ...first, revision: 1 })).status).toBe(409);
  expect((await other.draft({ ...first, values: {} })).status).toBe(200);
  expect((await journey.session()).drafts).toMatchObject([{ values: typed, revision: 1 }]);
});

describe("it is cleared, and pages that are open elsewhere learn that", () => {
  test.each([
    ["business-info", (journey: Journey) => journey.businessInfo(anyBusinessInfo)],
    ["directors", (journey: Journey) => journey.directors([anyDirector()])],
    ["funding", (journey: Journey) => journey.ask({ amountRequested: 5_000, tenorDays: 30, purpose: "Other" })],
  ])("when %s is saved", async (step, save) => {
    const journey = await anyJourney();
    await journey.draft({ step, item: null, values: { any: "thing" }, revision: 0 });
    expect((await save(journey)).json.drafts).toMatchObject([{ step, item: null, values: null, revision: 2 }]);
    expect((await journey.draft({ step, values: { any: "other" }, revision: 1 })).status).toBe(409);
    expect((await journey.draft({ step, values: { any: "other" }, revision: 2 })).status).toBe(200);
  });

  test("when the step is saved that had no draft", async () => {
    const journey = await anyJourney();
    await journey.businessInfo(anyBusinessInfo);
    expect((await journey.draft(first)).status).toBe(409);
  });

  test("when the application is submitted", async () => {
    const journey = await prefilledJourney();
    for (const step of ["business-info", "directors"]) await journey.draft({ ...first, step });
    const { drafts: left } = (await journey.submit()).json as { drafts: { values: unknown }[] };
    expect(left.map(({ values }) => values)).toEqual([null, null]);
  });

  test("when it is discarded", async () => {
    const journey = await anyJourney();
    await journey.draft(first);
    const discarded = await journey.draft({ ...first, values: null, revision: 1 });
    expect(discarded.json).toMatchObject({ item: null, values: null, revision: 2 });
  });
});

test.each([
  ["another step", { step: "payout-account" }],
  ["no strings", { values: { amount: 5 } }],
  ["a text without end", { values: { website: "x".repeat(2001) } }],
  ["no name of a field", { values: { "a b": "x" } }],
  ["too many fields", { values: Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`f${i}`, "x"])) }],
  ["no item", { item: "../../x" }],
  ["no revision", { revision: -1 }],
  ["a revision larger than a database counts", { revision: 2 ** 31 - 1 }],
  ["values within values", { values: { website: { deep: { deeper: "x" } } } }],
])("%s is refused", async (_, wrong) => {
  const journey = await anyJourney();
  expect((await journey.draft({ ...first, ...wrong })).status).toBe(400);
  expect((await journey.session()).drafts).toEqual([]);
});

test("a draft nobody came back to is deleted after 30 days", async () => {
  const journey = await anyJourney();
  await journey.draft(first);
  const all = { limit: 500 };
  await purgeDrafts({ ...all, realNow: later(now(), draftRetention - minute) });
  expect((await journey.session()).drafts).toHaveLength(1);
  await purgeDrafts({ ...all, realNow: later(now(), draftRetention + minute) });
  expect((await journey.session()).drafts).toEqual([]);
});

type Journey = Awaited<ReturnType<typeof anyJourney>>;
