import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import type { OperatorUser } from "@/lib/kernel/actor";
import { day } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { realTimeOf } from "@/lib/kernel/time";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import { removeDocument } from "@/lib/merchants/kyc/remove-document";
import { takeKyc } from "@/lib/merchants/kyc/review/take-kyc";
import { readWork } from "@/lib/surfaces/console/work/read-work";
import { proposalDays } from "@/lib/terms/proposals/constants";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import {
  anyBusinessInfo,
  anyDirector,
  anyMerchant,
  completeKyc,
  sandboxActor,
  submittedMerchant,
} from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { decideCase } from "./decide-case";
import { nextCase, type QueueQuery, readKycQueue } from "./queue";
import { readCase } from "./read-case";

useDatabase();

let shop: TestMarketplace;
let other: TestMarketplace;
let me: OperatorUser;
let colleague: OperatorUser;
/** By their age, and so they are named: the first was submitted first. */
const cases: string[] = [];

beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  other = await createMarketplace({ live: true });
  [me, colleague] = [(await anyOperator("REVIEWER")).actor, (await anyOperator("REVIEWER")).actor];
  const shared = anyDirector().identityNumber;
  const directors = [{}, { dateOfBirth: "2015-05-05" }, { identityNumber: shared }, {}];
  for (const [i, director] of directors.entries()) {
    const { merchantId } = await submittedMerchant(i === 2 ? other.live : shop.live, director);
    cases.push(merchantId);
    const submittedAt = new Date(Date.UTC(2026, 0, 1 + i));
    const businessInfo = { ...anyBusinessInfo, businessName: `Business ${i}` };
    await db()
      .update(kycRecords)
      .set({ submittedAt: submittedAt as never, businessInfo, prefilledBusinessInfo: businessInfo })
      .where(eq(kycRecords.merchantId, merchantId));
  }
  // The same number at another marketplace, whose record is not submitted.
  await submittedMerchant(shop.test);
  const { merchantId } = await submittedMerchant(shop.live, { identityNumber: shared });
  cases.push(merchantId);
  await createFundingRequest({
    actor: sandboxActor(shop.live),
    ref: cases[3] ?? "",
    input: { amountRequested: 7_000_000, tenorDays: 90, purpose: "Inventory purchase", financingTimeframeDays: 30 },
    now: now(),
  });
  await takeKyc({ ...at(colleague), tenant: shop.live, ref: cases[0] ?? "", reason: null, now: now() });
});

const at = (operator: OperatorUser) => ({ operator, environment: "live", realNow: now() }) as const;
const placesOf = (ids: readonly string[]) => ids.map((id) => cases.indexOf(id));
const queue = async (query: QueueQuery, page = {}) => {
  const { rows, hasMore } = await readKycQueue(at(me), { limit: 50, ...query, ...page });
  return { rows, hasMore, places: placesOf(rows.map(({ id }) => id)) };
};

describe("the queue", () => {
  test("has what waits in the environment, of every marketplace, by age or by risk, page by page either way", async () => {
    expect((await queue({})).places).toEqual([0, 1, 2, 3, 4]);
    const risky = await queue({ order: "RISK" });
    // Under age; then the amount and both that share a number, also the one that was there first.
    expect(risky.places).toEqual([1, 2, 3, 4, 0]);
    for (const order of [undefined, "RISK"] as const) {
      const { rows, places } = await queue({ order });
      const [first, last] = [rows[1]?.id, rows[3]?.id];
      expect(await queue({ order }, { startingAfter: first, limit: 2 })).toMatchObject({
        places: places.slice(2, 4),
        hasMore: true,
      });
      expect(await queue({ order }, { endingBefore: last, limit: 2 })).toMatchObject({
        places: places.slice(1, 3),
        hasMore: true,
      });
    }
  });

  test("says of each what was found at the moment, and who has it", async () => {
    const { rows } = await queue({});
    expect(rows.map(({ findings }) => findings)).toEqual([
      ["NOT_CHECKED"],
      ["UNDER_AGE", "NOT_CHECKED"],
      ["SHARED_IDENTITY", "NOT_CHECKED"],
      ["LARGE_AMOUNT", "NOT_CHECKED"],
      ["SHARED_IDENTITY", "NOT_CHECKED"],
    ]);
    expect(rows.map(({ takenBy }) => takenBy !== null)).toEqual([true, false, false, false, false]);
  });

  test("can be narrowed, and who works through it is led past what others have", async () => {
    expect((await queue({ whose: "NOBODYS" })).places).toEqual([1, 2, 3, 4]);
    expect((await queue({ whose: "MINE" })).places).toEqual([]);
    expect((await queue({ state: "IN_REVIEW" })).places).toEqual([0]);
    const { rows } = await queue({});
    expect((await queue({ marketplace: other.marketplaceId })).places).toEqual([2]);
    expect(rows[3]?.businessName).toBe("Business 3");
    expect((await queue({ q: "business 3" })).places).toEqual([3]);
    const next = async (query: QueueQuery, after: number | null) =>
      placesOf([(await nextCase(at(me), query, after === null ? null : (cases[after] ?? ""))) ?? ""]);
    expect(await next({}, null)).toEqual([1]);
    expect(await next({}, 4)).toEqual([1]);
    expect(await next({ order: "RISK" }, 1)).toEqual([2]);
    expect(await next({ q: rows[3]?.businessName }, 3)).toEqual([-1]);
  });

  test("is read along an index, however many wait", async () => {
    await db().execute(sql`insert into merchants (id, marketplace_id, environment, business_name, created_at)
      select 'mer_many' || i, ${shop.marketplaceId}, 'live', 'Many', now() from generate_series(1, 3000) i`);
    await db().execute(sql`insert into kyc_records (id, marketplace_id, environment, merchant_id, status, submitted_at, created_at)
      select 'kyc_many' || i, ${shop.marketplaceId}, 'live', 'mer_many' || i, 'SUBMITTED', now(), now()
      from generate_series(1, 3000) i`);
    await db().execute(sql`analyze kyc_records`);
    for (const order of [sql`submitted_at, id`, sql`urgency, submitted_at, id`]) {
      const plan = await db().execute(sql`explain select id from kyc_records
        where environment = 'live' and status in ('SUBMITTED', 'IN_REVIEW') order by ${order} limit 51`);
      expect(JSON.stringify(plan)).toMatch(/Index.* Scan using kyc_records_by_(age|urgency)/);
      expect(JSON.stringify(plan)).not.toContain("Sort");
    }
    await db().execute(sql`delete from kyc_records where id like 'kyc_many%'`);
  });
});

