import { z } from "zod";
import { naira } from "@/lib/kernel/answer-fields";
import { bool, foreignId, oneOf, text } from "@/lib/kernel/validation";
import { maxStatementBytes, statementFormats } from "@/lib/terms/bank-statements/constants";
import { csvColumns, lineRule } from "@/lib/terms/bank-statements/schema";
import { lineSources, lineStates, lineWaits } from "@/lib/terms/bank-statements/states";

export const statementFormatBody = z
  .strictObject({
    format: oneOf(statementFormats),
    columns: csvColumns.optional().describe("Of CSV, and only of that"),
    rules: z.array(lineRule).max(50).default([]).describe("The first that fits counts"),
  })
  .refine(({ format, columns }) => (format === "CSV") === (columns !== undefined), {
    path: ["columns"],
    message: "Are needed for CSV, and for nothing else",
  })
  .meta({
    sample: { format: "CAMT053", rules: [{ words: "stamp duty", as: "DUTY", atMost: 50 }] },
  });
export type StatementFormatBody = z.output<typeof statementFormatBody>;

export const statementFormatAnswer = z
  .object({
    format: z.enum(statementFormats),
    columns: csvColumns.nullable(),
    rules: z.array(lineRule),
    after: z.iso.date().nullable().describe("Only lines of later days are taken: earlier ones came in another format"),
    changedAt: z.iso.datetime(),
  })
  .meta({ id: "StatementFormat" });
export type StatementFormatAnswer = z.output<typeof statementFormatAnswer>;

export const statementBody = z
  .strictObject({
    content: z
      .base64("Must be base64")
      .min(1, "Must not be empty")
      .max(Math.ceil(maxStatementBytes / 3) * 4, "Must be a file of at most 5 MB")
      .describe("The file's bytes, in base64"),
    preview: bool.optional().describe("True: what would come of it; nothing is stored"),
    digest: foreignId(64).optional().describe("Of the preview: imports exactly what it showed"),
  })
  .refine(({ preview, digest }) => (preview === true) === (digest === undefined), {
    path: ["digest"],
    message: "Send either preview as true, or the preview's digest",
  })
  .meta({ sample: { content: "RGF0ZSxEZWJpdA==", preview: true } });
export type StatementBody = z.output<typeof statementBody>;

const days = { from: z.iso.date(), to: z.iso.date() };

const statementAnswer = z
  .object({
    id: z.string(),
    format: z.enum(statementFormats),
    sequence: z.string().nullable().describe("The bank's number of it"),
    ...days,
    opening: naira.nullable(),
    closing: naira.nullable(),
    lines: z.int(),
    newLines: z.int().describe("Those that no statement before it had"),
    importedAt: z.iso.datetime(),
  })
  .meta({ id: "BankStatement" });

export const statementList = z.object({
  data: z.array(statementAnswer),
  hasMore: z.boolean(),
  gaps: z.array(z.object(days)).describe("Days that none of the account's statements has"),
});
export type StatementList = z.output<typeof statementList>;

export const statementLine = z
  .object({
    id: z.string(),
    bookingDate: z.iso.date(),
    valueDate: z.iso.date().describe("The day from which it counts"),
    amount: naira.describe("Negative: went out"),
    reversal: z.boolean(),
    bankReference: z.string().nullable(),
    references: z.array(z.string()),
    text: z.string(),
    counterparty: z.string().nullable(),
    state: z.enum(lineStates),
    waitsBecause: z.enum(lineWaits).nullable(),
    loanId: z.string().nullable(),
    payoutId: z.string().nullable(),
    paymentId: z.string().nullable(),
    decidedAt: z.iso.datetime().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: "BankStatementLine" });
export type StatementLineAnswer = z.output<typeof statementLine>;

export const statementLineList = z.object({ data: z.array(statementLine), hasMore: z.boolean() });

export const lineFilters = {
  state: oneOf(lineStates).optional().describe("Only these; WAITS: those that people have to decide about"),
};

const judgedLine = z.object({
  bookingDate: z.iso.date(),
  valueDate: z.iso.date(),
  amount: naira,
  text: z.string(),
  state: z.enum(lineStates),
  waitsBecause: z.enum(lineWaits).nullable(),
  order: z.string().nullable().describe("Our reference of the order that it is matched with"),
});

/** What an import has, or would have, made of a file. */
export const importAnswer = z
  .object({
    digest: z.string().describe("Names all of this: an import repeats it"),
    imported: z.boolean(),
    statements: z.array(
      z.object({ ...days, opening: naira.nullable(), closing: naira.nullable(), lines: z.int(), pending: z.int() }),
    ),
    known: z.int().describe("Lines that were imported before"),
    new: z.int(),
    states: z.partialRecord(z.enum(lineStates), z.int()).describe("What the new lines are"),
    decided: z.int().describe("Lines that waited, and are now known"),
    books: z
      .object({ confirmed: z.int(), cameBack: z.int(), remittances: z.int() })
      .describe("Orders that it confirms or takes back, and what marketplaces sent"),
    naming: z
      .int()
      .describe(
        "Lines that are new, or waited, and name an order or a remittance, booked or not: any takes two operators",
      ),
    gaps: z.array(z.object(days)).describe("Days that none of the account's statements has, with these"),
    lines: z.array(judgedLine).describe("The first 200 of the new lines"),
    waited: z
      .array(
        judgedLine.extend({
          importedBy: z.object({ id: z.string(), name: z.string() }),
          importedAt: z.iso.datetime(),
        }),
      )
      .describe("The first 200 of those that waited and are something else now, and who imported them"),
  })
  .meta({ id: "StatementImport" });
export type ImportAnswer = z.output<typeof importAnswer>;

const why = text(500).describe("For the other operator, and for the audit log");

export const lineBooking = {
  loanId: foreignId(64),
  as: oneOf(lineSources).describe("RECOVERY: after a write-off; CAME_BACK: the order of the loan that the line names"),
};

export const bookLineBody = z
  .strictObject({ ...lineBooking, reason: why })
  .meta({ sample: { loanId: "loan_1", as: "DIRECT", reason: "Paid at the branch, says the lender." } });
export type BookLine = z.output<typeof bookLineBody>;

export const dismissLineBody = z
  .strictObject({ reason: why })
  .meta({ sample: { reason: "The lender's own deposit." } });

/** How many one proposal may put away. */
const mostDismissed = 200;

export const dismissLinesBody = z
  .strictObject({
    lineIds: z
      .array(foreignId())
      .min(1)
      .max(mostDismissed, `Must be at most ${mostDismissed}`)
      .refine((ids) => new Set(ids).size === ids.length, "Must not name a line twice"),
    reason: why,
  })
  .meta({ sample: { lineIds: ["bsl_1"], reason: "The lender's own deposits." } });
