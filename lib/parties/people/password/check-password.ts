import { findSignIn, type SignedIn } from "@/lib/parties/people/queries";
import type { SignInInput } from "@/lib/parties/people/schema";
import type { UserKind } from "@/lib/terms/users/constants";
import { verifyPassword } from "./password";

export async function checkPassword(call: { kind: UserKind; input: SignInInput }): Promise<SignedIn | null> {
  const { kind, input } = call;
  const found = await findSignIn(kind, input.email);
  const matches = await verifyPassword(found?.hash ?? null, input.password);
  return found && matches ? found.user : null;
}
