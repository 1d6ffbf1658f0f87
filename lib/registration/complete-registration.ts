import type { RealTime } from "@/lib/time";
import { findStaff } from "@/lib/users/queries";
import type { ConfirmInput } from "@/lib/users/schema";
import { signedOut } from "@/lib/users/signed-out";
import { confirmRegistration } from "./confirm-registration";
import type { RegistrationCompleted } from "./schema";

/** Makes the marketplace that was registered, and says what was made. @throws CodedError as `confirmRegistration` */
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
