import { nairaText } from "./bank.mjs";

/**
 * What moved in one way, by those who know of it; in kobo, null where somebody does not.
 * @typedef {object} Row
 * @property {string} lender
 * @property {string} what
 * @property {number | null} ledger what the service has booked
 * @property {number | null} rail what was carried out over the rail, or is said to have been received
 * @property {number | null} bank what the bank's own books have
 * @property {number | null} fees what that cost; where nothing else moved, it is what the others are held against
 */

/** By how much those who know of it disagree. @param {Row} row */
export function difference({ ledger, rail, bank, fees }) {
  const known = [ledger, rail, bank, ledger === null ? fees : null].filter((one) => one !== null);
  return Math.max(...known) - Math.min(...known);
}

/** The table as it is printed, in naira. @param {readonly Row[]} rows @returns {string[]} */
export function printed(rows) {
  const head = ["Lender", "What", "Ledger", "Rail", "Bank", "Fees", "Difference"];
  const naira = (/** @type {number | null} */ kobo) => (kobo === null ? "" : nairaText(kobo));
  const cells = rows.map((row) => {
    const { lender, what, ledger, rail, bank, fees } = row;
    return [lender, what, ...[ledger, rail, bank, fees, difference(row)].map(naira)];
  });
  return inColumns([head, ...cells], 2);
}

/** Lines with their cells below each other, the first few to the left. @param {readonly string[][]} lines @param {number} left @returns {string[]} */
export function inColumns(lines, left) {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const padded = (/** @type {string} */ cell, /** @type {number} */ at) =>
    at < left ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return lines.map((line) => line.map(padded).join("  ").trimEnd());
}
