import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import type { OperatorUser } from "@/lib/kernel/actor";
import { openSaid } from "@/lib/lending/bank-statements/line-digest";
import type { StatementFormatBody } from "@/lib/lending/bank-statements/schema";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { costlyTimeout, fc } from "@/test/proof";
import { importFile, type StatementAccount, statementAccount } from "./account";
import {
  type CsvStyle,
  columnsFor,
  encode,
  encodings,
  plainStyle,
  type WrittenLine,
  writeCamt,
  writeCsv,
} from "./write-statement";

/**
 * Random statements of random accounts, cut, overlapping, repeated and with equal lines: each line counts once. What it is
 * held against counts the lines that were written, by their text, and knows nothing of digests or of what is stored.
 */
useDatabase();

/** So many of one account, and the whole of it last. `npm run proof -- statements` sends 500 in all. */
const ofAccount = 5;
const accounts = Math.ceil(Number(process.env.STATEMENTS ?? 20) / ofAccount);

let operator: OperatorUser;
beforeAll(async () => {
  operator = (await anyOperator()).actor;
});

const lineOf = fc.record({
  // Few of each, so that many lines are equal, or differ in one thing.
  next: fc.constantFrom(0, 0, 0, 1, 3),
  valued: fc.constantFrom(0, 0, 1),
  kobo: fc.constantFrom(100, 100, -100, 123_456_789, -5_375, 1, -999_999_999_999),
  text: fc.constantFrom("Transfer", "Transfer", "Façade; one, two", 'says "yes"', "=1+1", "", "two\nlines"),
  bankReference: fc.constantFrom(undefined, undefined, "FT1", "FT2"),
  pending: fc.constantFrom(false, false, false, false, true),
});

const style = fc.record({
  delimiter: fc.constantFrom<CsvStyle["delimiter"][]>(",", ";", "\t", "|"),
  lineEnd: fc.constantFrom<CsvStyle["lineEnd"][]>("\r\n", "\n", "\r"),
  newestFirst: fc.boolean(),
});

const story = fc.record({
  lines: fc.array(lineOf, { minLength: 1, maxLength: 40 }),
  opening: fc.integer({ min: -1_000_000, max: 10 ** 12 }),
  csv: fc.boolean(),
  marks: fc.constantFrom<Pick<CsvStyle, "decimalMark" | "thousandsMark" | "signed">[]>(
    { decimalMark: ".", thousandsMark: ",", signed: true },
    { decimalMark: ",", thousandsMark: ".", signed: false },
    { decimalMark: ".", signed: false },
    { decimalMark: ",", thousandsMark: " ", signed: true },
  ),
  version: fc.constantFrom("02", "03", "04", "06", "08", "10", "13"),
  cuts: fc.array(fc.record({ start: fc.nat(39), length: fc.nat(40), style, encoding: fc.constantFrom(...encodings) }), {
    minLength: ofAccount,
    maxLength: ofAccount,
  }),
});
type Story = typeof story extends fc.Arbitrary<infer Told> ? Told : never;

test(
  `each line of ${accounts * ofAccount} statements counts once`,
  async () => {
    await fc.assert(fc.asyncProperty(story, prove), { numRuns: accounts, endOnFailure: true });
  },
  Math.max(costlyTimeout, accounts * 10_000),
);

async function prove({ lines, opening, csv, marks, version, cuts }: Story): Promise<void> {
  const columns = columnsFor({ ...plainStyle, ...marks });
  const format: StatementFormatBody = csv ? { format: "CSV", columns, rules: [] } : { format: "CAMT053", rules: [] };
  const account = await statementAccount(operator, format);
  const all = onDays(lines, csv);
  const seen: WrittenLine[][] = [];
  for (const [i, { start, length, style: how, encoding }] of cuts.entries()) {
    const whole = i === cuts.length - 1;
    const [from, to] = whole ? [0, all.length] : [start % all.length, (start % all.length) + length];
    const cut = all.slice(from, to);
    if (cut.length === 0) continue;
    const before = all.slice(0, from).reduce((sum, line) => sum + (line.pending ? 0 : line.kobo), opening);
    const days = cut.map(({ day }) => day);
    const written = {
      ...{ account: account.accountNumber, opening: before, lines: cut, version },
      ...{ from: days[0] ?? "", to: days.at(-1) ?? "" },
    };
    const text = csv
      ? writeCsv(written, { ...plainStyle, ...marks, ...how })
      : withLineEnds(writeCamt(written), how.lineEnd);
    const declared =
      encoding === "windows-1252" ? text.replace('version="1.0"', 'version="1.0" encoding="windows-1252"') : text;
    await importFile({ operator, account, file: encode(declared, encoding) });
    seen.push(cut.filter(({ pending }) => !pending));
    expect(await storedLines(account)).toEqual(fullest(seen));
  }
  expect(await storedLines(account)).toEqual(count(all.filter(({ pending }) => !pending)));
}

function onDays(lines: Story["lines"], csv: boolean): WrittenLine[] {
  let day = Date.UTC(2026, 0, 1);
  return lines.map(({ next, valued, pending, bankReference, ...line }) => {
    day += next * 86_400_000;
    const on = (moment: number) => new Date(moment).toISOString().slice(0, 10);
    const named = bankReference === undefined ? {} : { bankReference };
    // CSV knows nothing of pending lines.
    return { ...line, ...named, day: on(day), valueDay: on(day - valued * 86_400_000), pending: pending && !csv };
  });
}

const withLineEnds = (text: string, lineEnd: string) => text.replaceAll("\n", lineEnd);

/** Line breaks and spaces are the file's. */
const named = ({ day, valueDay = day, kobo, text = "", bankReference = "" }: WrittenLine) =>
  [day, valueDay, kobo, text.split(/\s+/).join(" ").trim(), bankReference].join(" | ");

function count(lines: readonly WrittenLine[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of lines) counts[named(line)] = (counts[named(line)] ?? 0) + 1;
  return counts;
}

/** Of equal lines as many as the statement has that has most of them. */
function fullest(statements: readonly WrittenLine[][]): Record<string, number> {
  const most: Record<string, number> = {};
  for (const counts of statements.map(count)) {
    for (const [name, times] of Object.entries(counts)) most[name] = Math.max(most[name] ?? 0, times);
  }
  return most;
}

async function storedLines({ lenderId, accountId }: StatementAccount): Promise<Record<string, number>> {
  const rows = await db().select().from(statementLines).where(eq(statementLines.accountId, accountId));
  const counts: Record<string, number> = {};
  for (const row of rows) {
    expect(row).toMatchObject({ lenderId, state: "WAITS", waitsBecause: "NO_ORDER" });
    const { text } = openSaid(row.said);
    const name = [row.bookingDate, row.valueDate, row.amount, text, row.bankReference ?? ""].join(" | ");
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
