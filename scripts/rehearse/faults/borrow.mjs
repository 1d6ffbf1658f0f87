import { setTimeout as pause } from "node:timers/promises";
import { agreeOn, becomes, deduct, giveMandate, settle } from "#scripts/rehearse/loans.mjs";
import { addMerchant } from "#scripts/rehearse/people.mjs";
import { remit } from "#scripts/rehearse/remit.mjs";

/** By how much time passes with each look at the end, when nobody else is in the middle of anything, in milliseconds. */
const hurry = 30_000;

/** The shops of borrowers: as many as the lender has money for. */
const shops = { first: 510, last: 545 };

/**
 * Loans from the application to the last naira, one after the other, and on to the lender, while all around them goes wrong.
 * Time passes as it does elsewhere, so that nobody's signature grows old on its way.
 * @param {import("#scripts/rehearse/world.mjs").World} world
 * @param {{ market: import("#scripts/rehearse/people.mjs").Marketplace, lender: import("#scripts/rehearse/world.mjs").Lender }} given
 */
export function startBorrowing(world, { market, lender }) {
  /** What each deduction came to, in kobo, by event id. @type {Map<string, number>} */
  const told = new Map();
  let over = false;
  let hurries = false;
  let repaid = 0;

  /** @type {import("#scripts/rehearse/world.mjs").World["eventually"]} */
  async function eventually(what, find) {
    for (const end = Date.now() + 600_000; ; await pause(500)) {
      const found = await find();
      if (found) return found;
      if (Date.now() > end) throw new Error(`This has not come to pass: ${what}.`);
      if (hurries) world.clock.advance(hurry);
      await world.paystack.follow();
    }
  }

  /** @param {number} number */
  async function borrow(number) {
    const patient = { ...world, eventually };
    const merchant = await addMerchant(world.service, market, `Borrower${number}`, number);
    const loan = await agreeOn(patient, merchant, lender);
    await giveMandate(patient, loan);
    await becomes(patient, loan, "ACTIVE");
    const { outstanding } = await merchant.loan(loan.loanId);
    const whole = Math.round(outstanding.total * 100);
    const half = Math.floor(whole / 200);
    // An event is the same each time that it is told, and so has one moment.
    for (const [reference, kobo] of /** @type {const} */ ([
      ["D1", half * 100],
      ["D2", whole - half * 100],
    ])) {
      await deduct(world, loan, reference, kobo / 100);
      told.set(`${merchant.name}-${reference}`, kobo);
    }
    const deducted = { D1: half, D2: (whole - half * 100) / 100 };
    await settle(world, loan, { reference: "S1", gross: 1_000_000, deducted });
    await becomes(patient, loan, "REPAID");
    await remit(patient, market, { lender, amount: whole / 100 });
    repaid += 1;
  }

  const ended = (async () => {
    for (let number = shops.first; !over && number <= shops.last; number++) await borrow(number);
  })();
  ended.catch(() => {});
  return {
    told,
    repaid: () => repaid,
    ended,
    /** Ends with the loan that is under way. */
    stop: async () => {
      over = true;
      hurries = true;
      await ended;
    },
  };
}
