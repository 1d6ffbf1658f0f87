import { z } from "zod";
import { calendarDate, foreignId, line, text } from "@/lib/kernel/validation";
import { csvDateFormats, statementFormats } from "@/lib/terms/bank-statements/constants";
import type { CsvColumns } from "@/lib/terms/bank-statements/schema";
import { lineSources } from "@/lib/terms/bank-statements/states";
import { payoutFailures } from "@/lib/terms/payouts";
import { nairaTyped } from "@/lib/terms/typed-amounts";

// What treasurers type in the console's forms. Each says why: it stands in the audit log, and another operator reads it.

const unchosen = "Choose one";
const reason = text(500);
const naira = nairaTyped.min(1, "Must not be empty");

export const closeOrderTyped = z.object({
  outcome: z.enum(["PAID", "NOT_PAID"], unchosen),
  amount: naira,
  /** Of the line on the statement, where it was paid. */
  bankReference: foreignId(64).optional(),
  /** Where it was not. */
  cause: z.enum(payoutFailures).optional(),
  reason,
});

export const nameAccountTyped = z.object({
  holder: z.enum(["NAMED", "UNKNOWN"], unchosen),
  accountName: text(150).optional(),
  reason,
});

export const mandateTyped = z.object({ bankReference: foreignId(64), reason });

export const receivedTyped = z.object({
  direction: z.enum(["IN", "BACK"], unchosen),
  amount: naira,
  receivedOn: calendarDate,
  bankReference: foreignId(64),
  reason,
});

export const noteTyped = z.object({ note: text(500) });

export const bookLineTyped = z.object({ loan: foreignId(64), as: z.enum(lineSources, unchosen), reason });

const column = line(100);

/** Which columns a CSV file has; what is rarer is set by the API or at the terminal, and stays as it is here. */
export const formatTyped = z
  .object({
    format: z.enum(statementFormats, unchosen),
    date: column.optional(),
    dateFormat: z.enum(csvDateFormats).optional(),
    amount: column.optional(),
    debit: column.optional(),
    credit: column.optional(),
    /** Names with commas between them. */
    text: line(300).optional(),
    reference: column.optional(),
    balance: column.optional(),
  })
  .superRefine(({ format, date, dateFormat, amount, debit, credit, text }, context) => {
    if (format !== "CSV") return;
    const needed = { date, dateFormat, text, amount: amount ?? (debit && credit) };
    for (const [field, value] of Object.entries(needed)) {
      if (!value) context.addIssue({ code: "custom", path: [field], message: neededOfCsv });
    }
  });

const neededOfCsv = "Is needed for CSV: the amount in one column, or in one for debits and one for credits";

export type FormatTyped = z.output<typeof formatTyped>;

/** What of the stored columns the form shows. */
export function typedOf(columns: CsvColumns): Omit<FormatTyped, "format"> {
  const { date, dateFormat, amount, debit, credit, text, reference, balance } = columns;
  return { date, dateFormat, amount, debit, credit, text: text.join(", "), reference, balance };
}

/** @param known the stored columns: what the form does not show stays, and what it shows and nobody changed */
export function formatOf({ format, ...typed }: FormatTyped, known: CsvColumns | null) {
  if (format !== "CSV") return { format };
  const { date, dateFormat, amount, debit, credit, text = "", reference, balance } = typed;
  const shown = { date, dateFormat, amount, debit, credit, reference, balance };
  const named = text.split(",").flatMap((name) => name.trim() || []);
  const same = known && typedOf(known).text === text;
  return { format, columns: { ...known, ...shown, text: same ? known.text : named } };
}