test("what waits is work, with what it costs to wait", async () => {
  const call = { role: "REVIEWER", environment: "live", name: "kyc", realNow: now() } as const;
  const { kinds, items } = await readWork(call);
  expect(kinds).toEqual([{ name: "kyc", label: "KYC", count: 5 }]);
  expect(placesOf(items.map(({ id }) => id))).toEqual([1, 2, 3, 4, 0]);
  expect(items.find(({ id }) => id === cases[3])).toMatchObject({
    detail: "large amount, not checked",
    cost: { who: "A merchant waits", amount: 700_000_000 },
  });
  expect((await readWork({ ...call, role: "TREASURER" })).items).toEqual([]);
});

describe("a case", () => {
  test("shows which other merchants gave the number, the money at stake, and what this operator may do", async () => {
    const found = await readCase({ ...at(me), merchantId: cases[2] ?? "" });
    const director = found.parts.find(({ key }) => key.startsWith("directors "));
    expect(director?.others.map(({ merchantId }) => merchantId)).toEqual([cases[4]]);
    expect(found).toMatchObject({
      waits: true,
      free: true,
      mine: false,
      needsTwo: false,
      findings: ["SHARED_IDENTITY", "NOT_CHECKED"],
    });
    const large = await readCase({ ...at(me), merchantId: cases[3] ?? "" });
    expect(large).toMatchObject({ needsTwo: true, requested: 700_000_000, cap: null });
    expect(await readCase({ ...at(me), merchantId: cases[0] ?? "" })).toMatchObject({ free: false });
    await expect(readCase({ ...at(me), environment: "test", merchantId: cases[0] ?? "" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("is decided on what was seen; then the next opens, and its history says who did what and why", async () => {
    const merchantId = cases[4] ?? "";
    const seen = (await readForReview(everyMerchantOf(shop.live), merchantId, now())).evidenceDigest;
    const outcome = { status: "REJECTED", reason: "Not theirs." } as const;
    const answer = await decideCase({
      ...at(me),
      input: { merchantId, seen, note: "", queue: { order: "RISK" } },
      outcome,
    });
    expect(answer).toEqual({ proposed: false, next: `/ops/live/kyc/${cases[1]}?order=RISK` });
    const { history } = await readCase({ ...at(me), merchantId });
    expect(history[0]).toMatchObject({ what: "Review", detail: "REJECTED: Not theirs." });
    expect(history.map(({ what }) => what)).toContain("Submit");
  });

  test("still says who gave a document that was taken out since, and who took it out", async () => {
    const { merchantId } = await anyMerchant(shop.live);
    await completeKyc(shop.live, merchantId);
    const [document] = (await readForReview(everyMerchantOf(shop.live), merchantId, now())).documents;
    const taken = { actor: sandboxActor(shop.live), ref: merchantId, documentId: document?.id ?? "", now: now() };
    await removeDocument(taken);
    const { documents, history } = await readCase({ ...at(me), merchantId });
    expect(documents).toEqual([]);
    expect(history.slice(0, 2)).toMatchObject([
      { what: "Remove document", detail: "CAC_CERTIFICATE" },
      { what: "Attach document" },
    ]);
  });
});

describe("who works through the queue", () => {
  test("goes on from a case that was never submitted, to its first", async () => {
    const { merchantId } = await anyMerchant(shop.live);
    expect(await readCase({ ...at(me), merchantId })).toMatchObject({ status: "PENDING", waits: false });
    expect(await nextCase(at(me), {}, merchantId)).toBe(cases[1]);
    expect(await nextCase(at(me), { order: "RISK" }, merchantId)).toBe(cases[1]);
  });

  test("is led past what waits for a second operator, until that has lapsed", async () => {
    const merchantId = cases[3] ?? "";
    const seen = (await readForReview(everyMerchantOf(shop.live), merchantId, now())).evidenceDigest;
    const input = { merchantId, seen, note: "All in order.", queue: {} };
    const answer = await decideCase({ ...at(me), input, outcome: { status: "APPROVED" } });
    expect(answer).toMatchObject({ proposed: true });
    expect(await nextCase(at(me), {}, cases[2] ?? "")).toBe(cases[1]);
    const lapsed = realTimeOf(now().getTime() + (proposalDays + 1) * day);
    expect(await nextCase({ ...at(me), realNow: lapsed }, {}, cases[2] ?? "")).toBe(merchantId);
  });
});
