import Link from "next/link";
import type { ReactNode } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { StatusBadge, type Tone } from "@/components/ui/status-badge";

type Logged = {
  id: string;
  requestId: string;
  operation: string;
  method: string;
  path: string;
  status: number;
  code: string | null;
  credential: string;
  askedBy: string | null;
  durationMs: number;
  at: Date;
};

/** Requests, each with what came of it. */
export function RequestTable({ rows, empty }: { rows: readonly Logged[]; empty: ReactNode }) {
  const columns: Column<Logged>[] = [
    {
      key: "request",
      header: "Request",
      cell: ({ method, path }) => (
        <span className="font-mono text-xs">
          <span className="text-muted">{method}</span> <span className="wrap-anywhere">{path}</span>
        </span>
      ),
    },
    {
      key: "status",
      header: "Status",
      cell: ({ status }) => <StatusBadge tone={toneOf(status)}>{status}</StatusBadge>,
    },
    {
      key: "code",
      header: "Reason",
      priority: 2,
      cell: ({ code }) =>
        code && (
          <Link href={`/docs/errors#${code}`} prefetch={false} className="text-xs underline underline-offset-4">
            {code}
          </Link>
        ),
    },
    { key: "took", header: "Took", align: "end", priority: 2, cell: ({ durationMs }) => `${durationMs} ms` },
    {
      key: "id",
      header: "Request id",
      priority: 3,
      cell: ({ requestId }) => <code className="wrap-anywhere text-xs">{requestId}</code>,
    },
    {
      key: "by",
      header: "Asked by",
      priority: 3,
      cell: ({ askedBy, credential }) =>
        askedBy === null ? (
          <code className="wrap-anywhere text-xs">{credential}</code>
        ) : (
          <span className="wrap-anywhere">{askedBy}</span>
        ),
    },
    { key: "at", header: "When", align: "end", priority: 2, cell: ({ at }) => <Moment at={at} /> },
  ];
  return (
    <DataTable caption="Requests, newest first" columns={columns} rows={rows} keyOf={({ id }) => id} empty={empty} />
  );
}

function toneOf(status: number): Tone {
  if (status >= 500) return "bad";
  return status >= 400 ? "warning" : "good";
}
