import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { directors, kycRecords } from "@/db/schema/kyc";
import { lenderProducts } from "@/db/schema/lenders";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { auditLog } from "@/db/schema/operations";
import { accountMails } from "@/db/schema/users";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { checkPassword } from "@/lib/parties/people/password/check-password";
import { findStaff } from "@/lib/parties/people/queries";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { UsageError } from "@/lib/surfaces/console/command";
import { useDatabase } from "@/test/database";
import { sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan, anyLoan, heldLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyUser } from "@/test/factories/oauth";
import { addSecondFactor, anyStaff } from "@/test/factories/staff";
import { as, files, run } from "@/test/operator-terminal";
import { now } from "@/test/time";
import { usage } from "./run-command";

useDatabase();

let shop: TestMarketplace;
let operatorId: string;
beforeAll(async () => {
  shop = await createMarketplace();
  const shown = await run(`operator add ${as} First Reviewer`, {});
  operatorId = /usr_\w+/.exec(shown)?.[0] ?? "";
});

async function audited(subjectId: string) {
  const { actor, action, detail, marketplaceId } = auditLog;
  return db()
    .select({ actor, action, detail, marketplaceId })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, subjectId), eq(auditLog.actor, operatorId)))
    .orderBy(auditLog.number);
}

async function kycOf(merchantId: string) {
  const [row] = await db().select().from(kycRecords).where(eq(kycRecords.merchantId, merchantId));
  return row;
}

test("the first operator adds itself, the next is added by name", async () => {
  expect(await audited(operatorId)).toEqual([
    { actor: operatorId, action: "operator.add", detail: { email: as, role: "ADMIN" }, marketplaceId: null },
  ]);
  const shown = await run("operator add second@financing.example Second Reviewer");
  expect(shown).toMatch(
    /^Operator {5}Second Reviewer <second@financing.example>, ADMIN\n.*\nCreated usr_\w+\. Password, shown once: \w{20}$/,
  );
  await expect(run("operator add second@financing.example Second Reviewer")).rejects.toThrow("already has an account");
});

test("nobody acts without a name, nor with one that is nobody's", async () => {
  await expect(run(`marketplace live ${shop.marketplaceId}`, {})).rejects.toThrow(UsageError);
  await expect(run(`marketplace live ${shop.marketplaceId}`, { as: "who@financing.example" })).rejects.toThrow(
    "There is no operator who@financing.example",
  );
});

test("a command that is none, or lacks a word, says so", async () => {
  await expect(run("marketplace sink")).rejects.toThrow('There is no command "marketplace sink".');
  await expect(run("kyc approve")).rejects.toThrow("The merchant's id is missing.");
  await expect(run("kyc approve mer_none")).rejects.toThrow("No such merchant.");
  expect(usage().join("\n")).toContain("kyc reject MERCHANT --reason TEXT");
});

test("names are shown before anything is done, and no means no", async () => {
  const { merchantId, thirdPartyCustomerId } = await submittedMerchant(shop.test);
  const shown = await run(`kyc approve ${merchantId}`, { as }, () => false);
  expect(shown).toContain(`(${shop.marketplaceId}), test`);
  expect(shown).toContain(`(${merchantId}, there ${thirdPartyCustomerId})`);
  expect(shown).toContain("KYC SUBMITTED");
  expect(shown).toMatch(/Approve the KYC of this merchant\nNothing was done\.$/);
  expect((await kycOf(merchantId))?.status).toBe("SUBMITTED");
  expect(await audited(merchantId)).toEqual([]);
});

test("a marketplace goes live once", async () => {
  expect(await run(`marketplace live ${shop.marketplaceId}`)).toMatch(
    /not live\n {2}! {3}A test loan was paid out[\s\S]*\nTake this marketplace live\nIt is live\.$/,
  );
  const [row] = await db().select().from(marketplaces).where(eq(marketplaces.id, shop.marketplaceId));
  expect(row?.liveAt).toBeInstanceOf(Date);
  expect(await run(`marketplace live ${shop.marketplaceId}`)).toMatch(/, live since 20\S+$/);
  expect(await audited(shop.marketplaceId)).toMatchObject([{ action: "marketplace.take-live" }]);
  expect(await run("marketplace list", {})).toContain(`(${shop.marketplaceId}), live since 20`);
});

