import { staffAt } from "@/app/(dashboard)/staff";
import { InviteDialog, RoleDialog } from "@/components/dashboard/dialogs";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { ExportLink } from "@/components/ui/export-link";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import { type Environment, marketplaceRoles } from "@/lib/kernel/actor";
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
                given={{ roles, invite: inviteMember.bind(null, environment) }}
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
                  <ConfirmDialog
                    trigger="Leave"
                    look="quiet"
                    title={`Leave ${marketplace.name}?`}
                    body="Your account is deleted. To come back you have to be invited."
                    confirm="Leave"
                    danger
                    act={leaveTeam.bind(null, environment, {})}
                  />
                )
              ) : (
                <MemberActions
                  member={{ id, name, role }}
                  roles={rolesToGive(staff.role, role)}
                  environment={environment}
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
                    <span className="inline-flex flex-wrap justify-end gap-x-4">
                      <ConfirmDialog
                        trigger="Send again"
                        look="quiet"
                        title={`Write to ${email} again?`}
                        body="The new mail works for seven days, and the link in the earlier one no longer does."
                        confirm="Send again"
                        act={inviteMember.bind(null, environment, { email, role })}
                        said={`Another mail is on its way to ${email}.`}
                      />
                      <ConfirmDialog
                        trigger="Withdraw"
                        look="quiet"
                        title={`Withdraw the invitation of ${email}?`}
                        body="The link in the mail no longer works then."
                        confirm="Withdraw"
                        danger
                        act={withdraw.bind(null, environment, { invitationId: id })}
                        said="The invitation is withdrawn."
                      />
                    </span>
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

type OfMember = {
  member: Pick<Member, "id" | "name" | "role">;
  roles: ReturnType<typeof rolesToGive>;
  environment: Environment;
};

function MemberActions({ member, roles, environment }: OfMember) {
  const { id: userId, name } = member;
  if (roles.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-4">
      <RoleDialog
        trigger="Change role"
        look="quiet"
        title={`Another role for ${name}`}
        given={{ member, roles, change: changeMember.bind(null, environment) }}
      />
      <ConfirmDialog
        trigger="Remove"
        look="quiet"
        title={`Remove ${name} from the team?`}
        body="Their account is deleted, their sessions end at once, and so do invitations that they have sent. What they did stays in the audit log."
        confirm="Remove"
        danger
        act={removeMember.bind(null, environment, { userId })}
        said={`${name} is no longer in the team.`}
      />
    </span>
  );
}
