import { operatorAt } from "@/app/ops/operator";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { listWrongBooks, readStuck } from "@/lib/surfaces/console/stuck/read-stuck";
import { retry } from "./actions";

export const metadata = { title: "Stuck" };

type Stuck = Awaited<ReturnType<typeof readStuck>>[number];

const columns: Column<Stuck>[] = [
  {
    key: "work",
    header: "Work",
    cell: ({ task, id, isLane }) => (
      <>
        {task}
        <code className="wrap-anywhere block text-xs font-normal text-muted">
          {isLane ? "all there is in a lane" : id}
        </code>
      </>
    ),
  },
  { key: "whose", header: "Whose", priority: 2, cell: ({ owner }) => owner ?? "The service itself" },
  {
    key: "cause",
    header: "Cause",
    cell: ({ cause, failures }) => (
      <span className="wrap-anywhere">
        {cause} <span className="text-muted">({failures} times)</span>
      </span>
    ),
  },
  { key: "since", header: "Failing since", priority: 3, cell: ({ firstFailedAt }) => <Moment at={firstFailedAt} /> },
  { key: "next", header: "Next try", priority: 3, cell: ({ nextTryAt }) => <Moment at={nextTryAt} /> },
];

export default async function StuckPage({ params }: PageProps<"/ops/[environment]/stuck">) {
  const { environment, may } = await operatorAt(params);
  const books = await listWrongBooks(environment);
  return (
    <>
      <PageHeader
        title="Stuck"
        lead="Background work that goes on failing, tried again ever less often. Nothing of it is lost: mend the cause, then try it now."
      />
      <DataTable
        caption="Stuck work"
        rows={await readStuck(environment)}
        keyOf={({ task, id }) => `${task} ${id}`}
        empty={<EmptyState title="Nothing is stuck">Work that fails again and again appears here.</EmptyState>}
        columns={[
          ...columns,
          {
            key: "actions",
            header: <span className="sr-only">Actions</span>,
            align: "end",
            cell: ({ task, id, isLane }) =>
              may("manage") &&
              !isLane && (
                <ConfirmDialog
                  trigger="Try now"
                  look="quiet"
                  title="Try this again now?"
                  body="Instead of at its next try. If the cause is still there it fails once more, and nothing else happens."
                  confirm="Try it"
                  act={retry.bind(null, environment, { task, id })}
                  said="It is due now."
                />
              ),
          },
        ]}
      />
      <Card title="Books that a check found wrong">
        {books.length === 0 ? (
          <p className="text-sm text-muted">None.</p>
        ) : (
          <ul className="flex flex-col gap-2 text-sm">
            {books.map(({ id, loanId, foundAt }) => (
              <li key={id}>
                <code>{loanId}</code>, found <Moment at={foundAt} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