describe("KYC", () => {
  const asked = { as, step: "directors", item: "address", code: "ADDRESS_UNCLEAR", message: "Which street?" };

  test("is approved in live, where nobody else can", async () => {
    const { merchantId } = await submittedMerchant(shop.live);
    expect(await run(`kyc approve ${merchantId}`)).toMatch(/The KYC is APPROVED\.$/);
    const kyc = await kycOf(merchantId);
    expect(kyc).toMatchObject({ status: "APPROVED" });
    const known = await db()
      .select()
      .from(directors)
      .where(eq(directors.kycId, kyc?.id ?? ""));
    expect(known.map(({ verificationStatus }) => verificationStatus)).toEqual(["VERIFIED"]);
    expect(await audited(merchantId)).toMatchObject([{ action: "kyc.review", detail: { outcome: "APPROVED" } }]);
    expect(await run(`kyc show ${merchantId}`)).toContain("KYC APPROVED");
  });

  test("is rejected with a reason, and reopened by two", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    await expect(run(`kyc reject ${merchantId}`)).rejects.toThrow("--reason is missing.");
    await run(`kyc reject ${merchantId}`, { as, reason: "Not theirs." });
    expect(await kycOf(merchantId)).toMatchObject({ status: "REJECTED", rejectionReason: "Not theirs." });
    await expect(run(`kyc reopen ${merchantId}`, asked)).rejects.toThrow("say why with --note");
    const proposed = await run(`kyc reopen ${merchantId}`, { ...asked, note: "They sent the papers by post." });
    const [, proposalId] = /Proposed \((\S+)\)\. Another operator decides\.$/.exec(proposed) ?? [];
    await expect(run(`proposal approve ${proposalId}`)).rejects.toThrow("You proposed this");
    expect(await kycOf(merchantId)).toMatchObject({ status: "REJECTED" });
    const second = "third@financing.example";
    await run(`operator add ${second} Third Reviewer`);
    await run(`proposal approve ${proposalId}`, { as: second });
    expect(await kycOf(merchantId)).toMatchObject({ status: "REQUIRES_UPDATE", rejectionReason: null });
  });

  test("is asked about again, completely", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    await expect(run(`kyc ask ${merchantId}`, { ...asked, step: "hobbies" })).rejects.toThrow(/step: Must be one of/);
    await run(`kyc ask ${merchantId}`, asked);
    expect((await kycOf(merchantId))?.requirements).toEqual([
      { step: "directors", item: "address", reasonCode: "ADDRESS_UNCLEAR", message: "Which street?", resolved: false },
    ]);
  });
});

describe("a held payout", () => {
  const stateOf = async (loanId: string) =>
    (await db().select({ status: loans.status }).from(loans).where(eq(loans.id, loanId)))[0]?.status;

  test("is listed with whose account it is, and released", async () => {
    const { merchantId } = await lendableMerchant(shop.test);
    const { loanId, reference } = await heldLoan(shop.test, merchantId);
    expect(await run("payout list", {})).toContain(`${reference} (${loanId}), ₦100,000.00, PAYOUT_HELD\nAccount of   `);
    expect(await run(`payout release ${reference}`)).toMatch(/Release the payout of this loan\nReleased\.$/);
    expect(await stateOf(loanId)).toBe("DISBURSING");
    expect(await audited(loanId)).toMatchObject([{ action: "loan.payout-release" }]);
    expect(await run("payout list", {})).not.toContain(reference);
  });

  test("is refused with a reason", async () => {
    const { merchantId } = await lendableMerchant(shop.test);
    const { loanId } = await heldLoan(shop.test, merchantId);
    await expect(run(`payout refuse ${loanId}`)).rejects.toThrow("--reason is missing.");
    expect(await run(`payout refuse ${loanId}`, { as, reason: "Not yours." })).toMatch(/Refused\.$/);
    expect(await stateOf(loanId)).toBe("ACCEPTED");
    expect(await audited(loanId)).toMatchObject([{ action: "loan.payout-refuse", detail: { reason: "Not yours." } }]);
  });
});

describe("what was overpaid", () => {
  async function overpaidLoan(naira = 1_000) {
    const { merchantId } = await lendableMerchant(shop.test);
    const { loanId } = await activeLoan(shop.test, merchantId);
    await repay(loanId, 109_000 + naira);
    return loanId;
  }
  const repay = (loanId: string, amount: number) =>
    repayLoan({ actor: sandboxActor(shop.test), loanId, input: { amount }, now: now() });

  test("is shown with the account before it is sent back, once", async () => {
    const loanId = await overpaidLoan();
    const shown =
      /\nAccount of {3}.+ \(Guaranty Trust Bank …6789\)\nRefund ₦1,000\.00 to this account\nOrdered as (pay_\w+)\.$/;
    const [, payoutId = ""] = shown.exec(await run(`loan refund ${loanId}`)) ?? [];
    expect(await audited(loanId)).toMatchObject([{ action: "loan.refund" }]);
    expect(await run(`loan refund ${loanId}`)).toContain(
      `₦1,000.00 is owed, and a transfer is under way (${payoutId})`,
    );
  });

  test("is not sent when it is no longer what was shown", async () => {
    const loanId = await overpaidLoan();
    const more = () => repay(loanId, 50);
    await expect(run(`loan refund ${loanId}`, { as }, more)).rejects.toThrow("has changed since it was shown");
    expect(await audited(loanId)).toEqual([]);
  });

  test("is nothing, or has nowhere to go", async () => {
    const { merchantId } = await lendableMerchant(shop.test);
    const { loanId } = await anyLoan(shop.test, merchantId);
    expect(await run(`loan refund ${loanId}`)).toMatch(/\nNothing is owed to the merchant\.$/);
    await cancelLoan({ actor: sandboxActor(shop.test), loanId, input: { reason: "DECLINED" }, now: now() });
    await repay(loanId, 75.5);
    expect(await run(`loan refund ${loanId}`)).toMatch(/\n₦75\.50 is owed, and there is no account to send it to/);
  });
});

