import { z } from "zod";
import { marketplaceRoles } from "@/lib/actor";
import { newPassword } from "@/lib/users/schema";
import { typedName } from "@/lib/users/typed-name";
import { email, oneOf, text } from "@/lib/validation";

export const inviteInput = z.object({ email, role: oneOf(marketplaceRoles) });
export type InviteInput = z.output<typeof inviteInput>;

export const withdrawInput = z.object({ invitationId: text(255) });
export type WithdrawInput = z.output<typeof withdrawInput>;

/** The token of the mail, and what makes the account. */
export const acceptInput = z.object({ token: z.string().max(200), name: typedName, password: newPassword });
export type AcceptInput = z.output<typeof acceptInput>;

/** Another role for a member of the team. */
export const changeRoleInput = z.object({ userId: text(255), role: oneOf(marketplaceRoles) });
export type ChangeRoleInput = z.output<typeof changeRoleInput>;

export const removeStaffInput = z.object({ userId: text(255) });
export type RemoveStaffInput = z.output<typeof removeStaffInput>;
