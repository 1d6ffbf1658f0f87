"use server";

import { z } from "zod";
import { dashboardAction, verbAction } from "@/lib/edge/http/dashboard-action";
import { changeRole } from "@/lib/parties/team/change-role";
import { inviteStaff } from "@/lib/parties/team/invite-staff";
import { removeStaff } from "@/lib/parties/team/remove-staff";
import { changeRoleInput, inviteInput, removeStaffInput, withdrawInput } from "@/lib/parties/team/schema";
import { withdrawInvitation } from "@/lib/parties/team/withdraw-invitation";

/** Invites somebody by mail, or writes to them again. */
export const inviteMember = verbAction("inviteMember", inviteInput, inviteStaff);

/** Takes an invitation back. */
export const withdraw = verbAction("withdrawInvitation", withdrawInput, withdrawInvitation);

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
  work: async ({ actor, staff, realNow }) => {
    await removeStaff({ actor, input: { userId: staff.id }, realNow });
    return { address: "/dashboard/login" };
  },
});
