import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { identityChecks } from "@/db/schema/identity";
import { directors, kycRecords } from "@/db/schema/kyc";
import { ownedBy } from "@/db/tenancy";
import { hour, later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { companyNotChecked, judgedPerson } from "@/lib/terms/kyc/evidence";
import { useDatabase } from "@/test/database";
import {
  anyBusinessInfo,
  anyDirector,
  anyMerchant,
  completeKyc,
  sandboxActor,
  saveAnyDirectors,
  submittedMerchant,
} from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { as, run } from "@/test/operator-terminal";
import { now } from "@/test/time";

useDatabase();

let shop: TestMarketplace;
let merchantId: string;
beforeAll(async () => {
  shop = await createMarketplace();
  await run(`operator add ${as} First Reviewer`, {});
});
beforeEach(async () => {
  ({ merchantId } = await anyMerchant(shop.test));
});

const show = () => run(`kyc show ${merchantId}`);
const saveDirectors = (...input: ReturnType<typeof anyDirector>[]) =>
  saveAnyDirectors({ actor: sandboxActor(shop.test), ref: merchantId, input, now: now() });

test("who does not say who acts learns nothing of the merchant", async () => {
  await expect(run(`kyc show ${merchantId}`, {})).rejects.toThrow("Say who acts");
});

test("what waits for review is listed, and nothing else", async () => {
  const waiting = await submittedMerchant(shop.live);
  const listed = await run("kyc list", {});
  expect(listed).toMatch(new RegExp(`live {2}Ada Foods \\(${waiting.merchantId}\\) of .*, SUBMITTED since 20`));
  expect(listed).not.toContain(merchantId);
});

test("what was given is shown whole, but for identity numbers", async () => {
  const director = anyDirector({ middleName: "Ngozi" });
  await completeKyc(shop.test, merchantId, director);
  const numbers = { registrationNumber: "RC 123456", taxNumber: "22145678901" };
  const input = { ...anyBusinessInfo, ...numbers, businessName: "Ada Foods" };
  await saveBusinessInfo({ actor: sandboxActor(shop.test), ref: merchantId, input, now: now() });
  const shown = await show();
  const { firstName, lastName, dateOfBirth, identityNumber } = director;
  for (const part of [
    `Business     Ada Foods, ${anyBusinessInfo.businessType}\n`,
    "registration number RC 123456, tax number *******8901\n",
    `Director     ${firstName} Ngozi ${lastName} (dir_`,
    `, born ${dateOfBirth}, Nigerian, primary\n             BVN *******${identityNumber.slice(-4)}, VERIFIED\n`,
    "Document     CAC_CERTIFICATE, certificate.pdf (doc_",
  ]) {
    expect(shown).toContain(part);
  }
  expect(shown).not.toMatch(/\d{11}|! /);
});

test("what checks found is flagged beside what it is about", async () => {
  const shared = anyDirector({ identityType: "NIN" });
  const other = await createMarketplace();
  const { merchantId: theirs } = await anyMerchant(other.test);
  await saveAnyDirectors({ actor: sandboxActor(other.test), ref: theirs, input: [shared], now: now() });
  await completeKyc(shop.test, merchantId);
  await saveDirectors(anyDirector({ identityNumber: "22145670000", dateOfBirth: "2020-01-01" }), shared);
  const input = { ...anyBusinessInfo, businessName: "Ada and Daughters", taxNumber: "abc" };
  const merchant = { kind: "embedToken", tenant: shop.test, merchantId } as const;
  await saveBusinessInfo({ actor: merchant, ref: merchantId, input, now: now() });
  const flags = (await show()).split("\n").filter((line) => /^Director|^ +! /.test(line));
  expect(flags.map((line) => line.replace(/^ +|(?<=^Director).*/g, ""))).toEqual([
    "! The taxNumber is of no shape known to be issued.",
    `! The marketplace sent another businessName: ${anyBusinessInfo.businessName}`,
    "Director",
    "! The number did not match the person, or could not be checked.",
    "! Under 18 by the date of birth given.",
    "Director",
    "! Nobody has checked this number: compare it with the document.",
    "! The same number is in the KYC of another merchant.",
  ]);
});

test("what was compared with registers is shown field by field, and what was not", async () => {
  ({ merchantId } = await submittedMerchant(shop.live, { identityConsent: "check-1" }));
  const [kyc] = await db().select().from(kycRecords).where(eq(kycRecords.merchantId, merchantId));
  const [director] = await db()
    .select()
    .from(directors)
    .where(eq(directors.kycId, kyc?.id ?? ""));
  const { id: kycId = "" } = kyc ?? {};
  const fields = { number: "MATCH", firstName: "MATCH", lastName: "NO_MATCH", dateOfBirth: "NOT_CHECKED" } as const;
  const common = { ...ownedBy(shop.live), kycId, claimDigest: "d", askedAt: now() };
  await db()
    .insert(identityChecks)
    .values([
      {
        ...common,
        id: newId("identityCheck"),
        register: "BVN",
        identityDigest: director?.identityDigest ?? "",
        evidence: judgedPerson(fields),
      },
      {
        ...common,
        id: newId("identityCheck"),
        register: "CAC",
        evidence: companyNotChecked("NO_CREDIT"),
        dueAt: later(now(), hour),
      },
    ]);
  const shown = await show();
  expect(shown).toMatch(
    /! BVN on \S+: number the same, first name the same, last name differs, date of birth not compared[.]/,
  );
  expect(shown).toMatch(
    /! The register \(CAC\) is asked again at \S+Z[.] Last: the service’s account with it has no credit[.]/,
  );
  expect(shown).toMatch(/agreed to being compared \(check-1\) by the marketplace's word on \S+Z/);
});

test("what was asked for is shown with whether the merchant has changed it, and so it is before a decision", async () => {
  ({ merchantId } = await submittedMerchant(shop.test));
  const asked = { as, step: "directors", item: "address", code: "ADDRESS_UNCLEAR", message: "Which street?" };
  await run(`kyc ask ${merchantId}`, asked);
  const line = "Asked        directors, address, ADDRESS_UNCLEAR: Which street? ";
  expect(await show()).toContain(`${line}(not changed yet)`);
  await saveDirectors(anyDirector());
  expect(await show()).toContain(`${line}(changed since)`);
  await submitKyc({ actor: sandboxActor(shop.test), ref: merchantId, now: now() });
  const deciding = await run(`kyc reject ${merchantId}`, { as, reason: "Not theirs." });
  expect(deciding).toContain(`${line}(changed since)\nReject the KYC of this merchant: Not theirs.\n`);
  expect(await show()).toMatch(/\nRejected {5}Not theirs\.$/);
});
