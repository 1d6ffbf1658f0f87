/** Byte order mark: makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = "\uFEFF";

/** Characters that make a spreadsheet treat a cell as a formula, including after spaces and in full-width forms. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** A cell of text that others wrote: what a spreadsheet could read as a formula is prefixed with an apostrophe. */
export function csvText(value: string | null): string {
  if (value === null) return "";
  return formula.test(value) ? `'${value}` : value;
}

/** A line of cells (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
