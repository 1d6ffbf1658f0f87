import type { Statement } from "./schema";

const columns = [
  "date",
  "kind",
  "amount",
  "reference",
  "order_id",
  "order_amount",
  "reverses",
  "reversed_amount",
  "source",
];

/** Byte order mark: makes spreadsheets read the file as UTF-8. */
const byteOrderMark = "\uFEFF";

/** Characters that make a spreadsheet treat a cell as a formula, including after spaces and in full-width forms. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/**
 * A statement as CSV (RFC 4180): a header line, then one line per entry. Amounts in naira with two decimals, moments in
 * ISO 8601. Text that a spreadsheet could read as a formula is prefixed with an apostrophe.
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
    entry.source ?? "",
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
