import { staffAt } from "@/app/(dashboard)/staff";
import { InviteDialog } from "@/components/dashboard/dialogs";
import { InvitationRow } from "@/components/dashboard/team/invitation-row";
import { LeaveDialog } from "@/components/dashboard/team/leave-dialog";
import { MemberRow } from "@/components/dashboard/team/member-row";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { ExportLink } from "@/components/ui/export-link";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import { marketplaceRoles } from "@/lib/kernel/actor";
import { listInvitations, listTeam } from "@/lib/parties/team/queries";
import { roleLabels } from "@/lib/terms/users/constants";
import { permissionToGive, rolesToGive } from "@/lib/terms/users/roles";
import { changeMember, inviteMember, leaveTeam, removeMember, withdraw } from "./actions";

export const metadata = { title: "Team" };

type Member = Awaited<ReturnType<typeof listTeam>>[number];
type Invitation = Awaited<ReturnType<typeof listInvitations>>[number];

export default async function Team({ params }: PageProps<"/dashboard/[environment]/team">) {
  const { actor, environment, staff, marketplace, realNow, may } = await staffAt(params);
  const manages = may("manage");
  const members = await listTeam(actor.tenant);
  const invited = manages ? await listInvitations(actor.tenant, realNow) : [];
  const roles = marketplaceRoles.filter((role) => may(permissionToGive(role)));
  const owners = members.filter(({ role }) => role === "OWNER").length;

  return (
    <>
      <PageHeader
        title="Team"
        lead="Who works in this dashboard. Roles are the same in test and live."
        actions={
          <>
            <ExportLink path={`/dashboard/${environment}/team`} query={{}} />
            {manages && (
              <InviteDialog
                trigger="Invite somebody"
                look="primary"
                given={{ environment, roles, invite: inviteMember }}
              />
            )}
          </>
        }
      />
      <DataTable
        caption="Members of the team"
        rows={members}
        keyOf={({ id }) => id}
        empty={null}
        columns={[
          ...memberColumns(staff.id),
          ...(manages ? [factorColumn] : []),
          {
            key: "actions",
            header: <span className="sr-only">Actions</span>,
            align: "end",
            cell: ({ id, name, role }) =>
              id === staff.id ? (
                (role !== "OWNER" || owners > 1) && (
                  <LeaveDialog environment={environment} marketplace={marketplace.name} leave={leaveTeam} />
                )
              ) : (
                <MemberRow
                  environment={environment}
                  member={{ id, name, role }}
                  roles={rolesToGive(staff.role, role)}
                  change={changeMember}
                  remove={removeMember}
                />
              ),
          },
        ]}
      />
      {manages && (
        <Card title="Open invitations">
          <DataTable
            caption="Invitations that nobody has accepted yet"
            rows={invited}
            // Sent again it has another id, and stays the same row.
            keyOf={({ email }) => email}
            empty={
              <EmptyState title="No open invitations">
                Invite somebody by mail. A viewer sees everything but secrets and can change nothing.
              </EmptyState>
            }
            columns={[
              ...invitationColumns,
              {
                key: "actions",
                header: <span className="sr-only">Actions</span>,
                align: "end",
                cell: ({ id, email, role }) =>
                  roles.includes(role) && (
                    <InvitationRow
                      environment={environment}
                      invitation={{ id, email, role }}
                      again={inviteMember}
                      withdraw={withdraw}
                    />
                  ),
              },
            ]}
          />
        </Card>
      )}
    </>
  );
}

const memberColumns = (self: string): Column<Member>[] => [
  { key: "name", header: "Name", cell: ({ id, name }) => (id === self ? `${name} (you)` : name) },
  {
    key: "email",
    header: "E-mail address",
    priority: 2,
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  { key: "role", header: "Role", cell: ({ role }) => roleLabels[role] },
  { key: "since", header: "In the team since", priority: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

const factorColumn: Column<Member> = {
  key: "factor",
  header: "Second factor",
  priority: 2,
  cell: ({ secondFactorSince }) =>
    secondFactorSince ? <StatusBadge tone="good">On</StatusBadge> : <StatusBadge tone="neutral">Off</StatusBadge>,
};

const invitationColumns: Column<Invitation>[] = [
  { key: "email", header: "E-mail address", cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { key: "role", header: "Role", cell: ({ role }) => roleLabels[role] },
  { key: "by", header: "Invited by", priority: 3, cell: ({ invitedBy }) => invitedBy },
  { key: "until", header: "Works until", priority: 2, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
];
