import { day, minute } from "./clock.mjs";
import { addLenders } from "./lenders.mjs";
import { agreeOn, becomes, deduct, giveMandate, settle } from "./loans.mjs";
import { addMarketplace, addMerchant } from "./people.mjs";
import { receiveLate, remit } from "./remit.mjs";

/**
 * @typedef {import("./world.mjs").World} World
 * @typedef {import("./loans.mjs").Loan} Loan
 */

/** What is to be seen of a loan, in naira. @param {Loan} loan */
const outstandingOf = async ({ merchant, loanId }) => (await merchant.loan(loanId)).outstanding.total;

/**
 * Four loans from go-live to repaid, over both rails, at a marketplace that remits and at one that is late
 * (docs/live.md#rehearsing).
 * @param {World} world
 */
export async function play(world) {
  const { service, sql, terminal, operators, say } = world;
  const prompt = await addMarketplace(service, sql, "Prompt");
  const late = await addMarketplace(service, sql, "Late");
  const lenders = await addLenders(world);
  for (const market of [prompt, late]) {
    await terminal(["marketplace", "live", market.id], { as: operators[0].email });
    await market.prepare();
  }
  say("Two marketplaces are live, and two lenders have rails");
  await prompt.tryOut();
  say("A loan of test data has been repaid over the sandbox's bank");

  const { overProvider, byHand } = lenders;
  const people = /** @type {const} */ ([
    [prompt, "Ada", 501, overProvider],
    [prompt, "Bola", 502, byHand],
    [late, "Chidi", 503, overProvider],
    [late, "Dupe", 504, byHand],
  ]);
  const agreed = await Promise.all(
    people.map(async ([market, name, number, lender]) => {
      return agreeOn(world, await addMerchant(service, market, name, number), lender);
    }),
  );
  const [ada, bola, chidi, dupe] = /** @type {[Loan, Loan, Loan, Loan]} */ (agreed);
  say("Four merchants have accepted offers");
  await payOut(world, { ada, bola, chidi, dupe });
  await payAgain(world, chidi);
  await deductAndRefund(world, { ada, bola });
  await receiveLate(world, { chidi, dupe, late });
  await debitArrears(world, bola);
  for (const loan of [ada, bola, chidi, dupe]) await becomes(world, loan, "REPAID");
  for (const lender of [overProvider, byHand]) await world.readStatement(lender);
  await comeToRest(world);
  return { ...lenders, markets: [prompt, late], loans: [ada, bola, chidi, dupe] };
}

/**
 * Chidi's payout is the only one under way when the provider is told to take it back.
 * @param {World} world
 * @param {Record<"ada" | "bola" | "chidi" | "dupe", Loan>} loans
 */
async function payOut(world, { ada, bola, chidi, dupe }) {
  const { paystack } = world;
  const fate = [{ status: "pending" }, { status: "success", after: 0 }, { status: "reversed", after: 2 * day }];
  await paystack.control.faults.plan({ method: "POST", path: "/transfer", fate });
  await giveMandate(world, chidi);
  await becomes(world, chidi, "ACTIVE");
  await Promise.all([giveMandate(world, ada), giveMandate(world, bola), giveMandate(world, dupe)]);
  await becomes(world, ada, "ACTIVE");
  let orders = 0;
  while (orders < 2) orders += await world.enterBatch(bola.lender, "PAYOUTS");
  await becomes(world, bola, "ACTIVE");
  await becomes(world, dupe, "ACTIVE");
}

/** @param {World} world @param {Loan} loan */
async function payAgain(world, loan) {
  const { eventually, byTwo, pass, sql, say } = world;
  await pass(2 * day + minute);
  await eventually("the payout is seen to have come back", async () => {
    const [found] = await sql`select id from payouts where loan_id = ${loan.loanId} and reversed_at is not null`;
    if (!found) await pass(day / 4);
    return found;
  });
  const reason = "The bank has opened the account again.";
  await byTwo("POST", `/api/ops/loans/${loan.loanId}/pay-again`, { reason });
  await eventually("it is paid again", async () => (await loan.merchant.loan(loan.loanId)).deduction.paused === false);
  say(`The payout of ${loan.merchant.name} came back, and was paid again`);
}

/**
 * Ada pays a part herself, and is deducted too much, which is refunded; Bola is deducted once and then sells nothing.
 * @param {World} world
 * @param {{ ada: Loan, bola: Loan }} loans
 */
async function deductAndRefund(world, { ada, bola }) {
  const { eventually, say, sql, terminal, operators } = world;
  await ada.merchant.act(ada.loanId, "POST", "/payments", { amount: 20_000, requestId: "of-her-own-accord" });
  await eventually("the payment of Ada has arrived", async () => {
    const [found] = await sql`select id from payments where loan_id = ${ada.loanId} and status = 'CONFIRMED'`;
    return found;
  });
  const part = 70_000;
  await deduct(world, ada, "D1", part);
  const rest = (await outstandingOf(ada)) + 5_000;
  await deduct(world, ada, "D2", rest);
  await deduct(world, bola, "D1", 30_000);
  await settle(world, ada, { reference: "S1", gross: 500_000, deducted: { D1: part, D2: rest } });
  await settle(world, bola, { reference: "S1", gross: 200_000, deducted: { D1: 30_000 } });
  await becomes(world, ada, "REPAID");
  const { market } = ada.merchant;
  await remit(world, market, { lender: ada.lender, amount: part + rest });
  await remit(world, market, { lender: bola.lender, amount: 30_000 });
  await eventually("what was deducted too much of Ada is refunded", async () => {
    const [refund] = await sql`select status from payouts where loan_id = ${ada.loanId} and purpose = 'REFUND'`;
    if (!refund) await terminal(["loan", "refund", ada.loanId], { as: operators[0].email }).catch(() => {});
    return refund?.status === "CONFIRMED";
  });
  say("What was deducted too much of Ada has been refunded");
}

/**
 * Bola sells nothing for two months: what is overdue is announced, and debited by hand.
 * @param {World} world
 * @param {Loan} bola
 */
async function debitArrears(world, bola) {
  const { eventually, pass, sql } = world;
  await eventually("a debit of arrears is announced", async () => {
    const [found] = await sql`select id from payments where loan_id = ${bola.loanId}`;
    if (!found) await pass(5 * day);
    return found;
  });
  await pass(2 * day);
  await world.enterBatch(bola.lender, "DEBITS");
}

/** The books have been checked, and marketplaces know all that has happened. @param {World} world */
export async function comeToRest({ clock, eventually, pass, sql }) {
  // Once a day, and so once more.
  const checked = new Date(clock.now().getTime() + day);
  await pass(day + minute);
  await eventually("the books of all loans are checked", async () => {
    const [found] = await sql`select id from chores where id = 'check-ledgers' and due_at > ${checked}`;
    return found;
  });
  await allAreTold({ eventually, sql });
}

/** Waits until all events are delivered. @param {Pick<World, "eventually" | "sql">} world */
export async function allAreTold({ eventually, sql }) {
  await eventually("all events are delivered", async () => {
    const [found] = await sql`select count(*)::int as open from deliveries where status <> 'DELIVERED'`;
    return found?.open === 0;
  });
}
