"use client";

import { useEffect } from "react";
import { createPortal } from "react-dom";
import { momentText } from "@/components/ui/date-text";
import { nairaText } from "@/lib/kernel/money";
import type { Statement } from "@/lib/loans/statements/schema";
import { entryKindLabels } from "./loan-text";

/** Prints the statement alone. The rest is hidden but keeps its size, which the host follows. */
const paperRules = `@media print {
  html { overflow: visible !important }
  body > :not([data-statement]) { position: fixed !important; visibility: hidden !important }
}`;

export function StatementPrint({ statement }: { statement: Statement }) {
  const { businessName, lenderName, reference, asOf, totals, entries, truncated } = statement;
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(paperRules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, []);

  const facts = [
    ["Business", businessName],
    ["Loan", reference],
    ["Lender", lenderName],
    ["As of", momentText(asOf)],
  ] as const;
  const sums = [
    ["Paid out", totals.disbursed],
    ["Taken from sales", totals.deducted],
    ["Paid from your account", totals.paidDirectly],
    ["Given back", totals.reversed],
    ["Refunded", totals.refunded],
    ["Left to pay", totals.outstanding],
  ] as const;
  const cell = "border-b border-stone-400 py-1 pr-3 align-baseline";
  return createPortal(
    <div data-statement className="hidden bg-white text-sm text-black print:block">
      <p className="mb-2 text-xl font-semibold">Statement</p>
      <dl className="mb-4 grid grid-cols-[max-content_1fr] gap-x-4">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <table className="mb-4 w-full border-t border-stone-400 text-left tabular-nums">
        <caption className="pb-1 text-left font-semibold">Totals</caption>
        <tbody>
          {sums.map(([name, amount]) => (
            <tr key={name}>
              <th scope="row" className={`${cell} font-normal`}>
                {name}
              </th>
              <td className={`${cell} text-right whitespace-nowrap`}>{nairaText(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="w-full text-left tabular-nums">
        <caption className="pb-1 text-left font-semibold">Transactions, newest first</caption>
        <thead>
          <tr>
            {["When", "What", "Order", "Reference", "Amount"].map((name) => (
              <th key={name} scope="col" className={`${cell} last:text-right`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="wrap-anywhere">
          {entries.map(({ id, kind, at, orderId, orderAmount, reference: own, reverses, amount }) => (
            <tr key={id} className="break-inside-avoid">
              <td className={cell}>{momentText(at)}</td>
              <td className={cell}>{entryKindLabels[kind]}</td>
              <td className={cell}>
                {orderId}
                {orderAmount !== null && ` of ${nairaText(orderAmount)}`}
              </td>
              <td className={cell}>
                {own}
                {reverses !== null && `, takes back ${reverses}`}
              </td>
              <td className={`${cell} text-right whitespace-nowrap`}>{nairaText(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {truncated && <p className="mt-2">Older transactions are in the CSV file. The totals include them.</p>}
    </div>,
    document.body,
  );
}
