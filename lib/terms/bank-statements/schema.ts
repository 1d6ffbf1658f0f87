import { z } from "zod";
import { amount, line, oneOf } from "@/lib/kernel/validation";
import { csvDateFormats, csvDelimiters, maxRuleNaira } from "./constants";
import { lineRules } from "./states";

const column = line(100).describe("As the file's header names it, in upper or lower case");

const amounts = "Either `amount`, or `debit` and `credit`";

/** Which column says what in an account's CSV files (docs/statements.md#csv). */
export const csvColumns = z
  .strictObject({
    date: column.describe("The day on which the bank booked the line"),
    valueDate: column.optional().describe("The day from which it counts; without it, the day on which it was booked"),
    amount: column.optional().describe("With its sign: what goes out is negative"),
    debit: column.optional().describe("What goes out, without a sign"),
    credit: column.optional().describe("What comes in, without a sign"),
    text: z.array(column).min(1).max(5).describe("Read one after another"),
    reference: column.optional().describe("The bank's own name for the line"),
    counterparty: column.optional().describe("Who paid, or was paid"),
    balance: column.optional().describe("After the line"),
    account: column.optional().describe("The account's own number, in each line"),
    dateFormat: oneOf(csvDateFormats),
    delimiter: oneOf(csvDelimiters).optional().describe("Found out where it is not named"),
    decimalMark: oneOf([".", ","]).default("."),
    thousandsMark: oneOf([",", ".", " ", "'"]).optional().describe("Groups of three digits, or none at all"),
    skipFirst: z.int().min(0).max(50).default(0).describe("Rows above the header"),
    skipLast: z.int().min(0).max(50).default(0).describe("Rows below the last line, such as totals"),
  })
  .refine(({ amount, debit, credit }) => (amount ? !debit && !credit : debit && credit), {
    path: ["amount"],
    message: amounts,
  })
  .refine(({ decimalMark, thousandsMark }) => decimalMark !== thousandsMark, {
    path: ["thousandsMark"],
    message: "Must differ from the decimal mark",
  })
  .meta({ id: "StatementColumns" });
export type CsvColumns = z.output<typeof csvColumns>;

/** Plain words and no pattern: whoever writes them cannot make the search slow, or wider than it reads. */
export const lineRule = z
  .strictObject({
    words: line(60)
      .min(3, "Must have at least 3 characters")
      .describe("As whole words anywhere in the line's text, in any case"),
    as: oneOf(lineRules).describe("REVERSAL: what comes back; two operators decide, as the words may be anybody's"),
    atMost: amount.max(maxRuleNaira, `Must be at most ${maxRuleNaira}`).describe("A larger line waits for people"),
  })
  .meta({ id: "StatementLineRule" });
export type LineRule = z.output<typeof lineRule>;
