"use server";

import { z } from "zod";
import { dashboardAction } from "@/lib/http/dashboard-action";
import { inviteStaff } from "@/lib/invitations/invite-staff";
import { inviteInput, withdrawInput } from "@/lib/invitations/schema";
import { withdrawInvitation } from "@/lib/invitations/withdraw-invitation";
import { changeRole } from "@/lib/users/change-role";
import { removeStaff } from "@/lib/users/remove-staff";
import { changeRoleInput, removeStaffInput } from "@/lib/users/schema";

/** Invites somebody by mail, or writes to them again. */
export const inviteMember = dashboardAction({
  name: "inviteMember",
  permission: "manage",
  input: inviteInput,
  work: inviteStaff,
});

/** Takes an invitation back. */
export const withdraw = dashboardAction({
  name: "withdrawInvitation",
  permission: "manage",
  input: withdrawInput,
  work: withdrawInvitation,
});

/** Gives a member another role. */
export const changeMember = dashboardAction({
  name: "changeMember",
  permission: "manage",
  input: changeRoleInput,
  work: changeRole,
});

/** Takes a member out of the team. */
export const removeMember = dashboardAction({
  name: "removeMember",
  permission: "manage",
  input: removeStaffInput,
  work: removeStaff,
});

/** Takes whoever asks out of the team. */
export const leaveTeam = dashboardAction({
  name: "leaveTeam",
  permission: "self",
  input: z.object({}),
  work: ({ actor, staff, realNow }) => removeStaff({ actor, input: { userId: staff.id }, realNow }),
});
