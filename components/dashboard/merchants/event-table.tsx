import Link from "next/link";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { StatusBadge, type Tone } from "@/components/ui/status-badge";
import type { EventAnswer } from "@/lib/platform/messages/webhooks/schema";

type Row = EventAnswer & { summary: string };

const deliveries: Record<EventAnswer["delivery"]["status"], { words: string; tone: Tone }> = {
  PENDING: { words: "Being sent", tone: "busy" },
  DELIVERED: { words: "Delivered", tone: "good" },
  FAILED: { words: "Failed", tone: "bad" },
  NOT_SENT: { words: "Not sent", tone: "neutral" },
};

export function EventTable({ environment, rows }: { environment: string; rows: readonly Row[] }) {
  const columns: Column<Row>[] = [
    {
      key: "what",
      header: "What happened",
      cell: ({ event, summary }) => (
        <span className="flex flex-col">
          <span>{summary}</span>
          <code className="text-xs font-normal text-muted">{event}</code>
        </span>
      ),
    },
    { key: "at", header: "When", priority: 2, cell: ({ occurredAt }) => <Moment at={occurredAt} /> },
    {
      key: "told",
      header: "Webhook",
      cell: ({ delivery: { id, status } }) => (
        <Link href={`/dashboard/${environment}/developers/deliveries/${id}`} prefetch={false}>
          <StatusBadge tone={deliveries[status].tone}>{deliveries[status].words}</StatusBadge>
        </Link>
      ),
    },
  ];
  return (
    <DataTable
      caption="Events"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      empty={<p className="text-sm text-muted">Nothing has happened yet.</p>}
    />
  );
}
