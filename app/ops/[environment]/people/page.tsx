import { operatorAt } from "@/app/ops/operator";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { OperatorDialog, OperatorRoleDialog } from "@/components/ops/dialogs";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import { listOperators } from "@/lib/surfaces/console/parties/list-operators";
import { operatorRoleLabels } from "@/lib/terms/users/constants";
import { endAccess, proposeOperator, proposeRole, sendLink } from "./actions";

export const metadata = { title: "People" };

type Person = Awaited<ReturnType<typeof listOperators>>[number];

export default async function People({ params }: PageProps<"/ops/[environment]/people">) {
  const { operator, environment, may } = await operatorAt(params);
  const manages = may("manage");
  return (
    <>
      <PageHeader
        title="People"
        lead="Who reviews, pays out and collects. Whoever could make another operator alone would be two, so that takes two."
        actions={
          manages && (
            <OperatorDialog
              trigger="Add somebody"
              look="primary"
              given={{ propose: proposeOperator.bind(null, environment) }}
            />
          )
        }
      />
      <DataTable
        caption="Operators"
        rows={await listOperators()}
        keyOf={({ id }) => id}
        empty={null}
        columns={[
          ...columnsFor(operator.userId),
          {
            key: "actions",
            header: <span className="sr-only">Actions</span>,
            align: "end",
            cell: ({ id, name, email, role }) =>
              manages && (
                <span className="inline-flex flex-wrap justify-end gap-x-4">
                  <OperatorRoleDialog
                    trigger="Change role"
                    look="quiet"
                    title={`Another role for ${name}`}
                    given={{ person: { id, role }, propose: proposeRole.bind(null, environment) }}
                  />
                  {id !== operator.userId && (
                    <ConfirmDialog
                      trigger="End access"
                      look="quiet"
                      title={`End the access of ${name}?`}
                      body="Their sessions end at once, and what they have proposed is cleared. To give access again takes two."
                      confirm="End it"
                      danger
                      act={endAccess.bind(null, environment, { userId: id })}
                      said={`${name} has no access any more.`}
                    />
                  )}
                  {id !== operator.userId && (
                    <ConfirmDialog
                      trigger="Send a link"
                      look="quiet"
                      title={`Let ${name} choose a new password?`}
                      body={`A link goes to ${email}. It works once, for an hour; a second factor stays.`}
                      confirm="Send it"
                      act={sendLink.bind(null, environment, { userId: id })}
                      said={`A link is on its way to ${email}.`}
                    />
                  )}
                </span>
              ),
          },
        ]}
      />
    </>
  );
}

const columnsFor = (self: string): Column<Person>[] => [
  { key: "name", header: "Name", cell: ({ id, name }) => (id === self ? `${name} (you)` : name) },
  {
    key: "email",
    header: "E-mail address",
    priority: 2,
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  { key: "role", header: "Role", cell: ({ role }) => operatorRoleLabels[role] },
  {
    key: "factor",
    header: "Second factor",
    priority: 2,
    cell: ({ secondFactorSince: since }) => (
      <StatusBadge tone={since ? "good" : "neutral"}>{since ? "On" : "Off"}</StatusBadge>
    ),
  },
  { key: "since", header: "Since", priority: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];
