/** Largest file of a bank statement, in bytes: some months of an account with hundreds of lines a day. */
export const maxStatementBytes = 5 * 1024 * 1024;

/** Most lines of a file, so that its import is one transaction that ends soon. */
export const maxStatementLines = 10_000;

/** How a bank hands its statements out (docs/statements.md#formats). */
export const statementFormats = ["CAMT053", "CSV"] as const;

export const csvDelimiters = [",", ";", "\t", "|"] as const;

/** How a column writes its dates. MMM is the English month's first three letters. */
export const csvDateFormats = [
  "YYYY-MM-DD",
  "YYYY/MM/DD",
  "YYYYMMDD",
  "DD/MM/YYYY",
  "DD-MM-YYYY",
  "DD.MM.YYYY",
  "DD/MM/YY",
  "MM/DD/YYYY",
  "DD-MMM-YYYY",
  "DD-MMM-YY",
  "DD MMM YYYY",
] as const;
export type CsvDateFormat = (typeof csvDateFormats)[number];

/** A rule is set by one operator, so what it puts aside unseen is no more than a bank's charge, in naira. */
export const maxRuleNaira = 50_000;

/** Largest body that carries a file: base64 takes four bytes for three. */
export const maxStatementBodyBytes = Math.ceil(maxStatementBytes / 3) * 4 + 4_096;
