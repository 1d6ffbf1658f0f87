import { CsvError, parse } from "csv-parse/sync";
import { csvDelimiters, maxStatementLines } from "@/lib/terms/bank-statements/constants";
import type { CsvColumns } from "@/lib/terms/bank-statements/schema";
import { type Place, quote, unreadable } from "./unreadable";

/** A row below the header: `cell` by a mapped column's name, trimmed, `at` for whoever looks for it. */
export type CsvRow = { cell(name: string | undefined): string; at(name?: string): Place };

type Recorded = { cells: string[]; line: number };

/** A file's rows, and the account numbers that stand above its header. */
export function tableOf(text: string, columns: CsvColumns): { above: string[]; rows: CsvRow[] } {
  const records = parsed(text, delimiterOf(text, columns));
  if (records.length > mostRows) throw unreadable(tooLong);
  while (records.at(-1)?.cells.every(isEmpty)) records.pop();
  const header = records[columns.skipFirst];
  if (!header) throw unreadable(`The file ends above its header, which is expected in row ${columns.skipFirst + 1}.`);
  const places = placesIn(header, columns);
  const above = records.slice(0, columns.skipFirst).flatMap(({ cells }) => cells.flatMap(accountNumbers));
  const below = records.slice(columns.skipFirst + 1, records.length - columns.skipLast || undefined);
  const rows = below.filter(({ cells }) => !cells.every(isEmpty) && cells.join("\n") !== header.cells.join("\n"));
  if (rows.length > maxStatementLines) throw unreadable(tooLong);
  return { above, rows: rows.map((row) => rowOf(row, places)) };
}

function rowOf({ cells, line }: Recorded, places: ReadonlyMap<string, number>): CsvRow {
  return {
    cell: (name) => (name === undefined ? "" : (cells[places.get(key(name)) ?? -1] ?? "").trim()),
    at: (name) => ({ line, ...(name && { column: quote(name) }) }),
  };
}

/** Where each column is that is mapped: once, and with one name. */
function placesIn({ cells, line }: Recorded, columns: CsvColumns): Map<string, number> {
  const names = cells.map(key);
  const places = new Map<string, number>();
  for (const name of mapped(columns)) {
    const at = names.indexOf(key(name));
    if (at < 0) throw unreadable(`The header has no column ${quote(name)}.`, { line });
    if (names.indexOf(key(name), at + 1) >= 0) throw unreadable(`The header has two columns ${quote(name)}.`, { line });
    places.set(key(name), at);
  }
  return places;
}

function mapped({ date, valueDate, amount, debit, credit, text, ...others }: CsvColumns): string[] {
  const { reference, counterparty, balance, account } = others;
  const optional = [valueDate, amount, debit, credit, reference, counterparty, balance, account];
  return [date, ...text, ...optional.filter((name) => name !== undefined)];
}

/** The first by which the header has the column of dates. */
function delimiterOf(text: string, { delimiter, skipFirst, date }: CsvColumns): string {
  const fits = (one: string) =>
    parsed(text, one, skipFirst + 1)
      [skipFirst]?.cells.map(key)
      .includes(key(date));
  const found = delimiter ?? csvDelimiters.find(fits);
  if (!found) throw unreadable(`The header, expected in row ${skipFirst + 1}, has no column ${quote(date)}.`);
  return found;
}

/** Empty rows cost memory, too: so many rows beside the lines, and a file that has more is none that a bank writes. */
const mostRows = 2 * maxStatementLines;

function parsed(text: string, delimiter: string, to = mostRows + 1): Recorded[] {
  try {
    const options = { delimiter, relax_column_count: true, relax_quotes: true, info: true, max_record_size: 65_536 };
    const found = parse(text, { ...options, record_delimiter: ["\r\n", "\n", "\r"], to });
    return (found as unknown as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      cells: record,
      line: info.lines,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const lines = "lines" in error && typeof error.lines === "number" ? { line: error.lines } : undefined;
    throw unreadable(broken[error.code] ?? "The file is no CSV.", lines);
  }
}

const broken: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: "A quotation mark is opened and not closed until the file ends.",
  CSV_INVALID_CLOSING_QUOTE: "Something stands behind the closing quotation mark of a cell.",
  CSV_MAX_RECORD_SIZE: "A row is longer than any statement's: a quotation mark may be missing.",
};

const tooLong = `The file has more than ${maxStatementLines} lines. Import it in parts, by day.`;

const isEmpty = (cell: string) => cell.trim() === "";

/** Headers are compared without their case and spacing. */
const key = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();

/** Accounts have ten digits in Nigeria (NUBAN). */
const accountNumbers = (cell: string) => cell.slice(0, 500).match(/(?<!\d)\d{10}(?!\d)/g) ?? [];
