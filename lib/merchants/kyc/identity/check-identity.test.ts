import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { identityChecks, identityConsents } from "@/db/schema/identity";
import { auditLog } from "@/db/schema/operations";
import type { Actor } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import * as settings from "@/lib/kernel/env";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import type { DirectorInput } from "@/lib/terms/kyc/schema";
import { useDatabase } from "@/test/database";
import { type DojahTold, entity, scriptedDojah } from "@/test/dojah-script";
import { anyBusinessInfo, anyDirector, anyMerchant, completeKyc, saveAnyDirectors } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { checkIdentity } from "./check-identity";
import { mostAnswers } from "./record-consents";

process.env.LOG_LEVEL = "info";
useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
});

const yes = { status: true, confidence_value: 100 };
const allSame = entity({ bvn: { status: true }, first_name: yes, last_name: yes, date_of_birth: yes });
const [bvnPath, ninPath, cacPath] = ["/api/v1/kyc/bvn", "/api/v1/kyc/nin", "/api/v1/kyc/cac/basic"];
const agreed = { identityConsent: "check-1" } as const;

let dojah: Awaited<ReturnType<typeof scriptedDojah>>;
let logged: string[];
let merchantId: string;
let actor: Extract<Actor, { kind: "embedToken" }>;
beforeEach(async () => {
  logged = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => logged.push(String(text)) > 0);
  }
  dojah = await scriptedDojah({ [bvnPath]: allSame });
  const access = { appId: "app", key: "prod_sk_1234567890", baseUrl: dojah.baseUrl, within: 500, tellsBvn: false };
  vi.spyOn(settings, "identityBureau").mockReturnValue(access);
  ({ merchantId } = await anyMerchant(shop.live));
  actor = { kind: "embedToken", tenant: shop.live, merchantId };
});

const told = (answer: DojahTold, path = bvnPath) => {
  dojah.script[path ?? ""] = answer;
};
const save = async (...input: DirectorInput[]) =>
  (await saveAnyDirectors({ actor, ref: merchantId, input, now: now() })).directors;
const statuses = async () => (await review()).directors.map((one) => one.verificationStatus);
const review = () => readForReview(everyMerchantOf(shop.live), merchantId, now());
const checks = async () => {
  const rows = await db().select().from(identityChecks).where(eq(identityChecks.marketplaceId, shop.marketplaceId));
  return rows.filter(({ dueAt }) => dueAt !== null);
};

/** What is due at a moment is done; answers how many. */
async function work(at: BusinessTime = now()): Promise<number> {
  const due = (await checks()).filter(({ dueAt }) => dueAt && dueAt <= at);
  for (const { id } of due) await checkIdentity(id, at);
  return due.length;
}

test("a BVN whose holder agreed is asked about by the worker, and a match confirms its director", async () => {
  const director = anyDirector(agreed);
  const [saved] = await save(director);
  expect(saved?.verificationStatus).toBe("PENDING");
  expect(dojah.asked).toEqual([]);
  await work();
  const { firstName: first_name, lastName: last_name, dateOfBirth: dob, identityNumber: bvn } = director;
  expect(dojah.asked).toMatchObject([{ path: bvnPath, query: { bvn, first_name, last_name, dob } }]);
  const [shown] = (await review()).directors;
  expect(shown).toMatchObject({
    verificationStatus: "VERIFIED",
    check: { register: "BVN", again: null, evidence: { outcome: "MATCH", silence: null } },
    consents: [{ purpose: "CHECK", textVersion: "check-1", statedBy: "MERCHANT" }],
  });
  expect(await work()).toBe(0);
  // The same again is no other question; another name is.
  await save(director);
  expect(await work()).toBe(0);
  await save({ ...director, lastName: "Bello" });
  expect(await statuses()).toEqual(["PENDING"]);
  expect(await work()).toBe(1);
});

