"use server";

import { openMailed, runForAnyone } from "@/app/anyone";
import type { Refusal } from "@/lib/edge/http/actions/run-action";
import { validate } from "@/lib/edge/http/body";
import { acceptInvitation } from "@/lib/parties/team/accept-invitation";
import { findInvitation } from "@/lib/parties/team/queries";
import { acceptInput } from "@/lib/parties/team/schema";
import { roleLabels } from "@/lib/terms/users/constants";

type Invitation = { marketplaceName: string; email: string; role: string };

/** The invitation that the token of a mail accepts; null once it works no longer. */
export async function openInvitation(typed: unknown): Promise<{ about: Invitation | null } | Refusal> {
  return openMailed(typed, async (token, realNow) => {
    const invited = await findInvitation(token, realNow);
    return (
      invited && { marketplaceName: invited.marketplaceName, email: invited.email, role: roleLabels[invited.role] }
    );
  });
}

export async function joinTeam(typed: unknown): Promise<{ email: string } | Refusal> {
  return runForAnyone(async (_, realNow) => {
    const { email } = await acceptInvitation({ input: validate(acceptInput, typed, "form"), realNow });
    return { email };
  });
}
