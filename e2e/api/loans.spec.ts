import { api, type Json } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { helpers, loanApi, openLending, reportsOf, taken } from "@/e2e/lending";
import { openEmbedded } from "@/e2e/use-journey";
import { endings, expectEndings } from "./scenario-endings";

const day = 86_400_000;
const kobo = (naira: number) => Math.round(naira * 100);
/** A share of an amount, to the kobo. */
const part = (naira: number, share: number) => Math.round(kobo(naira) * share) / 100;

test("a loan from the offer to the last kobo, reopened by a reversal, and explained", async ({ marketplace, sql }) => {
  const { client, receiver, run } = marketplace;
  const lending = await openLending(marketplace, sql);
  const borrower = await lending.offer("life-of-a-loan");
  const { id, loanId } = borrower;
  const told = (type: string): Json[] => receiver.of(id).filter(({ event }) => event === type);
  const hearOf = (type: string, count = 1) => expect.poll(() => told(type).length, { message: type }).toBe(count);

  await hearOf("loan.approved");
  expect(told("loan.approved")[0].loan).toMatchObject({ id: loanId, status: "APPROVED" });
  expect(await lending.status(loanId)).toMatchObject({ status: "APPROVED", disbursedAt: null, totalPaid: 0 });

  const accepted = await lending.help(loanId, "accept", { bankCode: "058", accountNumber: "0123454321" });
  expect(accepted).toMatchObject({ loanId, status: "ACTIVE", totalPaid: 0, deduction: { paused: false } });
  expect(await lending.help(loanId, "accept")).toEqual(accepted);
  const { totalDue } = accepted;
  await hearOf("loan.disbursed");
  const [disbursed] = told("loan.disbursed");
  expect(disbursed.disbursement).toMatchObject({ amount: 120_000, fees: 0, payout_account_last4: "4321" });
  expect(kobo(disbursed.schedule.reduce((sum: number, { amount }: Json) => sum + amount, 0))).toBe(kobo(totalDue));
  const { loans } = await lending.reader.ask("GET", `${loanApi}/merchants/${id}/active`);
  expect(loans).toMatchObject([{ loanId, status: "ACTIVE" }]);

  // Asked, then deducted as told; the same webhook again is answered alike and booked once.
  const reports = reportsOf(borrower);
  const sale = part(totalDue, 2);
  const validate = async (proposedAmount: number, saleAmount = sale) => {
    const body = { deductions: [{ loanId, saleAmount, proposedAmount, currency: "NGN" }] };
    return (await lending.reader.ask("POST", `${loanApi}/deductions/validate`, { body })).results[0];
  };
  const first = Math.floor((kobo(sale) * accepted.terms.deductionPercentage) / 100) / 100;
  expect(await validate(first)).toMatchObject({ valid: true, reasonCode: "OK", allowedAmount: first });
  expect(await validate(first + 0.01)).toMatchObject({ valid: false, reasonCode: "EXCEEDS_PERCENTAGE" });
  const deduction = { ...reports.deducted("D-1", first), timestamp: new Date().toISOString() };
  const receipt = await taken(lending, deduction);
  expect(await taken(lending, deduction)).toEqual(receipt);
  expect(await lending.status(loanId)).toMatchObject({ totalPaid: first, percentPaid: expect.any(Number) });
  const conflict = await lending.send("repayment", { ...deduction, deduction: { ...deduction.deduction, amount: 1 } });
  expect([conflict.status, conflict.json.code]).toEqual([409, "EVENT_CONFLICT"]);
  await taken(lending, reports.failed("F-1", 5_000));

  // What is left of 95 percent: the line of 90 percent is crossed.
  const second = part(totalDue, 0.95) - first;
  await taken(lending, reports.deducted("D-2", Math.round(second * 100) / 100));
  await run();
  await hearOf("loan.nearly_complete");
  const { outstanding } = await lending.status(loanId);
  expect(told("loan.nearly_complete")[0]).toMatchObject({
    outstanding: outstanding.total,
    max_deduction_amount: outstanding.total,
  });
  expect(await validate(outstanding.total, 10 * totalDue)).toMatchObject({ valid: true, outstandingAfter: 0 });
  expect(await validate(outstanding.total + 0.01, 10 * totalDue)).toMatchObject({ reasonCode: "EXCEEDS_BALANCE" });

  await taken(lending, reports.deducted("D-3", outstanding.total));
  await run();
  await hearOf("loan.completed");
  const { summary } = told("loan.completed")[0];
  expect(kobo(summary.principal_repaid) + kobo(summary.interest_repaid)).toBe(kobo(summary.total_repaid));
  expect(summary).toMatchObject({ principal_repaid: 120_000, total_repaid: totalDue, total_deductions: 3 });
  expect(await lending.status(loanId)).toMatchObject({ status: "REPAID", percentPaid: 100, overpaid: 0 });
  const { completedAt: repaidAt } = await lending.status(loanId);

  await taken(lending, reports.reversed("R-1", "D-3", outstanding.total));
  await run();
  await hearOf("loan.reopened");
  expect(told("loan.reopened")[0]).toMatchObject({ outstanding: outstanding.total, loan: { status: "ACTIVE" } });
  expect(await lending.status(loanId)).toMatchObject({ status: "ACTIVE", outstanding, completedAt: null });
  await taken(lending, reports.deducted("D-4", outstanding.total));
  await run();
  await hearOf("loan.completed", 2);
  expect(told("loan.nearly_complete")).toHaveLength(1);

  // What the books said while it was repaid, and what they say now.
  const then = await lending.explain(loanId, `?asOf=${encodeURIComponent(repaidAt)}`);
  expect(then).toMatchObject({ verified: true, balances: { totalPaid: totalDue, outstanding: { total: 0 } } });
  expect(then.events.map(({ reference }: Json) => reference).filter(Boolean)).toEqual(["D-1", "F-1", "D-2", "D-3"]);
  const now = await lending.explain(loanId);
  expect(now).toMatchObject({ verified: true, status: "REPAID", balances: { totalPaid: totalDue } });
  expect(Object.values<number>(now.balances.accounts).reduce((sum, amount) => sum + kobo(amount), 0)).toBe(0);
  expect(now.events.find(({ reference }: Json) => reference === "D-3").reversedBy).toMatchObject([
    { reference: "R-1", amount: outstanding.total },
  ]);
  expect(receiver.forged()).toEqual([]);
  const sequences = receiver.of(id).map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.map((_, i) => i + 1));
  expect((await client.ask("GET", `${api}/breaks?loanId=${loanId}`)).data).toEqual([]);
});