test("without a word of its holder nobody is asked, until it is given", async () => {
  const { identityConsent: _, ...director } = anyDirector();
  await save(director);
  expect([await statuses(), await checks()]).toEqual([["MANUAL_REVIEW"], []]);
  await save({ ...director, ...agreed });
  expect(await statuses()).toEqual(["PENDING"]);
  await db().delete(identityConsents).where(eq(identityConsents.marketplaceId, shop.marketplaceId));
  expect(await work()).toBe(1);
  expect([await statuses(), dojah.asked]).toEqual([["MANUAL_REVIEW"], []]);
});

test("what differs, and what was not compared, is for the reviewer; so is whoever is under age", async () => {
  const no = { status: false, confidence_value: 3 };
  for (const answer of [{ bvn: { status: true }, first_name: yes, last_name: no }, { bvn: { status: true } }]) {
    told(entity(answer));
    await save(anyDirector(agreed));
    await work();
    expect(await statuses()).toEqual(["MANUAL_REVIEW"]);
  }
  told(allSame);
  await save(anyDirector({ ...agreed, dateOfBirth: "2020-01-01" }));
  await work();
  expect(await statuses()).toEqual(["MANUAL_REVIEW"]);
});

test("a NIN and a registration are evidence alone", async () => {
  const director = anyDirector({ ...agreed, identityType: "NIN" });
  const { firstName: firstname, lastName: surname, dateOfBirth: birthdate, identityNumber: nin } = director;
  told(entity({ firstname, surname, birthdate, nin }), ninPath);
  told(entity({ company_name: "SOMEBODY ELSE LTD", rc_number: "123456", status: "ACTIVE" }), cacPath);
  const input = { ...anyBusinessInfo, registrationNumber: "RC 123456" };
  await saveBusinessInfo({ actor, ref: merchantId, input, now: now() });
  await save(director);
  expect(await work()).toBe(2);
  const { registration, directors } = await review();
  expect(registration?.evidence).toMatchObject({
    outcome: "NO_MATCH",
    fields: { number: "MATCH", businessName: "NO_MATCH" },
  });
  expect(directors).toMatchObject([{ verificationStatus: "PENDING", check: { evidence: { outcome: "MATCH" } } }]);
  await saveBusinessInfo({ actor, ref: merchantId, input: anyBusinessInfo, now: now() });
  expect((await review()).registration).toBeNull();
});

describe("a bureau that does not answer", () => {
  test("is asked again for nearly three days, then a person looks; the number is in no record of it nor in the log", async () => {
    told({ status: 402, body: { error: "no credit" } });
    const director = anyDirector(agreed);
    await save(director);
    const start = now();
    const moments: number[] = [];
    for (let at: BusinessTime | null = start; at; ) {
      const [row] = await checks();
      if (!row) break;
      at = await checkIdentity(row.id, at);
      if (at) moments.push(at.getTime() - start.getTime());
      expect(await statuses()).toEqual([at ? "PENDING" : "MANUAL_REVIEW"]);
    }
    // In minutes: 5, then 30, 2 hours, 6, 12, a day and another more.
    expect(moments.map((moment) => Math.round(moment / 60_000))).toEqual([5, 35, 155, 515, 1235, 2675, 4115]);
    expect(moments.at(-1)).toBeLessThan(3 * day);
    expect(dojah.asked).toHaveLength(8);
    const [shown] = (await review()).directors;
    expect(shown?.check).toMatchObject({ again: null, evidence: { outcome: "NOT_CHECKED", silence: "NO_CREDIT" } });
    const rows = [await db().select().from(identityChecks), await db().select().from(identityConsents)];
    const audit = await db().select().from(auditLog);
    expect(audit.filter(({ action }) => action === "kyc.check-identity").length).toBeGreaterThanOrEqual(8);
    expect(logged.join("\n")).toContain("a bureau did not answer");
    expect(JSON.stringify([rows, audit, logged])).not.toContain(director.identityNumber);
  });

  test("and answers later is believed", async () => {
    told({ status: 503, text: "" });
    await save(anyDirector(agreed));
    await work();
    told(allSame);
    expect(await work(now())).toBe(0);
    await work(later(now(), day));
    expect(await statuses()).toEqual(["VERIFIED"]);
  });

  test("that is no longer there leaves all to the reviewer", async () => {
    const director = anyDirector(agreed);
    await save(director);
    const access = settings.identityBureau();
    vi.mocked(settings.identityBureau).mockReturnValue(null);
    await work();
    expect([await statuses(), dojah.asked]).toEqual([["MANUAL_REVIEW"], []]);
    vi.mocked(settings.identityBureau).mockReturnValue(access);
    await save(director);
    await work();
    expect(await statuses()).toEqual(["VERIFIED"]);
  });
});

