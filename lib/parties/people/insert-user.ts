import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import type { MarketplaceRole, OperatorRole } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import type { User } from "./queries";

/** Marketplace and role are those of its staff, the other role that of the service's. */
type NewUser = Omit<User, "id"> & {
  passwordHash: string;
  marketplaceId?: string;
  role?: MarketplaceRole;
  operatorRole?: OperatorRole;
};

export async function insertUser(given: NewUser, realNow: RealTime): Promise<User> {
  const { kind, name } = given;
  const user: User = { id: newId("user"), kind, name, email: given.email.toLowerCase() };
  const inserted = await db()
    .insert(users)
    .values({ ...given, ...user, createdAt: realNow })
    .onConflictDoNothing({ target: [users.kind, users.email] })
    .returning({ id: users.id });
  if (inserted.length === 0) {
    throw new CodedError("EMAIL_TAKEN", "This e-mail address already has an account. Sign in instead.", {
      fields: [{ field: "email", error: "Already has an account" }],
    });
  }
  return user;
}