describe("a lender", () => {
  const product = {
    riskTier: "A",
    lowestDeduction: 5,
    highestDeduction: 20.5,
    ratePer30Days: 1.35,
    defaultAfterDays: 60,
    recoversFromSales: true,
  };
  const lender = {
    environment: "live",
    name: "First Lender",
    minimumPrincipal: 5_000,
    maximumPrincipal: 2_000_000,
    minimumDeduction: 100,
    tenors: [30, 90],
    products: [product],
  };

  test("is created from a file, shown as one, and changed by one", async () => {
    files["lender.json"] = lender;
    const id = /lnd_\w+/.exec(await run("lender create lender.json"))?.[0] ?? "";
    expect(JSON.parse(await run(`lender show ${id}`, {}))).toEqual(lender);
    expect(await run("lender list", {})).toContain(`live  First Lender (${id})`);
    files["changed.json"] = { ...lender, tenors: [30], products: [{ ...product, ratePer30Days: 2 }] };
    expect(await run(`lender change ${id} changed.json`)).toMatch(/1\.35% for 30 days.*2% for 30 days.*Changed\./s);
    expect(await db().select().from(lenderProducts).where(eq(lenderProducts.lenderId, id))).toEqual([
      {
        lenderId: id,
        riskTier: "A",
        tenorDays: 30,
        lowestDeductionBasisPoints: 500,
        highestDeductionBasisPoints: 2_050,
        rateBasisPoints: 200,
        defaultAfterDays: 60,
        recoversFromSales: true,
      },
    ]);
    expect(await audited(id)).toMatchObject([{ action: "lender.create" }, { action: "lender.change" }]);
    files["moved.json"] = { ...lender, environment: "test" };
    await expect(run(`lender change ${id} moved.json`)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test.each([
    [{ ...lender, maximumPrincipal: 1_000 }, "maximumPrincipal: Must not be below the minimum"],
    [{ ...lender, minimumPrincipal: 500 }, "minimumPrincipal: Must be at least 1000"],
    [{ ...lender, tenors: [45] }, "tenors.0: Must be one of 30"],
    [{ ...lender, tenors: [30, 30] }, "tenors: Must not name a tenor twice"],
    [{ ...lender, products: [product, product] }, "products: Must not name a tier twice"],
    [{ ...lender, products: [{ ...product, riskTier: "E" }] }, "products.0.riskTier: Must be a tier that is lent to"],
    [{ ...lender, products: [{ ...product, lowestDeduction: 5.2 }] }, "lowestDeduction: Must be in steps of 0.5"],
    [{ ...lender, products: [{ ...product, lowestDeduction: 25 }] }, "highestDeduction: Must not be below the lowest"],
    [{ ...lender, surprise: 1 }, "The lender is not valid."],
    [{ ...lender, name: undefined }, "name: Is required"],
  ])("with a mistake is not taken: %#", async (wrong, message) => {
    files["wrong.json"] = JSON.parse(JSON.stringify(wrong));
    await expect(run("lender create wrong.json")).rejects.toThrow(message);
  });
});

test("a user who has lost the password gets another, and every session ends", async () => {
  const ada = await anyUser();
  const shown = await run(`user set-password merchant ${ada.email.toUpperCase()}`);
  expect(shown).toContain(`${ada.name} <${ada.email}>, merchant (${ada.id})`);
  const password = /once: (\w{20})$/.exec(shown)?.[1] ?? "";
  const input = { email: ada.email, password };
  expect(await checkPassword({ kind: "merchant", input })).toMatchObject({ id: ada.id, sessionEpoch: 1 });
  expect(await audited(ada.id)).toMatchObject([{ action: "user.set-password", detail: { kind: "merchant" } }]);
  await expect(run(`user set-password operator ${ada.email}`)).rejects.toThrow("There is no operator");
  await expect(run(`user set-password owner ${ada.email}`)).rejects.toThrow("The kind is one of");
});

test("a second factor whose app and recovery codes are lost is dropped, which ends every session and is told", async () => {
  const ada = await anyStaff(shop.test, "DEVELOPER");
  await addSecondFactor(ada.id);
  const line = `user drop-second-factor marketplace ${ada.email}`;
  await run(line, { as }, () => false);
  expect((await findStaff(ada.id))?.secondFactorSince).not.toBeNull();
  expect(await run(line)).toMatch(/Done\. The user is written to\.$/);
  expect(await findStaff(ada.id)).toMatchObject({ secondFactorSince: null, sessionEpoch: 1 });
  expect(await audited(ada.id)).toMatchObject([{ action: "user.second-factor-off", detail: { kind: "marketplace" } }]);
  const mails = await db().select().from(accountMails).where(eq(accountMails.recipient, ada.email.toLowerCase()));
  expect(mails.map(({ kind }) => kind)).toEqual(["SECOND_FACTOR_OFF"]);
  expect(await run(line)).toContain("Has no second factor");
});
