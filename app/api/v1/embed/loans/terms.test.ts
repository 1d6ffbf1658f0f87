import { beforeAll, beforeEach, expect, test } from "vitest";
import { GET as readStatus } from "@/app/api/marketplace/loans/[loanId]/status/route";
import { POST as changeTerms } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/change-terms/route";
import { journeyLoan } from "@/lib/surfaces/journey/schema";
import { loanStatusAnswer } from "@/lib/terms/loans/schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { setLoan } from "@/test/factories/disbursed-loan";
import { embedTokenOf } from "@/test/factories/embed";
import { anyMerchant } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { askAs, type OperationName } from "@/test/journey-loan-calls";

useDatabase();

let marketplace: TestMarketplace;
let merchant: { token: string; loanId: string };
beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  const { merchantId } = await anyMerchant(marketplace.test);
  const { loanId } = await activeLoan(marketplace.test, merchantId);
  await setLoan(marketplace.test, loanId, { lowestDeductionBasisPoints: 500, highestDeductionBasisPoints: 2_500 });
  merchant = { token: await embedTokenOf(marketplace.test, merchantId), loanId };
});

const propose = (body: object) =>
  call(changeTerms, { key: marketplace.testKey, params: { loanId: merchant.loanId }, body });
const idIn = ({ json }: Awaited<ReturnType<typeof propose>>) => loanStatusAnswer.parse(json).proposal?.id ?? "none";
const answer = (name: OperationName, proposalId?: unknown) => askAs(merchant, name, { body: { proposalId } });

test("the marketplace and the merchant see what is proposed; what the merchant agrees to holds", async () => {
  const proposed = await propose({ deductionPercentage: 15, dueDate: "2036-01-01", reason: "More time." });
  const proposal = {
    id: expect.stringMatching(/^prp_/),
    deductionPercentage: 15,
    minimumDeduction: 100,
    dueDate: "2036-01-01",
    reason: "More time.",
    proposedAt: expect.stringMatching(/Z$/),
  };
  expect(proposed).toMatchObject({ status: 200, json: { deduction: { percentage: 10 }, proposal } });
  const key = await accessTokenOf(marketplace.test, { scopes: ["loans.read"] });
  const status = await call(readStatus, { key, params: { loanId: merchant.loanId } });
  expect(loanStatusAnswer.strict().parse(status.json).proposal).toEqual(proposal);
  const shown = await askAs(merchant, "read");
  expect(journeyLoan.strict().parse(shown.json).proposal).toEqual(proposal);

  const id = idIn(proposed);
  const agreed = { deduction: { percentage: 15 }, dueDate: "2036-01-01", proposal: null };
  for (let i = 0; i < 2; i++) {
    expect(await answer("acceptTerms", id)).toMatchObject({ status: 200, json: agreed });
  }
  expect(await answer("declineTerms", id)).toMatchObject({ status: 409, json: { code: "PROPOSAL_NOT_OPEN" } });
});

test("declined, today's terms go on", async () => {
  const id = idIn(await propose({ minimumDeduction: 101 }));
  for (let i = 0; i < 2; i++) {
    const kept = { status: 200, json: { deduction: { minimum: 100 }, proposal: null } };
    expect(await answer("declineTerms", id)).toMatchObject(kept);
  }
});

test("an answer names the proposal that was seen: a replaced one is a conflict", async () => {
  const id = idIn(await propose({ minimumDeduction: 101 }));
  await propose({ minimumDeduction: 5_000 });
  for (const name of ["acceptTerms", "declineTerms"] as const) {
    expect(await answer(name, id)).toMatchObject({ status: 409, json: { code: "PROPOSAL_NOT_OPEN" } });
    for (const nameless of [undefined, null, 7, "", " "]) {
      expect(await answer(name, nameless)).toMatchObject({ status: 400, json: { errors: [{ field: "proposalId" }] } });
    }
  }
  expect((await askAs(merchant, "read")).json).toMatchObject({ deduction: { minimum: 100 } });
});

test("outside the lender's range a percentage is refused by name", async () => {
  expect(await propose({ deductionPercentage: 4.5 })).toMatchObject({
    status: 400,
    json: { errors: [{ field: "deductionPercentage", error: expect.stringMatching("from 5 to 25") }] },
  });
});
