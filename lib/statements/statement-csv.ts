import type { Statement } from "./schema";

/** The columns of a statement as CSV, in order. */
const columns = [
  "date",
  "kind",
  "amount",
  "reference",
  "order_id",
  "order_amount",
  "reverses",
  "reversed_amount",
] as const;

/** Tells spreadsheets that what follows is UTF-8. */
const byteOrderMark = "\uFEFF";

/** Beginnings that make a spreadsheet take a cell for a formula, also behind blanks and in the wide forms of East Asia. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/**
 * A statement as CSV (RFC 4180): a line of names, then one for each entry. Amounts in naira with two decimals, moments in
 * ISO 8601. No cell is a formula to a spreadsheet: a text that might be one has an apostrophe before it.
 */
export function statementCsv({ entries }: Pick<Statement, "entries">): string {
  const lines = entries.map((entry) => [
    entry.at,
    entry.kind,
    money(entry.amount),
    text(entry.reference),
    text(entry.orderId),
    entry.orderAmount === null ? "" : money(entry.orderAmount),
    text(entry.reverses),
    entry.kind === "DEDUCTION" ? money(entry.reversedAmount) : "",
  ]);
  return byteOrderMark + [columns, ...lines].map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
}

function money(naira: number): string {
  return naira.toFixed(2);
}

function text(value: string | null): string {
  if (value === null) return "";
  return formula.test(value) ? `'${value}` : value;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
