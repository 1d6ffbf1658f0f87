import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { termProposals } from "@/db/schema/loan-changes";
import { loanInstallments } from "@/db/schema/loans";
import { day, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { reverseRepayment } from "@/lib/sandbox/test-helpers/test-loans/reverse-repayment";
import { useDatabase } from "@/test/database";
import { setLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { activeLoan, anyLoan, toldOf } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { instant } from "@/test/time";
import { acceptTerms } from "./accept-terms";
import { changeTerms } from "./change-terms";
import { declineTerms } from "./decline-terms";
import { defaultLoan } from "./default-loan";
import type { ChangeTerms } from "./schema";
import { writeOffLoan } from "./write-off-loan";

useDatabase();

const start = instant("2026-03-02T09:00:00Z");
const at = (days: number) => later(start, days * day);
const range = { lowestDeductionBasisPoints: 500, highestDeductionBasisPoints: 2_500 };
let marketplace: TestMarketplace;
let merchantId: string;
/** 100,000 naira until 2026-05-31: 10 percent of each sale, at least 100 naira, in a range of 5 to 25. */
let loanId: string;
beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  merchantId = (await anyMerchant(marketplace.test)).merchantId;
  loanId = await runningLoan();
});

async function runningLoan(make: typeof activeLoan = activeLoan): Promise<string> {
  const made = await make(marketplace.test, merchantId, { now: start });
  await setLoan(marketplace.test, made.loanId, range);
  return made.loanId;
}

const on = (now: BusinessTime, id = loanId) => ({ actor: sandboxActor(marketplace.test), loanId: id, now });
const change = (input: ChangeTerms & { reason?: string }, now = at(1), id = loanId) =>
  changeTerms({ ...on(now, id), input: { reason: "Sales have changed.", ...input } });
const read = (id = loanId) => readLoanStatus(everyMerchantOf(marketplace.test), id, at(1));
const openIn = async (id = loanId) => (await read(id)).proposal?.id ?? "none";
const accept = (proposalId: string, now = at(2), id = loanId) => acceptTerms({ ...on(now, id), input: { proposalId } });
const decline = (proposalId: string, now = at(2)) => declineTerms({ ...on(now), input: { proposalId } });
const updates = async () => (await toldOf(merchantId)).filter(({ event }) => event === "loan.repayment_updated");

async function decisions(): Promise<(string | null)[]> {
  const rows = await db()
    .select()
    .from(termProposals)
    .where(eq(termProposals.loanId, loanId))
    .orderBy(termProposals.id);
  return rows.map(({ decision }) => decision);
}

describe("a change that costs the merchant more per sale", () => {
  const cases: [string, ChangeTerms][] = [
    ["a higher percentage", { deductionPercentage: 10.5 }],
    ["a higher minimum", { minimumDeduction: 100.01 }],
    [
      "a higher percentage for a lower minimum and a later date",
      { deductionPercentage: 12, minimumDeduction: 0, dueDate: "2026-07-01" },
    ],
    ["a higher minimum for a lower percentage", { deductionPercentage: 5, minimumDeduction: 101 }],
  ];
  test.each(cases)("%s: is proposed as a whole, and changes nothing yet", async (_, input) => {
    const { proposal: none, ...before } = await read();
    await change(input);
    const { proposal, ...after } = await read();
    expect([none, after]).toEqual([null, before]);
    expect(proposal).toEqual({
      ...{ deductionPercentage: 10, minimumDeduction: 100, dueDate: "2026-05-31" },
      ...input,
      id: expect.stringMatching(/^prp_/),
      reason: "Sales have changed.",
      proposedAt: at(1).toISOString(),
    });
    expect(await updates()).toEqual([]);
  });

  test("holds once the merchant agrees, and the event says so", async () => {
    await repayLoan({ ...on(at(1)), input: { amount: 36_333.33 } });
    await change({ deductionPercentage: 12.55, minimumDeduction: 250.5, dueDate: "2026-06-10" });
    const proposalId = await openIn();
    await accept(proposalId);
    const terms = { percentage: 12.55, minimum: 250.5, paused: false };
    expect(await read()).toMatchObject({ deduction: terms, dueDate: "2026-06-10", proposal: null });
    expect(await updates()).toMatchObject([
      {
        previous: { deduction_percentage: 10, minimum_deduction: 100, due_date: "2026-05-31", paused: false },
        current: { deduction_percentage: 12.55, minimum_deduction: 250.5, due_date: "2026-06-10", paused: false },
        effective_from: at(2).toISOString(),
        reason: "Sales have changed.",
        consent: { proposal_id: proposalId, proposed_at: at(1).toISOString(), agreed_at: at(2).toISOString() },
      },
    ]);
    const rows = await db().select().from(loanInstallments).where(eq(loanInstallments.loanId, loanId));
    expect(rows.map(({ dueDate }) => dueDate).sort()).toEqual(["2026-04-01", "2026-05-11", "2026-06-10"]);
  });

  test("is dropped when the merchant declines", async () => {
    await change({ deductionPercentage: 12 });
    const proposalId = await openIn();
    await decline(proposalId);
    expect(await read()).toMatchObject({ deduction: { percentage: 10 }, proposal: null });
    expect(await decisions()).toEqual(["DECLINED"]);
    expect(await updates()).toEqual([]);
  });

  test("leaves a pause that came between as it is", async () => {
    await change({ deductionPercentage: 12 });
    await pauseLoan({ ...on(at(1)), input: { reason: "A flood." } });
    await accept(await openIn());
    expect(await read()).toMatchObject({ deduction: { percentage: 12, paused: true } });
  });
});

