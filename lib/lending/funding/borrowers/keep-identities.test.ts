import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { keptIdentities } from "@/db/schema/kyc";
import { day, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { removeDirector } from "@/lib/merchants/kyc/change-director";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import type { DirectorInput } from "@/lib/terms/kyc/schema";
import { useDatabase } from "@/test/database";
import { directedMerchant, merchantOfOwner, ownBvn, report } from "@/test/factories/borrowers";
import { anyDirector, sandboxActor, saveAnyDirectors } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { activeLoan } from "@/test/factories/loan";
import { marketplacesOfOneTester, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { otherExposureOf } from "./exposure";
import { keepIdentities } from "./keep-identities";

useDatabase();

let shop: TestMarketplace;
let other: TestMarketplace;
beforeAll(async () => {
  [shop, other] = await marketplacesOfOneTester();
  await createTestLender();
});

let owner: DirectorInput;
let flagged: string;
let customerId: string;
let sister: string;
beforeEach(async () => {
  owner = anyDirector();
  const one = await merchantOfOwner(shop.test, ownBvn());
  [flagged, customerId] = [one.merchantId, one.thirdPartyCustomerId];
  sister = (await merchantOfOwner(shop.test, ownBvn())).merchantId;
  for (const ref of [flagged, sister]) await direct(ref, owner);
});

const call = (ref: string, { test: tenant } = shop) => ({ actor: sandboxActor(tenant), ref, now: now() });
const direct = (ref: string, ...input: DirectorInput[]) => saveAnyDirectors({ ...call(ref), input });

/** Why the shop's request is not lent after its approval; null where it is. */
async function refusal(ref: string, at = now()): Promise<string | null> {
  await submitKyc(call(ref));
  await reviewKyc({ ...call(ref), outcome: { status: "APPROVED" } });
  return askAgain(ref, at);
}

async function askAgain(ref: string, at = now()): Promise<string | null> {
  const input = { amountRequested: 5_000, tenorDays: 90, purpose: "Other", financingTimeframeDays: 7 } as const;
  const { id } = await createFundingRequest({ ...call(ref), input, now: at });
  await decideFundingRequest(id, at);
  const [row] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, id));
  if (row?.status === "PENDING") throw new Error("It has not been decided.");
  return row?.failureReason ?? null;
}

/** What the others of the merchant's borrower have against them, at its marketplace. */
const hereFor = async (merchantId: string, at = now()) =>
  (await otherExposureOf(everyMerchantOf(shop.test), merchantId, at)).here;

/** What a shop does to have nothing to do with the other any more. */
const ways: [string, (ref: string) => Promise<unknown>][] = [
  ["replaces its director", (ref) => direct(ref, anyDirector())],
  ["gives the number another name", (ref) => direct(ref, { ...owner, lastName: "Bello" })],
  ["says that the number is a NIN", (ref) => direct(ref, { ...owner, identityType: "NIN" })],
  [
    "adds another and removes the first",
    async (ref) => {
      const { directors } = await direct(ref, owner, anyDirector());
      await removeDirector({ ...call(ref), directorId: directors[0]?.id ?? "", watch: keepIdentities });
    },
  ],
  [
    "does so twice over",
    async (ref) => {
      await direct(ref, anyDirector());
      await direct(ref, anyDirector());
    },
  ],
];

describe.each(ways)("fraud is not left behind by a shop that %s", (_, leave) => {
  const isFraud = async () => (await hereFor(sister)).fraud;

  test("where it was reported, nor by its sister", async () => {
    await report(shop, flagged, "FRAUD");
    await leave(flagged);
    expect(await isFraud()).toBe(true);
    await leave(sister);
    expect(await isFraud()).toBe(true);
    await report(shop, flagged, "CLEARED");
    expect(await isFraud()).toBe(false);
  });

  test("where it was not", async () => {
    await report(shop, flagged, "FRAUD");
    await leave(sister);
    expect(await isFraud()).toBe(true);
  });
});

