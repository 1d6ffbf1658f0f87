import type { ComponentProps } from "react";
import { ReasonDialog } from "@/components/ops/reason-dialog";
import { Day } from "@/components/staff/day";
import { LabelBadge } from "@/components/staff/label-badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Money } from "@/components/ui/money";
import { toKobo } from "@/lib/kernel/money";
import type { StatementLineAnswer } from "@/lib/lending/bank-statements/schema";
import { lineLabels, lineWaitTexts } from "@/lib/terms/console/treasury-words";
import { BookLine } from "./line-acts";
import { proposed } from "./proposed";
import { DismissTicked, Tick } from "./ticked-lines";

type Acts = {
  book: ComponentProps<typeof BookLine>["send"];
  dismiss: ComponentProps<typeof ReasonDialog>["act"];
  dismissAll: ComponentProps<typeof DismissTicked>["send"];
};
type Props = { accountId: string; lines: readonly StatementLineAnswer[]; acts: Acts | null };

/** Lines of an account that nobody could tell what they are, and what is proposed of one, or of several. */
export function WaitingLines({ accountId, lines, acts }: Props) {
  const columns: Column<StatementLineAnswer>[] = [
    {
      key: "line",
      header: "Line",
      cell: ({ text, counterparty, bankReference, waitsBecause }) => (
        <>
          <span className="wrap-anywhere">{text || "Without a text"}</span>
          <span className="wrap-anywhere block text-xs font-normal text-muted">
            {[counterparty, bankReference, waitsBecause && lineWaitTexts[waitsBecause]].filter(Boolean).join("; ")}
          </span>
        </>
      ),
    },
    { key: "day", header: "Booked", priority: 2, cell: ({ bookingDate }) => <Day date={bookingDate} /> },
    { key: "amount", header: "Amount", align: "end", cell: ({ amount }) => <Money kobo={toKobo(amount)} /> },
    { key: "state", header: "Is", priority: 3, cell: ({ state }) => <LabelBadge of={lineLabels[state]} /> },
    {
      key: "acts",
      header: <span className="sr-only">Decide</span>,
      cell: ({ id: lineId, state, waitsBecause, text, bookingDate }) =>
        acts && (
          <span className="flex flex-wrap items-center gap-2">
            {/* What names an order is decided about by itself. */}
            {waitsBecause === "NO_ORDER" && <Tick lineId={lineId} of={text || `the line of ${bookingDate}`} />}
            {state === "WAITS" && <BookLine on={{ accountId, lineId }} send={acts.book} />}
            <ReasonDialog
              trigger="Dismiss"
              title="Dismiss this line"
              label="What is it?"
              hint="For whoever decides."
              button="Propose"
              about={{ accountId, lineId }}
              act={acts.dismiss}
              said={proposed}
            />
          </span>
        ),
    },
  ];
  const table = (
    <DataTable
      caption="Lines that wait"
      columns={columns}
      rows={lines}
      keyOf={({ id }) => id}
      empty={<p className="text-sm text-muted">Every line is known.</p>}
    />
  );
  if (!acts) return table;
  return (
    <DismissTicked accountId={accountId} shown={lines.map(({ id }) => id)} send={acts.dismissAll}>
      {table}
    </DismissTicked>
  );
}
