import type { CodedError } from "@/lib/kernel/errors";
import { lagosDate } from "@/lib/kernel/lagos-days";
import type { RealTime } from "@/lib/kernel/time";
import { accountNumberOf, type LenderAccount } from "@/lib/parties/lenders/accounts/queries";
import type { StoredFormat } from "./queries";
import type { BankStatement } from "./readers/model";
import { readStatements, requireBalanced } from "./readers/read-statements";
import { unreadable } from "./readers/unreadable";

/** Of a file of the account, in its format, that adds up, without days to come: a day counts as imported for good. */
export function readFile(
  bytes: Uint8Array,
  account: LenderAccount,
  { format, columns, after }: StoredFormat,
  realNow: RealTime,
): BankStatement[] {
  const read = readStatements(bytes, format === "CSV" && columns ? { format, columns } : { format: "CAMT053" });
  for (const statement of read) requireOwn(statement, account);
  requireBalanced(read);
  const statements = read.filter(({ from }) => from !== null);
  if (statements.length === 0) throw unreadable("The file has no line and no day.");
  for (const { lines } of after ? statements : []) {
    const early = lines.find(({ bookingDate, status }) => status === "BOOKED" && after && bookingDate <= after);
    if (early) {
      const words = `Days up to ${after} were imported in another format, in which lines are called otherwise`;
      throw unreadable(`${words}. Leave them out: this file has one of ${early.bookingDate}.`);
    }
  }
  for (const statement of statements) requirePast(statement, lagosDate(realNow));
  return statements;
}

/** What is only announced may be of later. */
function requirePast({ to, lines }: BankStatement, today: string): void {
  const booked = lines.flatMap(({ bookingDate, status }) => (status === "BOOKED" ? bookingDate : []));
  const last = [to ?? today, ...booked].sort().at(-1) ?? today;
  if (last > today) throw unreadable(`It tells of ${last}, and today is ${today}: no bank has booked that day.`);
}

/** By its ten digits, also behind the bank's code. What the file says of other accounts is nobody's business here. */
function requireOwn({ accounts, lineAccounts }: BankStatement, account: LenderAccount): void {
  const own = accountNumberOf(account);
  const foreign = (name: string) => {
    const digits = name.replace(/[^0-9A-Za-z]/g, "");
    return digits !== own && digits !== account.bankCode + own && !isIban(digits, own);
  };
  if (accounts.length > 0 && accounts.every(foreign)) throw ofAnother(accounts, account);
  // Above the lines other numbers may stand beside it; a line is of one account.
  const others = lineAccounts.filter(foreign);
  if (others.length > 0) throw ofAnother(others, account);
}

function ofAnother(named: readonly string[], { lastFour }: LenderAccount): CodedError {
  const ends = named.slice(0, 5).map((name) => (name === "" ? "none in some lines" : `…${name.trim().slice(-4)}`));
  return unreadable(`The file is of another account: it names ${ends.join(", ")}, and this one ends in ${lastFour}.`);
}

/** An IBAN ends in the account's number. */
function isIban(name: string, own: string): boolean {
  return /^[A-Z]{2}\d{2}/.test(name) && name.endsWith(own);
}
