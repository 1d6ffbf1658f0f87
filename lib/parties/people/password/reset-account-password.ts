import { CodedError, invalidField } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import type { ResetPasswordInput } from "@/lib/parties/people/schema";
import { resetPassword } from "./reset-password";

/** Every session ends. Whatever is wrong is a 400 here, also a link that was used or has expired. */
export async function resetAccountPassword(call: { input: ResetPasswordInput; realNow: RealTime }): Promise<void> {
  try {
    await resetPassword({ kind: "merchant", ...call });
  } catch (error) {
    if (error instanceof CodedError && error.code === "LINK_NOT_VALID") throw invalidField("token", error.message);
    throw error;
  }
}
resetAccountPassword.errors = ["SERVICE_UNAVAILABLE"] as const;
