"use server";

import { z } from "zod";
import { dashboardAction, verbAction } from "@/lib/edge/http/actions/dashboard-action";
import { changeRole } from "@/lib/parties/team/change-role";
import { inviteStaff } from "@/lib/parties/team/invite-staff";
import { removeStaff } from "@/lib/parties/team/remove-staff";
import { changeRoleInput, inviteInput, removeStaffInput, withdrawInput } from "@/lib/parties/team/schema";
import { withdrawInvitation } from "@/lib/parties/team/withdraw-invitation";

export const inviteMember = verbAction("inviteMember", inviteInput, inviteStaff);

export const withdraw = verbAction("withdrawInvitation", withdrawInput, withdrawInvitation);

export const changeMember = dashboardAction({
  name: "changeMember",
  permission: "manage",
  input: changeRoleInput,
  work: changeRole,
});

export const removeMember = dashboardAction({
  name: "removeMember",
  permission: "manage",
  input: removeStaffInput,
  work: removeStaff,
});

export const leaveTeam = dashboardAction({
  name: "leaveTeam",
  permission: "self",
  input: z.object({}),
  work: async ({ actor, staff, realNow }) => {
    await removeStaff({ actor, input: { userId: staff.id }, realNow });
    return { address: "/dashboard/login" };
  },
});