test("settlements are matched with their deductions; what is missing is a break that ends when it arrives", async ({
  marketplace,
  sql,
}) => {
  const { client, run } = marketplace;
  const lending = await openLending(marketplace, sql);
  const borrower = await lending.borrow("settled");
  const reports = reportsOf(borrower);
  await taken(lending, reports.deducted("S-1", 1_000));
  await taken(lending, reports.deducted("S-2", 500.25));

  const period = [new Date(Date.now() - day), new Date(Date.now() + day)].map((at) => at.toISOString());
  const merchant = { marketplace_id: "settled" };
  const figures = { net_amount: 13_499.75, currency: "NGN" };
  const created = {
    event: "settlement.created",
    event_id: "settled-created",
    merchant,
    settlement: {
      reference: "SET-1",
      gross_amount: 15_000,
      total_deductions: 1_500.25,
      ...figures,
      period_start: period[0],
      period_end: period[1],
    },
  };
  const transferred = (reference: string, references: string[]) => ({
    event: "settlement.transferred",
    event_id: `${reference}-transferred`,
    merchant,
    settlement: {
      reference,
      ...figures,
      transferred_at: new Date().toISOString(),
      transfer_reference: `TRF-${reference}`,
      deduction_references: references,
    },
  });
  const send = async (event: Json) => {
    const { status, json, text } = await lending.send("settlement", event);
    expect(status, text).toBe(200);
    expect(json.service_reference).toMatch(/^set_/);
  };
  await send(created);
  await send(transferred("SET-1", ["S-1", "S-2"]));
  await run();
  const settlementOf = async (reference: string): Promise<Json> => {
    const { data } = await client.ask("GET", `${api}/settlements?merchantId=settled`);
    return data.find((one: Json) => one.reference === reference);
  };
  expect(await settlementOf("SET-1")).toMatchObject({
    matchStatus: "MATCHED",
    matchedAmount: 1_500.25,
    matches: [{ reference: "S-1" }, { reference: "S-2" }],
    openBreaks: [],
  });

  // One that names a deduction nobody has reported: after a day of grace it is missing.
  await send(transferred("SET-2", ["S-3"]));
  await lending.advance(2);
  const broken = await settlementOf("SET-2");
  expect(broken.matchStatus).toBe("BROKEN");
  const missing = async (): Promise<Json[]> => {
    const { data } = await client.ask("GET", `${api}/breaks?status=OPEN&type=MISSING&merchantId=settled`);
    return data.filter(({ evidence }: Json) => evidence.about === "deductions");
  };
  const [found, ...others] = await missing();
  expect([found.settlementId, others]).toEqual([broken.id, []]);
  expect(broken.openBreaks).toContain(found.id);
  await taken(lending, reports.deducted("S-3", 750));
  await run();
  expect(await missing()).toEqual([]);
});

test("a pause and new terms the merchant agrees to send events, and a paused loan takes no deductions", async ({
  marketplace,
  sql,
}) => {
  const lending = await openLending(marketplace, sql);
  const { id, loanId } = await lending.borrow("paused");
  await lending.help(loanId, "pause", { reason: "Flood" });
  const quoted = async () => {
    const body = { deductions: [{ loanId, saleAmount: 10_000, proposedAmount: 100, currency: "NGN" }] };
    return (await lending.reader.ask("POST", `${loanApi}/deductions/validate`, { body })).results[0].reasonCode;
  };
  expect(await quoted()).toBe("COLLECTION_PAUSED");
  await lending.help(loanId, "resume");
  expect(await quoted()).toBe("OK");
  const { deduction } = await lending.status(loanId);
  const minimum = deduction.minimum + 50;
  const { proposal } = await lending.help(loanId, "change-terms", { minimumDeduction: minimum });
  expect(await lending.status(loanId)).toMatchObject({ deduction, proposal: { minimumDeduction: minimum } });
  const journey = await openEmbedded(marketplace, id);
  const body = { proposalId: proposal.id };
  expect(await journey.ask("POST", `/api/v1/embed/loans/${loanId}/terms/accept`, { body })).toMatchObject({
    deduction: { minimum, paused: false },
    proposal: null,
  });
  await marketplace.run();
  const told = () => marketplace.receiver.of(id).filter(({ event }) => event === "loan.repayment_updated");
  await expect.poll(() => told().map(({ current }) => current.paused)).toEqual([true, false, false]);
  expect(told().at(-1)).toMatchObject({
    current: { minimum_deduction: minimum },
    consent: { proposal_id: proposal.id },
  });
});

test("a scenario ends as it should, and one that there is not is answered with those there are", async ({
  marketplace,
  sql,
}) => {
  await expectEndings(marketplace, sql, ["over-deduct-race"]);
  const other = await marketplace.client.call("POST", `${helpers}/scenarios/unheard-of`);
  expect(other.status).toBe(404);
  for (const name of Object.keys(endings)) expect(other.json.detail).toContain(name);
});