test("while fraud is in force nothing is lent to whom it concerned when it was reported; once cleared, it is", async () => {
  await report(shop, flagged, "FRAUD");
  await direct(flagged, anyDirector());
  expect(await refusal(sister)).toBe("RISK_TIER_BLOCKED");
  await report(shop, flagged, "CLEARED");
  expect(await askAgain(sister)).toBeNull();
});

describe("fraud follows", () => {
  test("as a record tells of it", async () => {
    const record = merchantRecord({ merchantIdentity: { merchantId: customerId } }, now());
    const input = { ...record, behavioralRisk: { ...record.behavioralRisk, hasFraudFlags: true } };
    const { submissionId } = await submitSalesData({ ...call(flagged), input });
    await scoreSubmission(submissionId, now());
    await direct(flagged, anyDirector());
    expect(await refusal(sister)).toBe("RISK_TIER_BLOCKED");
  });

  test("to a shop that the person opens afterwards, and to another marketplace, where nobody is told why", async () => {
    await report(shop, flagged, "FRAUD");
    await direct(flagged, anyDirector());
    const there = await directedMerchant(other.test, owner);
    const exposure = await otherExposureOf(everyMerchantOf(other.test), there, now());
    expect(exposure).toMatchObject({ here: { fraud: false }, elsewhere: { fraud: true } });
  });

  test("nobody whose number was never verified, nor who left before it was reported", async () => {
    const typo = { identityNumber: "22222220000" };
    const [wrong, stranger] = [await directedMerchant(shop.test, typo), await directedMerchant(shop.test, typo)];
    await report(shop, wrong, "FRAUD");
    await direct(wrong, anyDirector());
    await direct(flagged, anyDirector());
    await report(shop, flagged, "FRAUD");
    for (const merchantId of [stranger, sister]) {
      expect(await hereFor(merchantId)).toMatchObject({ fraud: false });
    }
    expect(await refusal(sister)).toBeNull();
  });
});

describe("what a borrower owes is not left behind by a sister that replaces its director", () => {
  const late = later(now(), 70 * day);

  test("a default, until what was lost is recovered", async () => {
    const { loanId } = await activeLoan(shop.test, flagged, { now: now() });
    await defaultLoan({ ...call(flagged), loanId, input: { reason: "DECIDED" } });
    await direct(sister, anyDirector());
    expect(await refusal(sister)).toBe("DEFAULTED_LOAN");
    await writeOffLoan({ ...call(flagged), loanId, input: { reason: "Gone." } });
    expect(await askAgain(sister)).toBe("DEFAULTED_LOAN");
    await repayLoan({ ...call(flagged), loanId, input: { amount: 109_000 } });
    expect(await askAgain(sister)).toBeNull();
  });

  test("a loan that is late only afterwards, and what it takes of the cap meanwhile, but no cap once it is repaid", async () => {
    const { loanId } = await activeLoan(shop.test, flagged, { now: now() });
    await direct(sister, anyDirector());
    expect(await hereFor(sister)).toMatchObject({ committed: 10_000_000, overdue: false });
    expect(await hereFor(sister, late)).toMatchObject({ overdue: true });
    await repayLoan({ ...call(flagged), loanId, input: { amount: 109_000 } });
    expect(await hereFor(sister, late)).toMatchObject({ committed: 0, highestCap: 0, overdue: false });
  });
});

test("what is kept is a keyed digest alone, once", async () => {
  await report(shop, flagged, "FRAUD");
  for (const one of [anyDirector(), owner, anyDirector()]) await direct(flagged, one);
  const rows = await db().select().from(keptIdentities);
  expect(JSON.stringify(rows)).not.toContain(owner.identityNumber);
  const digests = rows.map((row) => `${row.kycId} ${row.identityDigest}`);
  expect(new Set(digests).size).toBe(digests.length);
});
