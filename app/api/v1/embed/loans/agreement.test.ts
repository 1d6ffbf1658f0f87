import { decodeJwt } from "jose";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as download } from "@/app/api/v1/marketplace-api/loans/[loanId]/agreement/route";
import { POST as acceptInTest } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/accept/route";
import { db } from "@/db/client";
import { agreements } from "@/db/schema/agreements";
import { sha256 } from "@/lib/kernel/crypto";
import { changeTerms } from "@/lib/lending/servicing/change-terms";
import { makeAgreementPdf } from "@/lib/loans/agreements/make-agreement-pdf";
import { templateVersion } from "@/lib/loans/agreements/template";
import { keyFactsAnswer } from "@/lib/terms/agreements";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { merchantWithOffer } from "@/test/factories/journey-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { askAs, type OperationName } from "@/test/journey-loan-calls";
import { now } from "@/test/time";

useDatabase();

let marketplace: TestMarketplace;
let merchant: Awaited<ReturnType<typeof merchantWithOffer>>;
beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  merchant = await merchantWithOffer(marketplace.test);
});

const ask = (name: OperationName) => askAs(merchant, name);
const downloadBy = (key: string) => call(download, { key, params: { loanId: merchant.loanId } });

async function kept() {
  const rows = await db().select().from(agreements);
  return rows.filter(({ id }) => id === merchant.loanId);
}

describe("the agreement that accepting makes", () => {
  test("is a PDF whose SHA-256 the loan shows, the same for the merchant and its marketplace", async () => {
    const { json: loan } = await ask("accept");
    const mine = await ask("agreement");
    expect(mine.status).toBe(200);
    expect(mine.headers.get("content-type")).toBe("application/pdf");
    expect(mine.headers.get("content-disposition")).toBe(`attachment; filename="agreement-${loan.reference}.pdf"`);
    expect(mine.text).toMatch(/^%PDF-/);
    const digest = sha256(mine.bytes);
    expect(loan.agreement).toEqual({ sha256: digest, templateVersion, acceptedAt: expect.any(String) });
    expect(mine.headers.get("repr-digest")).toBe(`sha-256=:${Buffer.from(digest, "hex").toString("base64")}:`);
    expect((await downloadBy(marketplace.testKey)).bytes.equals(mine.bytes)).toBe(true);
    expect((await ask("keyFacts")).json).toMatchObject({ agreement: { sha256: digest } });
  });

  test("says who, when, from where and under which token, and can be made again from what is kept", async () => {
    await ask("accept");
    const [row] = await kept();
    const tokenId = decodeJwt(merchant.token).jti ?? "";
    expect(row).toMatchObject({ acceptedBy: `embed:${merchant.merchantId}`, acceptedFrom: "unknown", tokenId });
    if (!row) throw new Error("Nothing was kept.");
    const { borrower, marketplace: shop } = row.content.facts;
    const at = row.acceptedAt.toISOString();
    const again = await makeAgreementPdf(row.content, { by: `${borrower}, on ${shop}`, at, from: "unknown", tokenId });
    expect(again.equals(row.pdf)).toBe(true);
  });

  test("is made once, however often it is accepted", async () => {
    await Promise.all([ask("accept"), ask("accept"), ask("accept")]);
    expect(await kept()).toHaveLength(1);
  });

  test("is made by the test helper too, in the name of the key", async () => {
    const { loanId } = merchant;
    const { json } = await call(acceptInTest, { key: marketplace.testKey, method: "POST", params: { loanId } });
    const [row] = await kept();
    expect(row).toMatchObject({ acceptedBy: expect.stringMatching(/^key_/), acceptedFrom: null, tokenId: null });
    expect(json).toMatchObject({ status: "ACTIVE", agreement: { sha256: row?.sha256 } });
  });

  test("is not there before, nor after a decline", async () => {
    const missing = { status: 404, json: { code: "NOT_FOUND", detail: "No such agreement." } };
    expect(await ask("agreement")).toMatchObject(missing);
    expect(await downloadBy(marketplace.testKey)).toMatchObject(missing);
    expect((await ask("read")).json).toMatchObject({ agreement: null });
    await ask("decline");
    expect(await ask("agreement")).toMatchObject(missing);
  });

  test.each(["update agreements set sha256 = default", "delete from agreements", "truncate agreements"])(
    "stays as it is: %s",
    async (statement) => {
      await ask("accept");
      await expect(db().execute(statement)).rejects.toMatchObject({ cause: { code: "23001" } });
      expect(await kept()).toHaveLength(1);
    },
  );
});

describe("key facts", () => {
  test("are those of the offer, for its merchant", async () => {
    const { status, json } = await ask("keyFacts");
    expect(status).toBe(200);
    expect(keyFactsAnswer.parse(json)).toEqual(json);
    expect(json).toMatchObject({
      agreement: null,
      templateVersion,
      facts: {
        test: true,
        lender: "Test Lender",
        principalAmount: 100_000,
        fee: 9_000,
        totalRepayment: 109_000,
        deductionPercentage: 10,
        minimumDeduction: 100,
        purpose: "Working capital",
        complaints: "support@localhost",
        defaultAfterDays: 90,
      },
    });
  });

  test("stay as they were agreed when the terms change", async () => {
    const { loanId } = merchant;
    await call(acceptInTest, { key: marketplace.testKey, method: "POST", params: { loanId } });
    const before = await ask("keyFacts");
    const input = { minimumDeduction: 50, reason: "Relief" };
    await changeTerms({ actor: sandboxActor(marketplace.test), loanId, input, now: now() });
    expect((await ask("read")).json).toMatchObject({ deduction: { minimum: 50 } });
    expect((await ask("keyFacts")).json).toEqual(before.json);
    expect(before.json).toMatchObject({ facts: { minimumDeduction: 100 } });
  });
});
