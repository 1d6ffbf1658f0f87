import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { StatusBadge } from "@/components/ui/status-badge";
import { roleLabels } from "@/lib/terms/users/constants";

type Member = {
  id: string;
  name: string;
  email: string;
  role: keyof typeof roleLabels;
  secondFactorSince: Date | null;
};

const columns: Column<Member>[] = [
  { key: "name", header: "Name", cell: ({ name }) => name },
  {
    key: "email",
    header: "E-mail address",
    priority: 2,
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  { key: "role", header: "Role", cell: ({ role }) => roleLabels[role] },
  {
    key: "factor",
    header: "Second factor",
    cell: ({ secondFactorSince: since }) => (
      <StatusBadge tone={since ? "good" : "neutral"}>{since ? "On" : "Off"}</StatusBadge>
    ),
  },
];

/** Who works for a marketplace. */
export function TeamTable({ team }: { team: readonly Member[] }) {
  return (
    <Card title="Its people">
      <DataTable
        caption="Its people"
        columns={columns}
        rows={team}
        keyOf={({ id }) => id}
        empty={<p className="text-sm text-muted">Nobody works there yet.</p>}
      />
    </Card>
  );
}
