import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { hashPassword } from "./password";
import type { User } from "./queries";
import type { SignUpInput } from "./schema";

/**
 * Makes a merchant's account. Nobody is acting yet: whoever knows the password is this merchant from now on.
 * @throws CodedError EMAIL_TAKEN when a merchant has signed up with this address before.
 */
export async function signUp(call: { input: SignUpInput; now: Date }): Promise<User> {
  const { input, now } = call;
  const user: User = {
    id: newId("user"),
    kind: "merchant",
    name: input.businessName,
    email: input.email.toLowerCase(),
  };
  const passwordHash = await hashPassword(input.password);
  const made = await db()
    .insert(users)
    .values({ ...user, passwordHash, createdAt: now })
    .onConflictDoNothing({ target: [users.kind, users.email] })
    .returning({ id: users.id });
  if (made.length === 0) {
    throw new CodedError("EMAIL_TAKEN", "There is an account with this e-mail address. Sign in instead.", {
      fields: [{ field: "email", error: "There is an account with this address" }],
    });
  }
  return user;
}
