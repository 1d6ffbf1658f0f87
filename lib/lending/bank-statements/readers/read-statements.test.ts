import { expect, test } from "vitest";
import { csvColumns } from "@/lib/terms/bank-statements/schema";
import {
  columnsFor,
  encode,
  encodings,
  plainStyle,
  type WrittenStatement,
  writeCamt,
  writeCsv,
} from "@/test/bank-statements/write-statement";
import { readStatements, requireBalanced } from "./read-statements";

const statement: WrittenStatement = {
  account: "0123456789",
  from: "2026-07-14",
  to: "2026-07-15",
  opening: 10_000_000,
  lines: [
    {
      day: "2026-07-14",
      kobo: -1_234_567,
      endToEnd: "K7X2M9Q4C1V8B5N3",
      bankReference: "FT26001",
      text: "Loan, “first” ₦ part",
      counterparty: { name: "Ada & Sons", number: "2233445566" },
    },
    { day: "2026-07-15", valueDay: "2026-07-13", kobo: 50, text: "=SUM(A1)" },
  ],
};
const camt = (text: string | Uint8Array) =>
  readStatements(typeof text === "string" ? Buffer.from(text) : text, { format: "CAMT053" });
const csv = (text: string | Uint8Array, columns = columnsFor()) =>
  readStatements(typeof text === "string" ? Buffer.from(text) : text, {
    format: "CSV",
    columns: csvColumns.parse(columns),
  });
/** What the person who uploads it reads. */
function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    const { fields = [] } = error as { fields?: { error: string }[] };
    return fields.map((field) => field.error).join();
  }
  return "it is read";
}

test.each(["02", "04", "08", "13"])("camt.053.001.%s is read to the kobo", (version) => {
  const [read, ...more] = camt(writeCamt({ ...statement, version }));
  expect(more).toEqual([]);
  expect(read).toMatchObject({
    accounts: ["0123456789"],
    ...{ from: "2026-07-14", to: "2026-07-15", opening: 10_000_000, closing: 8_765_483 },
    lines: [
      {
        index: 1,
        bookingDate: "2026-07-14",
        amount: -1_234_567,
        status: "BOOKED",
        bankReference: "FT26001",
        references: ["FT26001", "K7X2M9Q4C1V8B5N3"],
        counterparty: { name: "Ada & Sons", accountEnd: "5566" },
      },
      { index: 2, valueDate: "2026-07-13", bookingDate: "2026-07-15", amount: 50, text: "=SUM(A1)" },
    ],
  });
  expect(() => requireBalanced([read].flatMap((one) => one ?? []))).not.toThrow();
});

test("other versions, messages, currencies and signs are refused with what they are", () => {
  expect(refusal(() => camt(writeCamt({ ...statement, version: "01" })))).toContain("camt.053.001.01");
  const within = writeCamt(statement)
    .replaceAll("camt.053", "camt.052")
    .replaceAll("BkToCstmrStmt", "BkToCstmrAcctRpt");
  expect(refusal(() => camt(within))).toContain("it is camt.052.001.08");
  expect(refusal(() => camt("<html></html>"))).toContain("it is <html>");
  expect(refusal(() => camt(writeCamt({ ...statement, currency: "USD" })))).toBe(
    "Line 5, column 7: The account is in USD, not in NGN.",
  );
  for (const [amount, why] of [
    ["-1.00", "is no amount"],
    ["-0", "is no amount"],
    ["0.001", "is no amount"],
    ["1e9", "is no amount"],
    ["NaN", "is no amount"],
    ["9".repeat(400), "more than any amount can be"],
  ]) {
    const changed = writeCamt(statement).replace(">0.50<", `>${amount}<`);
    expect(
      refusal(() => camt(changed)),
      amount,
    ).toMatch(new RegExp(`^Line \\d+, column \\d+: .*${why}`));
  }
});

test("no entity is opened, no document type is read, and no shape of a file takes the memory", () => {
  const bomb = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>`;
  const outside = `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  for (const type of [bomb, outside, `<!DOCTYPE d SYSTEM "https://example.com/d.dtd">`]) {
    const text = writeCamt(statement).replace("<Document", `${type}<Document`);
    expect(refusal(() => camt(text.replace("M1", "&b;&x;")))).toMatch(
      /^Line 2, column \d+: The file has a document type/,
    );
  }
  expect(refusal(() => camt(writeCamt(statement).replace("M1", "&b;")))).toContain("Invalid character entity");
  expect(refusal(() => camt("<a>".repeat(100_000)))).toContain("more elements");
  expect(refusal(() => camt(`<a>${"<b/>".repeat(600_000)}</a>`))).toContain("more elements");
  expect(refusal(() => camt(`<${"a".repeat(200_000)}`))).toMatch(/not well-formed|more/);
  expect(refusal(() => camt(new Uint8Array(6 * 1024 * 1024)))).toContain("larger than 5 MB");
  expect(refusal(() => camt(writeCamt(statement).slice(0, -30)))).toContain("not well-formed");
});