describe("an answer", () => {
  test("given twice, also at once, counts once; the other answer then comes too late", async () => {
    await change({ deductionPercentage: 12 });
    const proposalId = await openIn();
    await Promise.all([1, 2, 3, 4].map(() => accept(proposalId)));
    const stored = await storedState();
    await accept(proposalId, at(3));
    await expect(decline(proposalId)).rejects.toMatchObject({
      code: "PROPOSAL_NOT_OPEN",
      message: "The proposal is no longer open: ACCEPTED.",
    });
    expect(await storedState()).toEqual(stored);
    expect(await updates()).toHaveLength(1);

    await change({ deductionPercentage: 14 });
    const second = await openIn();
    await decline(second);
    await decline(second);
    await expect(accept(second)).rejects.toMatchObject({ code: "PROPOSAL_NOT_OPEN" });
  });

  test("is to the proposal that was seen, never to a later one", async () => {
    await change({ deductionPercentage: 12 });
    const seen = await openIn();
    await change({ deductionPercentage: 20 });
    await expect(accept(seen)).rejects.toMatchObject({
      code: "PROPOSAL_NOT_OPEN",
      message: "The proposal is no longer open: REPLACED.",
    });
    expect(await read()).toMatchObject({ deduction: { percentage: 10 }, proposal: { deductionPercentage: 20 } });
  });

  test("to a proposal of another loan, or to none, finds nothing", async () => {
    const other = await runningLoan();
    await change({ deductionPercentage: 12 }, at(1), other);
    for (const proposalId of [await openIn(other), "prp_00000000000000000000000000", "x"]) {
      await expect(accept(proposalId)).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(decline(proposalId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });
});

describe("relief", () => {
  const cases: [string, ChangeTerms, object][] = [
    ["a lower percentage", { deductionPercentage: 5 }, { deduction: { percentage: 5 } }],
    ["a lower minimum", { minimumDeduction: 0 }, { deduction: { minimum: 0 } }],
    ["a later date", { dueDate: "2026-08-31" }, { dueDate: "2026-08-31" }],
  ];
  test.each(cases)("%s: holds at once, and replaces what was proposed", async (_, input, after) => {
    await change({ deductionPercentage: 12 });
    await change(input);
    expect(await read()).toMatchObject({ ...after, proposal: null });
    const [told, ...more] = await updates();
    expect([more, told?.consent]).toEqual([[], null]);
    expect(await decisions()).toEqual(["REPLACED"]);
  });
});

describe("at most one proposal of a loan is open", () => {
  test("the same again stays; another replaces it; today's terms take it back; no terms at all do nothing", async () => {
    await change({ deductionPercentage: 12 });
    const first = await openIn();
    await change({ deductionPercentage: 12, reason: "Again." }, at(2));
    expect(await openIn()).toBe(first);
    await change({ deductionPercentage: 13 });
    const second = await openIn();
    expect(second).not.toBe(first);
    await change({});
    expect(await openIn()).toBe(second);
    await change({ deductionPercentage: 10 });
    expect(await openIn()).toBe("none");
    expect(await decisions()).toEqual(["REPLACED", "REPLACED"]);
    expect(await updates()).toEqual([]);
  });

  test("however many propose at once", async () => {
    await Promise.all([11, 12, 13, 14, 15].map((deductionPercentage) => change({ deductionPercentage })));
    expect((await decisions()).filter((decision) => decision === null)).toHaveLength(1);
  });

  test("and none once the loan is over, also when a reversal opens it again", async () => {
    await change({ deductionPercentage: 12 });
    const proposalId = await openIn();
    await repayLoan({ ...on(at(2)), input: { amount: 109_000, reference: "all" } });
    expect(await read()).toMatchObject({ status: "REPAID", proposal: null });
    await expect(accept(proposalId)).rejects.toMatchObject({ code: "PROPOSAL_NOT_OPEN" });
    await reverseRepayment({ ...on(at(3)), input: { reference: "all" } });
    expect(await read()).toMatchObject({ status: "ACTIVE", proposal: null });

    await change({ deductionPercentage: 12 });
    await defaultLoan({ ...on(at(4)), input: { reason: "DECIDED" } });
    expect(await openIn()).not.toBe("none");
    await writeOffLoan({ ...on(at(5)), input: { reason: "Gone." } });
    expect(await openIn()).toBe("none");
    expect(await decisions()).toEqual(["EXPIRED", "EXPIRED"]);
  });
});

describe("the percentage", () => {
  const refused = (error: string | RegExp) => ({
    code: "VALIDATION_FAILED",
    fields: [{ field: "deductionPercentage", error: expect.stringMatching(error) }],
  });

  test.each([4.99, 25.01])("stays within the lender's range: not %s", async (deductionPercentage) => {
    const outside = refused(/^Must be from 5 to 25, the lender's range for this loan$/);
    await expect(change({ deductionPercentage })).rejects.toMatchObject(outside);
    for (const inside of [5, 25]) await change({ deductionPercentage: inside });
  });

  test("has the range that the product had when the loan was approved", async () => {
    const made = await activeLoan(marketplace.test, merchantId, { now: start });
    const outside = refused(/^Must be from 10 to \d+, /);
    await expect(change({ deductionPercentage: 9.5 }, at(1), made.loanId)).rejects.toMatchObject(outside);
  });

  test("is the only one possible where the range was not kept; other terms still change", async () => {
    const unknown = { lowestDeductionBasisPoints: null, highestDeductionBasisPoints: null };
    await setLoan(marketplace.test, loanId, unknown);
    await expect(change({ deductionPercentage: 9 })).rejects.toMatchObject(refused(/^Must be 10, the only one/));
    await change({ deductionPercentage: 10, minimumDeduction: 50 });
    expect(await read()).toMatchObject({ deduction: { percentage: 10, minimum: 50 } });
  });

  test("together with the merchant's other loans and offers is at most 30", async () => {
    const offer = await runningLoan(anyLoan);
    await expect(change({ deductionPercentage: 20.01 })).rejects.toMatchObject(
      refused("Must be at most 20: all loans of a merchant together take at most 30 percent"),
    );
    await change({ deductionPercentage: 20 });
    // What has come since counts when the merchant agrees; relief is always possible.
    await setLoan(marketplace.test, offer, { deductionBasisPoints: 1_100 });
    const late = { code: "PROPOSAL_NOT_OPEN", message: expect.stringMatching(/no longer possible.+at most 19/) };
    await expect(accept(await openIn())).rejects.toMatchObject(late);
    await setLoan(marketplace.test, offer, { deductionBasisPoints: 2_500 });
    await change({ deductionPercentage: 9 });
    expect(await read()).toMatchObject({ deduction: { percentage: 9 } });
  });

  test("of two loans agreed to at once is never above 30 together", async () => {
    const other = await runningLoan();
    for (const id of [loanId, other]) await change({ deductionPercentage: 20 }, at(1), id);
    const ids = [await openIn(), await openIn(other)];
    const outcomes = await Promise.allSettled([accept(ids[0] ?? ""), accept(ids[1] ?? "", at(2), other)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const shares = [await read(), await read(other)].map(({ deduction }) => deduction.percentage);
    expect(shares.toSorted((a, b) => a - b)).toEqual([10, 20]);
  });
});

test("a date that has passed before the merchant agrees is no longer possible", async () => {
  await change({ deductionPercentage: 12, dueDate: "2026-06-05" });
  await expect(accept(await openIn(), at(100))).rejects.toMatchObject({
    code: "PROPOSAL_NOT_OPEN",
    message: expect.stringMatching(/dueDate: Must be in the future/),
  });
});
