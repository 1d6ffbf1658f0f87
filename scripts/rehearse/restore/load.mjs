import { setTimeout as pause } from "node:timers/promises";
import { certificatePdf } from "#fixtures/certificate.mjs";
import { deduct } from "#scripts/rehearse/loans.mjs";
import { addMerchant } from "#scripts/rehearse/people.mjs";

/**
 * What the service has acknowledged: when it was asked for and answered, in milliseconds of real time.
 * @typedef {"deduction" | "merchant" | "document" | "funding"} Kind
 * @typedef {{ kind: Kind, id: string, sent: number, at: number, again?: () => Promise<void>, bytes?: Uint8Array }} Noted
 */

/** In naira: little, so that a loan outlives thousands. */
export const deduction = 5;

/** Shops have numbers, and each is one merchant's. */
let nextShop = 600;

/**
 * Puts load on the service, by as many clients as there are loans and two more, until it is stopped.
 * @param {import("#scripts/rehearse/world.mjs").World} world
 * @param {{ loans: readonly import("#scripts/rehearse/loans.mjs").Loan[], market: import("#scripts/rehearse/people.mjs").Marketplace, round: number, rest?: number }} given
 *   `rest`: how long a client pauses before what it does next, in milliseconds
 */
export function startLoad(world, { loans, market, round, rest = 20 }) {
  /** @type {Noted[]} */
  const noted = [];
  let over = false;
  let lost = false;
  /** @param {Kind} kind @param {number} sent @param {string} id @param {Partial<Noted>} [more] */
  const note = (kind, sent, id, more) => void noted.push({ kind, id, sent, at: Date.now(), ...more });

  /** @param {import("#scripts/rehearse/loans.mjs").Loan} loan */
  async function sell(loan) {
    for (let n = 1; !over; n++) {
      const [sent, now] = [Date.now(), world.clock.now()];
      // An event is the same each time that it is told.
      const tell = () => deduct({ clock: { ...world.clock, now: () => now } }, loan, `${round}-${n}`, deduction);
      await tell();
      // Told twice, it counts once.
      if (n % 5 === 0) await tell();
      note("deduction", sent, `${loan.merchant.name}-${round}-${n}`, { again: tell });
      await pause(rest);
    }
  }

  async function join() {
    while (!over) {
      const [sent, number] = [Date.now(), nextShop++];
      const merchant = await addMerchant(world.service, market, `Shop${number}`, number);
      note("merchant", sent, merchant.merchantId);
      note("document", sent, merchant.merchantId, { bytes: certificatePdf(["CERTIFICATE", merchant.businessName]) });
      const asked = Date.now();
      note("funding", asked, (await merchant.fund({ amountRequested: 50_000, tenorDays: 90 })).id);
      await pause(rest);
    }
  }

  const clients = [...loans.map((loan) => sell(loan)), join(), join()].map((client) =>
    client.catch((error) => {
      // What it was in the middle of may be gone with the database.
      if (!lost) throw error;
    }),
  );
  const ended = Promise.all(clients);
  ended.catch(() => {});
  return {
    noted,
    /** Fails when a client was refused something. */
    ended,
    /** The database is about to be lost: each client ends with what it is at, which is asked for until it is answered. */
    lose: () => {
      over = true;
      lost = true;
    },
    stop: async () => {
      over = true;
      await ended;
    },
  };
}
