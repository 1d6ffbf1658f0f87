import { fromKobo, type Kobo } from "./money";

/** A column and what it takes from a row; null leaves the cell empty. */
export type CsvColumn<Row> = { header: string } & (
  | { text: (row: Row) => string | null }
  /** In naira with two decimals. */
  | { money: (row: Row) => Kobo | null }
  /** In ISO 8601. */
  | { moment: (row: Row) => Date | null }
  | { number: (row: Row) => number | null }
);

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

/** A part of a file: whole lines, and where the next part goes on. */
export type CsvPart = { lines: string; last: string | undefined; hasMore: boolean };

/** A row of a list, which goes on after its id, or after its place where the ids do not give the order. */
export type Placed = { id: string; place?: string };

export function csvPart<Row extends Placed>(
  columns: readonly CsvColumn<Row>[],
  { rows, hasMore }: { rows: readonly Row[]; hasMore: boolean },
): CsvPart {
  const lines = rows.map((row) => csvLine(columns.map((column) => cellOf(column, row))));
  return { lines: lines.join(""), last: rows.at(-1)?.place ?? rows.at(-1)?.id, hasMore };
}

function cellOf<Row>(column: CsvColumn<Row>, row: Row): string {
  if ("text" in column) return csvText(column.text(row));
  if ("moment" in column) return column.moment(row)?.toISOString() ?? "";
  if ("number" in column) return column.number(row)?.toString() ?? "";
  const amount = column.money(row);
  return amount === null ? "" : fromKobo(amount).toFixed(2);
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
