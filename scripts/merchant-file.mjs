import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { codeOf, Failure, reason } from "./failure.mjs";

/** @typedef {import("@/lib/terms/merchant-data/schema").MerchantRecord} MerchantRecord */

/**
 * npm changes to the package's folder; what the caller names is meant from where the caller is.
 * @param {string} name
 */
export function callersPath(name) {
  return resolve((process.env.npm_lifecycle_event && process.env.INIT_CWD) || process.cwd(), name);
}

/**
 * The records of a file, as they come: whether one holds what it should is for the service to say.
 * @param {string} file
 * @returns {MerchantRecord[]}
 */
export function readMerchants(file) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const words = new Map([
      ["ENOENT", "there is no such file"],
      ["EISDIR", "it is a folder"],
    ]);
    throw new Failure(`Cannot read ${file}: ${words.get(codeOf(error)) ?? reason(error)}.`);
  }
  let content;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${reason(error)}.`);
  }
  const merchants = content?.merchants;
  if (!Array.isArray(merchants)) throw new Failure(`${file} has no "merchants" array of merchant data records.`);
  if (merchants.length === 0) throw new Failure(`The "merchants" array of ${file} is empty.`);
  return merchants;
}

/**
 * Collected data soon grows too old to lend on. Moves the months of each sales history, record by record, so that its
 * newest is the last complete one.
 * @param {readonly MerchantRecord[]} merchants
 * @param {Date} now
 * @returns {{ merchants: MerchantRecord[], moved: number }} with the number of records that were moved
 */
export function withRecentMonths(merchants, now) {
  // A month begins and ends in Lagos, an hour before UTC.
  const lagos = new Date(now.getTime() + 3_600_000);
  const last = lagos.getUTCFullYear() * 12 + lagos.getUTCMonth() - 1;
  let moved = 0;
  const recent = merchants.map((record) => {
    const history = record?.monthlySalesHistory;
    const newest = Array.isArray(history) ? numberOf(history.at(-1)?.month) : null;
    if (!history || newest === null || newest === last) return record;
    moved += 1;
    const by = last - newest;
    return { ...record, monthlySalesHistory: history.map((entry) => ({ ...entry, month: later(entry.month, by) })) };
  });
  return { merchants: recent, moved };
}

/** Says what `withRecentMonths` did. @param {number} moved */
export function movedLine(moved) {
  return moved === 0 ? "" : `Months of ${moved} sales histories moved, so that the newest is the last complete month\n`;
}

/** @param {unknown} month */
function numberOf(month) {
  const parts = typeof month === "string" ? /^(\d{4})-(\d\d)$/.exec(month) : null;
  return parts ? Number(parts[1]) * 12 + Number(parts[2]) - 1 : null;
}

/** @param {string} month @param {number} by */
function later(month, by) {
  const number = numberOf(month);
  if (number === null) return month;
  const moved = number + by;
  return `${Math.floor(moved / 12)}-${String((moved % 12) + 1).padStart(2, "0")}`;
}