test("an answer about what was there before counts for nothing; who leaves the list is not asked about", async () => {
  const director = anyDirector(agreed);
  await save(director);
  const [row] = await checks();
  if (!row) throw new Error("Nothing is due.");
  const verify = vi.fn(async () => {
    await save({ ...director, lastName: "Bello" });
  });
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementationOnce(async (...asked) => {
    await verify();
    return real(...asked);
  });
  await checkIdentity(row.id, now());
  expect([await statuses(), (await checks()).length]).toEqual([["PENDING"], 1]);
  await save(anyDirector());
  expect(await checks()).toEqual([]);
});

test("whose a number is cannot be found out by trying names and dates, nor by taking it out of the list meanwhile", async () => {
  told(entity({ bvn: { status: true }, first_name: yes, last_name: yes, date_of_birth: { status: false } }));
  const { identityNumber } = anyDirector();
  const elsewhere = await anyMerchant(shop.live);
  for (let day = 1; day <= mostAnswers + 2; day += 1) {
    const born = `1985-04-${String(day).padStart(2, "0")}`;
    const ref = day % 2 === 0 ? merchantId : elsewhere.merchantId;
    const own = { actor: { ...actor, merchantId: ref }, ref, now: now() };
    await saveAnyDirectors({ ...own, input: [anyDirector({ ...agreed, identityNumber, dateOfBirth: born })] });
    expect(await work()).toBe(1);
    await saveAnyDirectors({ ...own, input: [anyDirector()] });
  }
  expect(dojah.asked).toHaveLength(mostAnswers);
  expect(await statuses()).toEqual(["MANUAL_REVIEW"]);
});

test("a decision ends the questions", async () => {
  told({ status: 503, text: "" });
  await completeKyc(shop.live, merchantId, agreed);
  await submitKyc({ actor, ref: merchantId, now: now() });
  await work();
  const operator = { kind: "operator", tenant: shop.live, userId: "usr_1" } as const;
  const { evidenceDigest: seen } = await review();
  await reviewKyc({ actor: operator, ref: merchantId, outcome: { status: "APPROVED" }, seen, now: now() });
  expect(await work(businessTimeOf(now().getTime() + day))).toBe(1);
  expect([await checks(), dojah.asked.length, await statuses()]).toEqual([[], 1, ["VERIFIED"]]);
  const { consents } = (await review()).directors[0] ?? {};
  // Whoever is no merchant speaks for the marketplace.
  expect(consents).toMatchObject([{ statedBy: "MARKETPLACE" }]);
});

test("in test the sandbox answers as ever, and no bureau is asked", async () => {
  const { merchantId: ref } = await anyMerchant(shop.test);
  const call = { actor: { kind: "embedToken", tenant: shop.test, merchantId: ref } as const, ref, now: now() };
  const { directors } = await saveAnyDirectors({ ...call, input: [anyDirector(agreed)] });
  expect(directors).toMatchObject([{ verificationStatus: "VERIFIED" }]);
  expect([await checks(), dojah.asked]).toEqual([[], []]);
});
