import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import type { MarketplaceRole } from "@/lib/actor";
import { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { RealTime } from "@/lib/time";
import { hashPassword } from "./password";
import type { User } from "./queries";

type Made = Pick<User, "kind" | "name" | "email"> & {
  password: string;
  /** Of staff. */
  marketplaceId?: string;
  role?: MarketplaceRole;
};

/**
 * Stores somebody who signs in, the address in lower case and the password hashed.
 * @throws CodedError EMAIL_TAKEN when somebody of this kind has the address.
 */
export async function insertUser({ password, ...made }: Made, realNow: RealTime): Promise<User> {
  const { kind, name } = made;
  const user: User = { id: newId("user"), kind, name, email: made.email.toLowerCase() };
  const passwordHash = await hashPassword(password);
  const inserted = await db()
    .insert(users)
    .values({ ...made, ...user, passwordHash, createdAt: realNow })
    .onConflictDoNothing({ target: [users.kind, users.email] })
    .returning({ id: users.id });
  if (inserted.length === 0) {
    throw new CodedError("EMAIL_TAKEN", "There is an account with this e-mail address. Sign in instead.", {
      fields: [{ field: "email", error: "There is an account with this address" }],
    });
  }
  return user;
}
