import type { Kobo } from "@/lib/kernel/money";

/** What a bank says of an account and some days, whatever the file that says it (docs/statements.md). */
export type BankStatement = {
  /** Whose it says it is: the numbers, as written, of which the account's own must be one. Empty where it says none. */
  accounts: string[];
  /** What its lines name where a column says it, of which each must be the account's own: an empty cell is none. */
  lineAccounts: string[];
  sequence: string | null;
  /** The first and last day, `YYYY-MM-DD`; null where it says none and has no line. */
  from: string | null;
  to: string | null;
  opening: Kobo | null;
  closing: Kobo | null;
  lines: StatementLine[];
};

export type StatementLine = {
  /** Its place in the file, from 1. */
  index: number;
  bookingDate: string;
  valueDate: string;
  /** What came in; negative what went out. */
  amount: Kobo;
  /** PENDING: announced, and not in any balance. */
  status: "BOOKED" | "PENDING";
  /** Whether the bank says that it takes another line back. The amount has its own sign already. */
  reversal: boolean;
  /** The bank's own name for it, where it has one of its own. */
  bankReference: string | null;
  /** Every name that payer, payee and banks gave it. */
  references: string[];
  text: string;
  counterparty: { name: string; accountEnd: string | null } | null;
  /** Whether it is several payments, of which the file does not say how much each was. */
  several?: true;
};
