import { csvLine, csvText } from "@/lib/kernel/csv";
import { fromKobo, type Kobo } from "@/lib/kernel/money";
import { bankNameOf } from "@/lib/terms/bank-names";
import {
  type BatchColumn,
  type BatchField,
  type BatchKind,
  usualColumns,
  usualDebitColumns,
} from "@/lib/terms/batches";

/** What people enter at a bank of one order. */
export type Instruction = {
  reference: string;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  amount: Kobo;
  narration: string;
  /** What the bank knows a debit's mandate by; null for what is paid out. */
  mandateReference: string | null;
};

/** An order that goes into a batch, and what people enter of it. */
export type TakenOrder = { order: { payoutId: string } | { paymentId: string }; instruction: Instruction };

/**
 * A batch's file: the same orders give the same bytes. No byte order mark, which banks' forms take for a part of the first
 * header. What a spreadsheet would take for a formula begins with an apostrophe.
 * @param of.date `YYYY-MM-DD`
 */
export function composeFile(
  instructions: readonly Instruction[],
  of: { kind: BatchKind; columns: readonly BatchColumn[] | null; date: string },
): string {
  const columns = of.columns ?? (of.kind === "DEBITS" ? usualDebitColumns : usualColumns);
  const header = columns.map(({ header }) => csvText(header));
  const lines = instructions.map((one) => columns.map(({ field }) => csvText(fields[field](one, of.date))));
  return [header, ...lines].map(csvLine).join("");
}

const fields: Record<BatchField, (of: Instruction, date: string) => string> = {
  // Banks write references in upper case, and people compare them with statements.
  reference: ({ reference }) => reference.toUpperCase(),
  bankCode: ({ bankCode }) => bankCode,
  bankName: ({ bankCode }) => bankNameOf(bankCode),
  accountNumber: ({ accountNumber }) => accountNumber,
  accountName: ({ accountName }) => accountName,
  amount: ({ amount }) => fromKobo(amount).toFixed(2),
  narration: ({ narration }) => narration,
  date: (_, date) => date,
  mandateReference: ({ mandateReference }) => mandateReference ?? "",
};
