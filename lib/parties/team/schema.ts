import { z } from "zod";
import { marketplaceRoles } from "@/lib/kernel/actor";
import { email, oneOf, text } from "@/lib/kernel/validation";
import { mailedToken, newPassword } from "@/lib/parties/people/schema";
import { typedName } from "@/lib/parties/people/typed-name";

export const inviteInput = z
  .object({ email, role: oneOf(marketplaceRoles) })
  .meta({ sample: { email: "ngozi@traders.example", role: "DEVELOPER" } });
export type InviteInput = z.output<typeof inviteInput>;

export const withdrawInput = z.object({ invitationId: text(255) });
export type WithdrawInput = z.output<typeof withdrawInput>;

export const acceptInput = mailedToken.extend({ name: typedName, password: newPassword });
export type AcceptInput = z.output<typeof acceptInput>;

export const acceptBody = acceptInput.omit({ token: true }).meta({ sample: { name: "Ngozi Eze", password: "…" } });

export const invitationSent = z.object({ invitationId: z.string() });

/** What whoever has the mail may know before accepting. */
export const invitationShown = z.object({
  marketplaceName: z.string(),
  email: z.string().describe("To sign in with"),
  role: z.enum(marketplaceRoles),
});

export const invitationAccepted = z.object({ id: z.string(), name: z.string(), email: z.string() });

export const changeRoleInput = z.object({ userId: text(255), role: oneOf(marketplaceRoles) });
export type ChangeRoleInput = z.output<typeof changeRoleInput>;

export const removeStaffInput = z.object({ userId: text(255) });
export type RemoveStaffInput = z.output<typeof removeStaffInput>;
