import type postgres from "postgres";
import { api, type Client, createClient } from "./client";
import type { Marketplace } from "./fixtures";
import { helpers, loanApi, openLending, reportsOf } from "./lending";
import { openEmbedded } from "./use-journey";
import { useAnswers, useSettlements } from "./use-settlements";

/**
 * Every operation about loans, settlements and breaks, rightly and wrongly: for whoever looks at the answers.
 * @returns a loan that is out, for operators to service
 */
export async function useLoans(marketplace: Marketplace, sql: postgres.Sql): Promise<string> {
  const { client, exchanges, run } = marketplace;
  const lending = await openLending(marketplace, sql);
  const { reader, send } = lending;
  const borrower = await lending.offer("documented-loan");
  const { loanId } = borrower;
  const reports = reportsOf(borrower);
  const base = `${helpers}/loans`;
  await lending.status(loanId);
  await client.call("GET", `${api}/loans/${loanId}/agreement`);
  await lending.help(loanId, "accept");
  await client.ask("GET", `${api}/loans/${loanId}/agreement`);

  const deducted = { ...reports.deducted("D-1", 30_000), timestamp: new Date().toISOString() };
  const balance = { total_due: 1, total_paid: 1, outstanding: 0 };
  for (const event of [deducted, deducted, reports.deducted("D-1", 30_000, new Date(), "again")]) {
    await send("repayment", event);
  }
  await send("repayment", { ...deducted, loan_balance: balance });
  await send("repayment", reports.deducted("D-1", 1, new Date(), "other figures"));
  await send("repayment", { ...reports.reversed("R-1", "D-1", 40_000), loan_balance: balance });
  await send("repayment", reports.reversed("R-2", "D-1", 10_000));
  await send("repayment", reports.failed("F-1", 100));
  for (const what of ["repay", "reverse", "pause", "resume", "change-terms", "cancel"]) {
    await client.call("POST", `${base}/${loanId}/${what}`, { body: { deductionPercentage: 12.5 } });
  }
  await client.call("POST", `${base}/${loanId}/repay`, { body: { reference: "R", amount: 1 } });
  await client.call("POST", `${base}/${loanId}/repay`, { body: { reference: "R", amount: 2 } });
  await client.call("POST", `${base}/${loanId}/accept`, { body: { accountNumber: "1" } });

  const quote = { loanId, saleAmount: 100_000, proposedAmount: 1_000, currency: "NGN" };
  const deductions = [quote, { ...quote, currency: "EUR" }, { ...quote, loanId: "loan_nothing" }];
  await reader.ask("POST", `${loanApi}/deductions/validate`, { body: { deductions } });
  await reader.ask("POST", `${loanApi}/status/bulk`, { body: { loanIds: [loanId, "loan_nothing"] } });
  await reader.ask("GET", `${loanApi}/merchants/documented-loan/active`);
  await lending.explain(loanId);
  await lending.explain(loanId, "?asOf=2026-01-01T00:00:00Z&limit=1");
  await useSettlements(lending);
  await run();
  await useAnswers(client);
  await client.ask("GET", `${api}/settlements?merchantId=documented-loan&limit=1`);
  const { data } = await client.ask("GET", `${api}/breaks?loanId=${loanId}`);
  const resolution = { resolution: "EXPLAINED", note: "Seen." };
  for (const body of [resolution, resolution, { ...resolution, resolution: "ACCEPTED" }, {}, "{"]) {
    await client.call("POST", `${api}/breaks/${data[0].id}/resolve`, { body });
  }
  await client.call("POST", `${api}/breaks/brk_nothing/resolve`, { body: resolution });

  const { loanId: ended } = await lending.offer("documented-cancelled");
  await client.call("POST", `${base}/${ended}/accept`, { body: { bankCode: "058", accountNumber: "0123450000" } });
  await lending.help(ended, "cancel", { reason: "DECLINED" });
  const { loanId: held } = await lending.offer("documented-held");
  const unknownName = { bankCode: "058", accountNumber: "0123457777" };
  for (const what of ["refuse-payout", "release-payout", "release-payout", "refuse-payout"]) {
    await client.call("POST", `${base}/${held}/accept`, { body: unknownName });
    await client.call("POST", `${base}/${held}/${what}`);
  }
  await lending.status(ended);
  await client.ask("POST", `${helpers}/scenarios/over-deduct-race`);
  await client.call("POST", `${helpers}/scenarios/nothing`);
  const { loanId: serviced } = await lending.borrow("documented-serviced");
  await lending.advance(40);
  await usePayments(await openEmbedded(marketplace, "documented-loan"), loanId);
  await lending.status(loanId);
  for (const what of ["default", "default", "write-off", "pause"]) {
    await client.call("POST", `${base}/${loanId}/${what}`);
  }
  await lending.status(loanId);
  await lending.explain(loanId);
  await useWrongly(client, reader);
  const stranger = createClient({ ...client, secretKey: "nobody", onAnswer: (exchange) => exchanges.push(exchange) });
  await stranger.call("GET", `${loanApi}/${loanId}/status`);
  await stranger.call("POST", `${helpers}/scenarios/steady`);
  return serviced;
}

/** Of a running loan, beyond the days in which it can be ended without interest. */
async function usePayments(journey: Client, loanId: string): Promise<void> {
  const loan = `/api/v1/embed/loans/${loanId}`;
  const { outstanding } = await journey.ask("GET", `${loan}/payoff-quote`);
  const payment = { amount: 1_000, requestId: "click" };
  await journey.ask("POST", `${loan}/payments`, { body: payment });
  for (const body of [payment, { amount: 1 }, { amount: outstanding * 2 }, { amount: "1" }]) {
    await journey.call("POST", `${loan}/payments`, { body });
  }
  const { payments } = await journey.ask("GET", loan);
  for (const id of [payments[0].id, "pmt_nothing"]) await journey.call("GET", `${loan}/payments/${id}/receipt`);
  await journey.call("GET", "/api/v1/embed/loans/loan_nothing/payoff-quote");
}

/** What cannot be read, what is not there, and what is empty, wherever a loan can be named. */
async function useWrongly(client: Client, reader: Client): Promise<void> {
  for (const path of ["deductions/validate", "status/bulk"]) {
    for (const body of ["{", {}]) await reader.call("POST", `${loanApi}/${path}`, { body });
  }
  for (const path of ["loan_nothing/status", "loan_nothing/explain", "merchants/nobody/active"]) {
    await reader.call("GET", `${loanApi}/${path}`);
  }
  const things = ["accept", "repay", "reverse", "default", "pause", "resume", "change-terms", "write-off", "cancel"];
  for (const what of things) {
    for (const body of ["{", {}, { amount: -1, reason: 1 }]) {
      await client.call("POST", `${helpers}/loans/loan_nothing/${what}`, { body });
    }
  }
  for (const body of ["{", {}, { seconds: 0 }]) await client.call("POST", `${helpers}/clock/advance`, { body });
  await client.call("POST", `${helpers}/scenarios/steady`, { body: "{" });
  for (const list of ["settlements", "breaks"]) await client.call("GET", `${api}/${list}?limit=0`);
}
