import { fromKobo, minus, nairaText, plus, totalOf } from "@/lib/kernel/money";
import { maxStatementBytes } from "@/lib/terms/bank-statements/constants";
import type { CsvColumns } from "@/lib/terms/bank-statements/schema";
import { decodeText } from "./decode-text";
import type { BankStatement } from "./model";
import { readCamt } from "./read-camt";
import { readCsv } from "./read-csv";
import { unreadable } from "./unreadable";

/** An account's format: one for all its statements, since a line is known again by what one format says of it. */
export type ReadableFormat = { format: "CAMT053" } | { format: "CSV"; columns: CsvColumns };

/** The statements of a file. @throws CodedError that says in plain words what is wrong with it, and where */
export function readStatements(bytes: Uint8Array, as: ReadableFormat): BankStatement[] {
  if (bytes.length > maxStatementBytes) {
    throw unreadable(`The file is larger than ${maxStatementBytes / 1024 / 1024} MB. Import it in parts, by day.`);
  }
  const text = decodeText(bytes);
  if (text.trim() === "") throw unreadable("The file is empty.");
  return as.format === "CSV" ? [readCsv(text, as.columns)] : readCamt(text);
}

/** What the account had and what moved must give what it has: else lines are missing, or were changed. */
export function requireBalanced(statements: readonly BankStatement[]): void {
  for (const { opening, closing, lines, from, to } of statements) {
    if (opening === null || closing === null) continue;
    const moved = totalOf(lines.filter(({ status }) => status === "BOOKED"));
    const off = minus(closing, plus(opening, moved));
    if (off === 0) continue;
    const [had, has, more, by] = [opening, closing, moved, off].map((amount) => nairaText(fromKobo(amount)));
    const words = `opening ${had} and lines of ${more} are not closing ${has}. The difference is ${by}`;
    throw unreadable(`The statement of ${from} to ${to} does not add up: ${words}.`);
  }
}
