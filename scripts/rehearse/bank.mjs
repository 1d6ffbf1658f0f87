import { parse } from "csv-parse/sync";

/**
 * A line of an account, as the bank's own books have it.
 * @typedef {object} Line
 * @property {string} day
 * @property {number} kobo negative: went out
 * @property {string} kind OUT, DEBIT, REMITTANCE, FEE or DUTY
 * @property {string} reference ours, where it has one
 * @property {string} text
 * @property {string} own the bank's name for it
 *
 * @typedef {{ number: string, opening: number, lines: Line[] }} Account
 */

/** In kobo. */
const transferFee = 5_375;
const debitFee = 10_000;
const stampDuty = 5_000;
const dutyFrom = 1_000_000;

/**
 * A bank without anything to ask: people enter what is ordered, and it writes statements. It keeps books of its own, which
 * know nothing of the service's.
 * @param {import("./clock.mjs").Clock} clock
 */
export function openBank(clock) {
  /** @type {Map<string, Account>} */
  const accounts = new Map();
  let counted = 0;

  /** @param {string} number */
  function account(number) {
    const found = accounts.get(number);
    if (!found) throw new Error(`The bank knows no account ${number}.`);
    return found;
  }

  /** @param {string} number @param {Omit<Line, "day" | "own">} line */
  function write(number, line) {
    account(number).lines.push({ ...line, day: clock.today(), own: `S${String(++counted).padStart(8, "0")}` });
  }

  /** @param {string} number @param {number} kobo @param {string} kind @param {string} text */
  const charge = (number, kobo, kind, text) => write(number, { kobo: -kobo, kind, reference: "", text });

  /**
   * Types a batch's file in, each of its orders once.
   * @param {string} number @param {string} csv @param {(row: Record<string, string>, kobo: number) => void} enter
   */
  function enterAll(number, csv, enter) {
    account(number);
    /** @type {Record<string, string>[]} */
    const rows = parse(csv, { columns: true });
    for (const row of rows) enter(row, koboOf(row.Amount ?? ""));
    return rows.length;
  }

  return {
    accounts,
    account,
    /** @param {string} number @param {number} opening */
    open: (number, opening) => void accounts.set(number, { number, opening, lines: [] }),
    /** @param {string} number @param {string} csv */
    pay: (number, csv) =>
      enterAll(number, csv, ({ Reference: reference = "", Narration }, kobo) => {
        write(number, { kobo: -kobo, kind: "OUT", reference, text: `NIP/${reference}/${Narration}` });
        charge(number, transferFee, "FEE", "NIP transfer charge");
      }),
    /** @param {string} number @param {string} csv */
    debit: (number, csv) =>
      enterAll(number, csv, ({ Reference: reference = "" }, kobo) => {
        write(number, { kobo, kind: "DEBIT", reference, text: `Direct debit ${reference}` });
        charge(number, debitFee, "FEE", "Direct debit charge");
      }),
    /** Money of a marketplace arrives. @param {string} number @param {number} kobo @param {string} reference */
    receive: (number, kobo, reference) => {
      write(number, { kobo, kind: "REMITTANCE", reference, text: `TRF from marketplace ${reference}` });
      if (kobo >= dutyFrom) charge(number, stampDuty, "DUTY", "Stamp duty");
    },
    /** @param {string} number */
    balance: (number) => account(number).lines.reduce((sum, { kobo }) => sum + kobo, account(number).opening),
    /** What its lines of a kind come to. @param {string} number @param {string} kind */
    total: (number, kind) => {
      const lines = account(number).lines.filter((line) => line.kind === kind);
      return lines.reduce((sum, { kobo }) => sum + kobo, 0);
    },
    /** References of ours under which money moved more than once. */
    movedTwice: () => {
      const moved = [...accounts.values()].flatMap(({ lines }) =>
        lines.filter(({ kind }) => /^(OUT|DEBIT)$/.test(kind)),
      );
      const names = moved.map(({ reference }) => reference);
      return names.filter((name, at) => names.indexOf(name) !== at);
    },
  };
}

/** @typedef {ReturnType<typeof openBank>} Bank */

/** @param {string} naira with two decimals */
function koboOf(naira) {
  const [, whole = "", rest = ""] = /^(\d+)\.(\d\d)$/.exec(naira) ?? [];
  if (!whole) throw new Error(`The bank cannot read the amount ${naira}.`);
  return Number(whole + rest);
}

/** The bank's own way of writing an amount, in naira. @param {number} kobo */
export function nairaText(kobo) {
  const digits = String(Math.abs(kobo)).padStart(3, "0");
  return `${kobo < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
