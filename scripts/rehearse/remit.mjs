import { loadBundled } from "#scripts/bundle.mjs";
import { Failure } from "#scripts/failure.mjs";
import { day, hour, minute } from "./clock.mjs";
import { ask, becomes, deduct, principal } from "./loans.mjs";

/**
 * @typedef {import("./world.mjs").World} World
 * @typedef {import("./world.mjs").Lender} Lender
 * @typedef {import("./people.mjs").Marketplace} Marketplace
 * @typedef {import("./loans.mjs").Loan} Loan
 */

/** Naira as they are told, exactly. @param {number} naira */
const kobo = (naira) => Math.round(naira * 100);

/** What a marketplace sees of what it owes a lender. @param {Marketplace} market @param {Lender} lender */
async function owedBy(market, lender) {
  const { data } = await market.ask("GET", "/api/v1/marketplace-api/remittances");
  return data.find((/** @type {{ lender: { id: string } }} */ one) => one.lender.id === lender.id);
}

/**
 * A marketplace sends a lender money, once it sees that it owes it, and the lender's statement shows it.
 * @param {World} world @param {Marketplace} market @param {{ lender: Lender, amount: number }} what naira
 */
export async function remit(world, market, { lender, amount }) {
  const { bank, eventually, readStatement, say } = world;
  const { account, reference, received } = await eventually(`${market.name} sees what it owes`, async () => {
    const owed = await owedBy(market, lender);
    return owed && kobo(owed.unremitted) >= kobo(amount) && owed;
  });
  if (account.accountNumber !== lender.number) throw new Failure("The marketplace is sent to another account.");
  bank.receive(lender.number, kobo(amount), reference.toUpperCase());
  await readStatement(lender);
  await eventually("it is received", async () => {
    const sent = kobo(received) + kobo(amount);
    return kobo((await owedBy(market, lender)).received) >= sent;
  });
  say(`${market.name} has remitted ₦${amount.toLocaleString("en", { minimumFractionDigits: 2 })} to ${lender.name}`);
}

/**
 * A marketplace reports that two loans are repaid. It gets no offers, sends one lender half of it and the other nothing, and is
 * named to both on the right day. Then it sends the rest, and all is as before.
 * @param {World} world
 * @param {{ chidi: Loan, dupe: Loan, late: Marketplace }} of
 */
export async function receiveLate(world, { chidi, dupe, late }) {
  const { say } = world;
  const due = new Map();
  for (const loan of [chidi, dupe]) {
    const { outstanding } = await loan.merchant.loan(loan.loanId);
    await deduct(world, loan, "D1", outstanding.total);
    due.set(loan, outstanding.total);
    await becomes(world, loan, "REPAID");
  }
  const deductedOn = world.clock.today();
  await world.eventually("Late is known to owe it", async () => {
    const owed = await Promise.all([chidi, dupe].map(({ lender }) => owedBy(late, lender)));
    return owed.every((one) => one?.unremitted > 0);
  });
  await refused(world, dupe);
  say("Late gets no offers, since it owes more than the lender allows");
  // In whole kobo.
  const part = Math.floor(due.get(chidi) * 50) / 100;
  await remit(world, late, { lender: chidi.lender, amount: part });
  await namedOnTime(world, deductedOn, [chidi, dupe]);
  await named(world, chidi, "RECEIVED_LESS");
  await named(world, dupe, "NOT_RECEIVED");
  await remit(world, late, { lender: chidi.lender, amount: Math.round((due.get(chidi) - part) * 100) / 100 });
  await remit(world, late, { lender: dupe.lender, amount: due.get(dupe) });
  for (const loan of [chidi, dupe]) await close(world, loan);
  const loanId = await ask(world, dupe.merchant, dupe.lender);
  await dupe.merchant.act(loanId, "POST", "/decline");
  say("Late has remitted all of it, and gets offers again");
}

/** @param {World} world @param {Loan} loan */
async function refused({ eventually }, { merchant, lender }) {
  await merchant.fund({ amountRequested: principal, tenorDays: lender.kind === "BY_HAND" ? 30 : 90 });
  const reason = await eventually("the request is decided", async () => {
    const [request] = (await merchant.status()).fundingRequests;
    return request.status !== "PENDING" && (request.failureReason ?? "It was granted");
  });
  if (reason !== "NO_LENDER_AVAILABLE")
    throw new Failure(`A marketplace that does not remit is not stopped: ${reason}.`);
}

/** @param {World} world @param {Loan} loan */
async function breaksOf({ operators: [first] }, { lender }) {
  const { data } = await first.ask("GET", `/api/ops/remittance-breaks?lenderId=${lender.id}`);
  return /** @type {{ id: string, type: string }[]} */ (data);
}

/** @param {World} world @param {Loan} loan @param {string} type */
function named(world, loan, type) {
  return world.eventually(`${loan.lender.name} is told ${type}`, async () => {
    return (await breaksOf(world, loan)).find((one) => one.type === type);
  });
}

/**
 * Once three bank days are over after the seventh day from the deduction, and not the evening before.
 * @param {World} world
 * @param {string} deductedOn
 * @param {Loan[]} loans
 */
async function namedOnTime(world, deductedOn, loans) {
  const { clock, pass, eventually, say } = world;
  const { isBankDay } = /** @type {typeof import("@/lib/terms/bank-days.ts")} */ (
    await loadBundled("lib/terms/bank-days.ts")
  );
  let lateOn = after(deductedOn, 8);
  for (let bankDays = 0; bankDays < 3; lateOn = after(lateOn, 1)) if (isBankDay(lateOn)) bankDays += 1;
  const begins = Date.parse(`${lateOn}T00:00:00+01:00`);
  await pass(begins - 2 * hour - clock.now().getTime());
  await watched(world);
  for (const loan of loans) {
    if ((await breaksOf(world, loan)).length > 0) throw new Failure(`Late was named before ${lateOn}.`);
  }
  await pass(begins + minute - clock.now().getTime());
  for (const loan of loans) {
    await eventually(`${loan.lender.name} is told of it`, async () => (await breaksOf(world, loan))[0]);
  }
  if (clock.today() !== lateOn) throw new Failure(`Late was named on ${clock.today()} instead of ${lateOn}.`);
  say(`Late was named to both lenders on ${lateOn}`);
}

/** All remittances have been judged by now. @param {World} world */
async function watched({ clock, eventually, sql }) {
  const now = clock.now();
  await eventually("remittances are looked at", async () => {
    const [found] = await sql`select 1 from remitters where environment = 'live' having min(watched_at) > ${now}`;
    return found;
  });
}

/** @param {World} world @param {Loan} loan */
async function close(world, loan) {
  const note = "All of it has come.";
  for (const { id } of await breaksOf(world, loan)) {
    await world.operators[0].ask("POST", `/api/ops/remittance-breaks/${id}/close`, { body: { note } });
  }
}

/** @param {string} date @param {number} days */
const after = (date, days) => new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
