import { expect, test } from "vitest";
import type { Statement } from "./schema";
import { statementCsv } from "./statement-csv";

type Entry = Statement["entries"][number];

const deduction: Entry = {
  id: "rep_1",
  kind: "DEDUCTION",
  at: "2026-03-02T09:00:00.000Z",
  amount: 1_234.5,
  source: null,
  reference: "DED-1",
  orderId: "ORD-1",
  orderAmount: 12_345,
  reverses: null,
  reversedAmount: 0,
};
const linesOf = (...entries: Entry[]) => statementCsv({ entries }).slice(1).split("\r\n").slice(1, -1);

test("begins with a byte order mark and the names of its columns, and ends each line as RFC 4180 has it", () => {
  expect(statementCsv({ entries: [] })).toBe(
    "\uFEFFdate,kind,amount,reference,order_id,order_amount,reverses,reversed_amount,source\r\n",
  );
});

test("has a line for each kind of entry", () => {
  const reversal: Entry = {
    ...deduction,
    kind: "REVERSAL",
    amount: 0.01,
    reference: "REV-1",
    orderId: null,
    orderAmount: null,
    reverses: "DED-1",
  };
  const payment: Entry = { ...reversal, kind: "PAYMENT", source: "DIRECT", reference: "SBX-1", reverses: null };
  expect(linesOf({ ...deduction, reversedAmount: 0.01 }, reversal, payment)).toEqual([
    "2026-03-02T09:00:00.000Z,DEDUCTION,1234.50,DED-1,ORD-1,12345.00,,0.01,",
    "2026-03-02T09:00:00.000Z,REVERSAL,0.01,REV-1,,,DED-1,,",
    "2026-03-02T09:00:00.000Z,PAYMENT,0.01,SBX-1,,,,,DIRECT",
  ]);
});

/** The reference cell as parsed under RFC 4180. */
function cellOf(reference: string): string {
  const [, , , ...rest] = statementCsv({ entries: [{ ...deduction, reference }] }).split("DEDUCTION,1234.50,");
  expect(rest).toEqual([]);
  const after = statementCsv({ entries: [{ ...deduction, reference }] }).split("DEDUCTION,1234.50,")[1] ?? "";
  return after.slice(0, after.indexOf(",ORD-1,"));
}

test.each([
  ["plain", "plain"],
  ['with "quotes"', '"with ""quotes"""'],
  ["a,b", '"a,b"'],
  ["two\r\nlines", '"two\r\nlines"'],
  [" edges ", '" edges "'],
  ["₦ & é & 日本", "₦ & é & 日本"],
])("quotes %j only where it must", (reference, cell) => {
  expect(cellOf(reference)).toBe(cell);
});

test.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1",
  "＋1",
  "－1",
  "＠1",
  " =1",
  "\u00a0=1",
  "\uFEFF=1",
])("%j is no formula", (reference) => {
  const inner = cellOf(reference).replace(/^"|"$/g, "");
  expect(inner).toBe(`'${reference}`);
});
