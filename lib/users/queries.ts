import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { users } from "@/db/schema/users";
import type { MarketplaceRole } from "@/lib/actor";
import type { UserKind } from "./constants";

/** Somebody who signs in, without the secret part. */
export type User = { id: string; kind: UserKind; name: string; email: string };

const userColumns = { id: users.id, kind: users.kind, name: users.name, email: users.email };

/** The user with this id. */
export async function findUser(id: string): Promise<User | undefined> {
  const [row] = await db().select(userColumns).from(users).where(eq(users.id, id));
  return row;
}

/** The user of a kind with this address, however its letters are written, with the hash of the password. */
export async function findSignIn(kind: UserKind, email: string): Promise<{ user: User; hash: string } | undefined> {
  const [row] = await db()
    .select({ user: userColumns, hash: users.passwordHash })
    .from(users)
    .where(and(eq(users.kind, kind), eq(users.email, email.toLowerCase())));
  return row;
}

/** Somebody of a marketplace's staff. */
export type Staff = {
  id: string;
  name: string;
  email: string;
  role: MarketplaceRole;
  marketplaceId: string;
  /** How far the business clock of the marketplace's test data is ahead of real time, in milliseconds. */
  testClockAhead: number;
};

/** The staff user with this id, as they are now. */
export async function findStaff(id: string): Promise<Staff | undefined> {
  const [row] = await db()
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      marketplaceId: marketplaces.id,
      testClockAhead: marketplaces.testClockAhead,
    })
    .from(users)
    .innerJoin(marketplaces, eq(marketplaces.id, users.marketplaceId))
    .where(and(eq(users.id, id), eq(users.kind, "marketplace")));
  return row?.role ? { ...row, role: row.role } : undefined;
}
