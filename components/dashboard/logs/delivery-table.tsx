import type { ReactNode } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import type { deliveryStatuses } from "@/lib/terms/outbound-webhooks";
import { answerWords, deliveryState } from "./delivery-words";

type Delivery = {
  id: string;
  event: string;
  merchantId: string;
  thirdPartyCustomerId: string | null;
  occurredAt: string;
  status: (typeof deliveryStatuses)[number];
  attempts: number;
  nextAttemptAt: string | null;
  lastAttempt: { responseStatus: number | null; error: string | null; durationMs: number } | null;
};

type Props = {
  environment: string;
  rows: readonly Delivery[];
  /** With a box before each row; see `ResendSelected`. */
  selectable: boolean;
  now: Date;
  empty: ReactNode;
};

/** Deliveries, each with its last answer. */
export function DeliveryTable({ environment, rows, selectable, now, empty }: Props) {
  const columns: Column<Delivery>[] = [
    ...(selectable ? [selection] : []),
    {
      key: "event",
      header: "Event",
      namesRow: true,
      cell: ({ event, occurredAt, ...about }) => (
        <>
          <span className="wrap-anywhere">{event}</span>
          <span className="block text-xs font-normal text-muted @4xl:hidden">{nameOf(about)}</span>
          <span className="block text-xs font-normal text-muted @xl:hidden">
            <Moment at={occurredAt} />
          </span>
        </>
      ),
    },
    {
      key: "status",
      header: "Status",
      cell: (delivery) => {
        const { tone, words, more } = deliveryState(delivery);
        return (
          <StatusBadge tone={tone}>
            <span>
              {words}
              <span className="hidden @xl:inline">{more}</span>
            </span>
          </StatusBadge>
        );
      },
    },
    {
      key: "answer",
      header: "Last answer",
      priority: 2,
      cell: ({ lastAttempt }) =>
        lastAttempt ? answerWords(lastAttempt) : <span className="text-muted">None yet</span>,
    },
    {
      key: "took",
      header: "Took",
      align: "end",
      priority: 3,
      cell: ({ lastAttempt }) => lastAttempt && `${lastAttempt.durationMs} ms`,
    },
    {
      key: "merchant",
      header: "Merchant",
      priority: 3,
      cell: nameOf,
    },
    {
      key: "next",
      header: "Next attempt",
      priority: 3,
      cell: ({ nextAttemptAt }) => nextAttemptAt && <Moment at={nextAttemptAt} relative={now} />,
    },
    { key: "at", header: "Happened", align: "end", priority: 2, cell: ({ occurredAt }) => <Moment at={occurredAt} /> },
  ];
  return (
    <DataTable
      caption="Deliveries, newest first"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/dashboard/${environment}/developers/deliveries/${id}`}
      empty={empty}
    />
  );
}

function nameOf({ merchantId, thirdPartyCustomerId }: Pick<Delivery, "merchantId" | "thirdPartyCustomerId">) {
  return <span className="wrap-anywhere">{thirdPartyCustomerId ?? merchantId}</span>;
}

const selection: Column<Delivery> = {
  key: "select",
  header: <Tick label="Select all on this page" data-all="" />,
  cell: ({ id, event }) => <Tick label={`Select ${event} ${id}`} name="delivery" value={id} />,
};

/** Large enough for a finger, though the box is small. */
function Tick({ label, ...box }: { label: string; name?: string; value?: string; "data-all"?: string }) {
  return (
    <label className="-m-2 flex w-fit p-2">
      <span className="sr-only">{label}</span>
      <input type="checkbox" {...box} className="size-4 accent-(--color-accent)" />
    </label>
  );
}
