import type { RealTime } from "@/lib/kernel/time";
import { findStaff } from "@/lib/parties/people/queries";
import type { ConfirmInput } from "@/lib/parties/people/schema";
import { signedOut } from "@/lib/parties/people/sessions/signed-out";
import { confirmRegistration } from "./confirm-registration";
import type { RegistrationCompleted } from "./registration-schema";

export async function completeRegistration(call: {
  input: ConfirmInput;
  realNow: RealTime;
}): Promise<RegistrationCompleted> {
  const { id } = await confirmRegistration(call);
  const owner = await findStaff(id);
  if (!owner) throw signedOut();
  const { name, email, marketplaceId, marketplaceName } = owner;
  return { marketplace: { marketplaceId, name: marketplaceName }, user: { id, name, email, role: "OWNER" } };
}
completeRegistration.errors = ["LINK_NOT_VALID", "EMAIL_TAKEN"] as const;
