import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { refuseCommonPassword } from "@/lib/parties/people/password/common-password";
import { savePassword } from "@/lib/parties/people/password/save-password";
import { findOperator } from "@/lib/parties/people/queries";
import { newPassword } from "@/lib/parties/people/schema";
import { UsageError } from "./command";

/**
 * Gives an operator who has just proved to be one a password of their own choosing: the first is known to whoever added
 * them. Every session ends.
 * @throws UsageError for one that is too short or easily guessed
 */
export async function choosePassword(call: OperatorCall<{ chosen: string }>): Promise<void> {
  const { operator, chosen, realNow } = call;
  const user = await findOperator(operator.userId);
  const input = newPassword.safeParse(chosen);
  if (!input.success) throw new UsageError(`The new password: ${input.error.issues[0]?.message}.`);
  if (!user) throw new UsageError("The account has changed meanwhile. Nothing was done: look again.");
  await refuseCommonPassword(chosen, [user.email, user.name]).catch((error: unknown) => {
    const [wrong] = error instanceof CodedError ? error.fields : [];
    throw wrong ? new UsageError(`The new password: ${wrong.error}.`) : error;
  });
  const signedIn = { ...user, kind: "operator" } as const;
  const epoch = await savePassword({ user: signedIn, newPassword: chosen, action: "user.change-password", realNow });
  if (epoch === null) throw new UsageError("Your sessions have ended meanwhile. Nothing was done: look again.");
}
