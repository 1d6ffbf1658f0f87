import { zero } from "@/lib/kernel/money";
import type { CsvColumns } from "@/lib/terms/bank-statements/schema";
import { balancesOf } from "./csv-balances";
import { amountIn, dayInCell, movementIn } from "./csv-cells";
import { type CsvRow, tableOf } from "./csv-table";
import type { BankStatement, StatementLine } from "./model";
import { plainText } from "./plain-text";

/** The one statement of a CSV file, read by its account's columns (docs/statements.md#csv). */
export function readCsv(text: string, columns: CsvColumns): BankStatement {
  const { above, rows } = tableOf(text, columns);
  const booked = rows.flatMap((row) => bookedRow(row, columns) ?? []);
  const days = booked.map(({ bookingDate }) => bookingDate).sort();
  // What moves nothing is said for information.
  const moved = booked.filter(({ amount }) => amount !== 0);
  return {
    accounts: [...new Set(above)],
    lineAccounts: columns.account ? [...new Set(moved.map(({ row }) => row.cell(columns.account)))] : [],
    sequence: null,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    ...balancesOf(booked),
    lines: moved.map((row, place) => lineOf(row, columns, place + 1)),
  };
}

type BookedRow = NonNullable<ReturnType<typeof bookedRow>>;

/** Null for a row without a day and an amount, as where a long text goes on. */
function bookedRow(row: CsvRow, columns: CsvColumns) {
  const amount = movementIn(row, columns) ?? zero;
  if (row.cell(columns.date) === "" && amount === 0) return null;
  const bookingDate = dayInCell(row, columns.date, columns);
  const { valueDate: column } = columns;
  const valueDate = column && row.cell(column) !== "" ? dayInCell(row, column, columns) : bookingDate;
  return { row, bookingDate, valueDate, amount, balance: amountIn(row, columns.balance, columns) };
}

function lineOf({ row, bookingDate, valueDate, amount }: BookedRow, columns: CsvColumns, index: number): StatementLine {
  const bankReference = plainText(row.cell(columns.reference)) || null;
  const name = plainText(row.cell(columns.counterparty));
  return {
    index,
    ...{ bookingDate, valueDate, amount },
    status: "BOOKED",
    reversal: false,
    bankReference,
    references: bankReference ? [bankReference] : [],
    text: plainText(columns.text.map((column) => row.cell(column)).join(" ")),
    counterparty: name === "" ? null : { name, accountEnd: null },
  };
}
