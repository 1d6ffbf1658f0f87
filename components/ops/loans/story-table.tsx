import type { ReactNode } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import type { StoryEntry } from "@/lib/surfaces/console/loans/read-story";
import { storyKindLabels } from "@/lib/terms/console/words";
import { wordsOf } from "./story-words";

const columns: Column<StoryEntry>[] = [
  { key: "at", header: "When", cell: ({ at }) => <Moment at={at} seconds /> },
  {
    key: "what",
    header: "What",
    namesRow: true,
    cell: (entry) => {
      const { title, details } = wordsOf(entry);
      return (
        <>
          {title}
          {entry.amount !== null && (
            <RowNote>
              <Money kobo={entry.amount} />
            </RowNote>
          )}
          {details.map((detail) => (
            <Below key={detail}>{detail}</Below>
          ))}
          {/* Of the ledger it is a name, and in words already. */}
          {entry.said && entry.kind !== "LEDGER" && <Below>{entry.said}</Below>}
          {entry.who && <RowNote>{entry.who}</RowNote>}
        </>
      );
    },
  },
  { key: "kind", header: "Kind", priority: 3, cell: ({ kind }) => storyKindLabels[kind] },
  { key: "who", header: "Who", priority: 2, cell: ({ who }) => who ?? <span className="text-muted">–</span> },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    priority: 2,
    cell: ({ amount }) => (amount === null ? <span className="text-muted">–</span> : <Money kobo={amount} />),
  },
];

function Below({ children }: { children: ReactNode }) {
  return (
    <span className="wrap-anywhere block max-w-prose text-xs font-normal whitespace-pre-line text-muted">
      {children}
    </span>
  );
}

export function StoryTable({ entries }: { entries: readonly StoryEntry[] }) {
  return (
    <DataTable
      caption="The loan’s story"
      columns={columns}
      rows={entries}
      keyOf={({ key }) => key}
      empty={<EmptyState title="Nothing of this kind">Choose another kind to see the rest of the story.</EmptyState>}
    />
  );
}
