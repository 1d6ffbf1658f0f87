"use client";

import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { reveal } from "@/components/forms/reveal";
import { Button, linkLook } from "@/components/ui/button";
import { momentText } from "@/components/ui/date-text";
import { nairaText } from "@/lib/kernel/money";
import type { Statement } from "@/lib/loans/statements/schema";
import { entryKindLabels } from "./loan-text";

type Entry = Statement["entries"][number];

const page = 10;

export type ReceiptOf = (payment: { id: string; at: string }) => ReactNode;

/** The movements, newest first; deductions and their reversals link to each other. */
export function DeductionsList({ statement, receiptOf }: { statement: Statement; receiptOf: ReceiptOf }) {
  const { entries, truncated } = statement;
  const [shown, setShown] = useState(page);
  const [target, setTarget] = useState<{ id: string } | null>(null);

  useEffect(() => {
    const row = target && document.getElementById(rowId(target.id));
    if (row) reveal(row);
  }, [target]);

  function show(id: string) {
    const index = entries.findIndex((entry) => entry.id === id);
    setShown((before) => Math.max(before, index + 1));
    setTarget({ id });
  }

  if (entries.length === 0) {
    return <p>Nothing yet. Deductions from your sales appear here, sale by sale.</p>;
  }
  return (
    <>
      <ol className="flex flex-col divide-y divide-stone-300 dark:divide-stone-700">
        {entries.slice(0, shown).map((entry) => (
          <Row key={entry.id} entry={entry} entries={entries} onShow={show} receiptOf={receiptOf} />
        ))}
      </ol>
      {shown < entries.length ? (
        <Button
          look="secondary"
          onClick={() => {
            const next = entries[shown];
            setShown(shown + page);
            if (next) setTarget({ id: next.id });
          }}
        >
          Show more ({entries.length - shown} left)
        </Button>
      ) : (
        truncated && <p className="text-sm text-stone-700 dark:text-stone-300">Older ones are in the CSV file.</p>
      )}
    </>
  );
}

function Row(props: { entry: Entry; entries: readonly Entry[]; onShow: (id: string) => void; receiptOf: ReceiptOf }) {
  const { entry, entries, onShow, receiptOf } = props;
  const { id, kind, at, amount, reference, orderId, orderAmount, reverses, reversedAmount } = entry;
  const reversals = reversedAmount > 0 ? entries.filter((other) => other.reverses === reference) : [];
  const what = kind === "DEBIT_REVERSED" ? "payment" : "deduction";
  const reversed = entries.find((other) => other.kind === what.toUpperCase() && other.reference === reverses);
  return (
    <li
      id={rowId(id)}
      tabIndex={-1}
      className="flex flex-col gap-0.5 py-3 wrap-anywhere focus:bg-stone-100 focus:outline-2 focus:outline-stone-500 dark:focus:bg-stone-800"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium">
        <span>{entryKindLabels[kind]}</span>
        <span className={`tabular-nums ${reversedAmount >= amount && reversedAmount > 0 ? "line-through" : ""}`}>
          {nairaText(amount)}
        </span>
      </p>
      <p className="text-sm text-stone-700 tabular-nums dark:text-stone-300">
        {momentText(at)}
        {orderId !== null && ` · order ${orderId}`}
        {orderAmount !== null && ` of ${nairaText(orderAmount)}`} · {reference}
      </p>
      {kind === "PAYMENT" && amount > reversedAmount && receiptOf(entry)}
      {reverses !== null && (
        <p className="text-sm">
          Takes back <Jump to={reversed?.id} text={`${what} ${reverses}`} onShow={onShow} />
        </p>
      )}
      {reversedAmount > 0 && (
        <p className="text-sm tabular-nums">
          {nairaText(reversedAmount)} of it was taken back
          {reversals.map((reversal, i) => (
            <span key={reversal.id}>
              {i === 0 ? " by " : ", "}
              <Jump to={reversal.id} text={`reversal ${reversal.reference}`} onShow={onShow} />
            </span>
          ))}
        </p>
      )}
    </li>
  );
}

/** A link to another row; plain text if that is not in the list. */
function Jump({ to, text, onShow }: { to: string | undefined; text: string; onShow: (id: string) => void }) {
  if (to === undefined) return text;
  // Following the link would add to the history of the host's page.
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    onShow(to);
  };
  return (
    <a href={`#${rowId(to)}`} onClick={follow} className={`inline-flex min-h-12 items-center ${linkLook}`}>
      {text}
    </a>
  );
}

function rowId(id: string): string {
  return `entry-${id}`;
}