test("pending lines are told apart, reversals have their own sign, and a batch is split where its parts add up", () => {
  const parts = [
    { kobo: -300, endToEnd: "A", bankReference: "FT1" },
    { kobo: -700, endToEnd: "B" },
  ];
  const lines = [
    { day: "2026-07-14", kobo: -1_000, bankReference: "FT9", parts },
    { day: "2026-07-14", kobo: -1_001, bankReference: "FT8", parts },
    { day: "2026-07-14", kobo: 500, reversal: true, text: "RETURNED" },
    { day: "2026-07-15", kobo: 99, pending: true },
  ];
  const [read] = camt(writeCamt({ ...statement, lines }));
  expect(
    read?.lines.map(({ amount, bankReference, status, reversal }) => [amount, bankReference, status, reversal]),
  ).toEqual([
    [-300, "FT1", "BOOKED", false],
    [-700, "FT9/2", "BOOKED", false],
    [-1_001, "FT8", "BOOKED", false],
    [500, null, "BOOKED", true],
    [99, null, "PENDING", false],
  ]);
  expect(() => requireBalanced(read ? [read] : [])).not.toThrow();
  // Of several payments that the file does not tell apart: by their number alone, or by parts of other amounts.
  const counted = writeCamt({ ...statement, lines: lines.slice(2, 3) }).replace(
    "<NtryDtls>",
    "<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch>",
  );
  const whole = [read, ...camt(counted)].map((one) => one?.lines.map(({ several = false }) => several));
  expect(whole).toEqual([[false, false, true, false, false], [true]]);
});

test("pages of one statement are one, and one that is given twice is two", () => {
  const first = { ...statement, to: "2026-07-14", lines: statement.lines.slice(0, 1) };
  const second = { ...statement, from: "2026-07-15", opening: 8_765_433, lines: statement.lines.slice(1) };
  const pages = camt(writeCamt(first, second));
  expect(pages.map(({ opening, closing, lines }) => [opening, closing, lines.length])).toEqual([
    [10_000_000, 8_765_483, 2],
  ]);
  expect(camt(writeCamt(statement, statement))).toHaveLength(2);
});

test("what does not add up is refused with the difference", () => {
  const off = camt(writeCamt({ ...statement, closing: 8_765_482 }));
  expect(refusal(() => requireBalanced(off))).toContain("The difference is −₦0.01.");
  const missing = writeCsv(statement).replace("87,654.33", "1").replace("87654.33", "87654.34");
  expect(refusal(() => csv(missing))).toMatch(/^Line 5: The balance is off by ₦0.01/);
});

test.each(encodings)("files in %s are read alike, by any delimiter, marks, line ends and order", (encoding) => {
  const plain = { ...statement, lines: statement.lines.map((line) => ({ ...line, text: "Façade, one" })) };
  const amounts = [-1_234_567, 50];
  const [xml] = camt(encode(writeCamt(plain).replace('<?xml version="1.0"?>', declaration(encoding)), encoding));
  expect(xml?.lines.map((line) => [line.amount, line.text])).toEqual(amounts.map((one) => [one, "Façade, one"]));
  for (const delimiter of [",", ";", "\t", "|"] as const) {
    for (const lineEnd of ["\r\n", "\n", "\r"] as const) {
      for (const signed of [true, false]) {
        const style = { ...plainStyle, delimiter, lineEnd, signed, newestFirst: signed, thousandsMark: "," as const };
        const european = { ...style, decimalMark: "," as const, thousandsMark: "." as const };
        for (const one of [style, european]) {
          const [read] = csv(encode(writeCsv(plain, one), encoding), columnsFor(one));
          expect(read).toMatchObject({ accounts: ["0123456789"], opening: 10_000_000, closing: 8_765_483 });
          const found = read?.lines.map((line) => line.amount) ?? [];
          expect(signed ? found.reverse() : found).toEqual(amounts);
          expect(read?.lines.map(({ text }) => text)).toContain("Façade, one K7X2M9Q4C1V8B5N3");
        }
      }
    }
  }
});

const declaration = (encoding: (typeof encodings)[number]) =>
  encoding === "windows-1252" ? `<?xml version="1.0" encoding="ISO-8859-1"?>` : `<?xml version="1.0"?>`;

test("what cannot be read of a CSV file is named by its line and column", () => {
  const rows = ["Date,Debit,Credit,Narration", '14/07/2026,"1,000.50",,Rent'];
  const columns = csvColumns.parse({
    ...{ date: "Date", debit: "Debit", credit: "Credit", text: ["Narration"] },
    ...{ dateFormat: "DD/MM/YYYY", thousandsMark: "," },
  });
  const read = (...more: string[]) =>
    readStatements(Buffer.from([...rows, ...more].join("\n")), { format: "CSV", columns })[0]?.lines;
  const amounts = read("", ",,,goes on", "15/07/2026,-,₦ 2,Shop", "15/07/2026,--,NGN 2.10,Shop", "15/07/2026,-0.00,,x");
  expect(amounts?.map(({ amount }) => amount)).toEqual([-100_050, 200, 210]);
  const wrong = (row: string) => refusal(() => read(row));
  expect(wrong("32/07/2026,1,,x")).toBe("Line 3, column “Date”: “32/07/2026” is no day as DD/MM/YYYY.");
  expect(wrong("15/07/2026,1.005,,x")).toBe(
    "Line 3, column “Debit”: “1.005” is no amount with decimals after “.” and thousands by “,”.",
  );
  expect(wrong('15/07/2026,"1,50",,x')).toContain("is no amount");
  expect(wrong("15/07/2026,=1+1,,x")).toContain("is no amount");
  expect(wrong("15/07/2026,-5,,x")).toContain("has a sign");
  expect(wrong("15/07/2026,5,5,x")).toBe("Line 3: The row has both a debit and a credit.");
  expect(wrong(`15/07/2026,${"9".repeat(30)},,x`)).toContain("more than any amount can be");
  expect(wrong('15/07/2026,1,,"x')).toContain("A quotation mark is opened and not closed");
  expect(wrong("Total,5,,")).toContain("is no day");
  expect(wrong("\n".repeat(4_000_000))).toContain("more than 10000 lines");
  expect(wrong(`15/07/2026,1,,${'"'.repeat(4_000_001)}`)).toContain("quotation mark");
  const other = () => readStatements(Buffer.from("a,b\n1,2"), { format: "CSV", columns });
  expect(refusal(other)).toContain("has no column “Date”");
});
