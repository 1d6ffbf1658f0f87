import { type Kobo, negated, zero } from "@/lib/kernel/money";
import type { CsvColumns } from "@/lib/terms/bank-statements/schema";
import { signedKobo } from "./amount-text";
import type { CsvRow } from "./csv-table";
import { dayIn } from "./date-text";
import { quote, unreadable } from "./unreadable";

/** What moved, by its sign; null where the row says nothing of it. */
export function movementIn(row: CsvRow, columns: CsvColumns): Kobo | null {
  if (columns.amount) return amountIn(row, columns.amount, columns);
  const [out, into] = [columns.debit, columns.credit].map((name) => unsignedIn(row, name, columns));
  if (out && into) throw unreadable("The row has both a debit and a credit.", row.at());
  if (out) return negated(out);
  return into ?? out ?? null;
}

function unsignedIn(row: CsvRow, name: string | undefined, columns: CsvColumns): Kobo | null {
  const amount = amountIn(row, name, columns);
  if (amount === null || amount >= 0) return amount;
  throw unreadable(`${quote(row.cell(name))} has a sign, and the column says which way it went.`, row.at(name));
}

/** Null where the cell is empty, or a dash. */
export function amountIn(row: CsvRow, name: string | undefined, columns: CsvColumns): Kobo | null {
  const cell = row.cell(name);
  if (/^-*$/.test(cell)) return null;
  const amount = cell.length > 60 ? undefined : signedKobo(cell, columns);
  if (amount === "TOO_LARGE") throw unreadable(`${quote(cell)} is more than any amount can be.`, row.at(name));
  if (amount === undefined) {
    const marks = `decimals after “${columns.decimalMark}”`;
    const groups = columns.thousandsMark ? `thousands by “${columns.thousandsMark}”` : "thousands without a mark";
    throw unreadable(`${quote(cell)} is no amount with ${marks} and ${groups}.`, row.at(name));
  }
  return amount === 0 ? zero : amount;
}

export function dayInCell(row: CsvRow, name: string, { dateFormat }: CsvColumns): string {
  const cell = row.cell(name);
  const day = cell.length > 60 ? null : dayIn(cell, dateFormat);
  if (!day) throw unreadable(`${quote(cell)} is no day as ${dateFormat}.`, row.at(name));
  return day;
}
