import { byteOrderMark, csvLine, csvText } from "@/lib/kernel/csv";
import type { Statement } from "./schema";

const columns = [
  "date",
  "kind",
  "amount",
  "reference",
  "order_id",
  "order_amount",
  "reverses",
  "reversed_amount",
  "source",
];

/** RFC 4180. Text that a spreadsheet could read as a formula is prefixed with an apostrophe. */
export function statementCsv({ entries }: Pick<Statement, "entries">): string {
  const lines = entries.map((entry) => [
    entry.at,
    entry.kind,
    money(entry.amount),
    csvText(entry.reference),
    csvText(entry.orderId),
    entry.orderAmount === null ? "" : money(entry.orderAmount),
    csvText(entry.reverses),
    entry.kind === "DEDUCTION" ? money(entry.reversedAmount) : "",
    entry.source ?? "",
  ]);
  return byteOrderMark + [columns, ...lines].map(csvLine).join("");
}

export function statementFile(statement: Statement) {
  return {
    status: 200,
    text: statementCsv(statement),
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="statement-${statement.reference}.csv"`,
    },
  };
}

function money(naira: number): string {
  return naira.toFixed(2);
}
