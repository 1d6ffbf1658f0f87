import type { UserKind } from "./constants";
import { verifyPassword } from "./password";
import { findSignIn, type SignedIn } from "./queries";
import type { SignInInput } from "./schema";

/** The user with this address and password; a wrong address is answered like a wrong password. */
export async function checkPassword(call: { kind: UserKind; input: SignInInput }): Promise<SignedIn | null> {
  const { kind, input } = call;
  const found = await findSignIn(kind, input.email);
  const matches = await verifyPassword(found?.hash ?? null, input.password);
  return found && matches ? found.user : null;
}
