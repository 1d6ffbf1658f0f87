import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { secondFactors, users } from "@/db/schema/users";
import type { UserKind } from "@/lib/terms/users/constants";

export type User = { id: string; kind: UserKind; name: string; email: string };

const userColumns = { id: users.id, kind: users.kind, name: users.name, email: users.email };

export async function findUser(id: string): Promise<User | undefined> {
  const [row] = await db().select(userColumns).from(users).where(eq(users.id, id));
  return row;
}

/** With the epoch that the user's sessions and tokens must carry. */
export type SignedIn = User & { sessionEpoch: number };

const signedInColumns = { ...userColumns, sessionEpoch: users.sessionEpoch };

export async function findSignedIn(id: string): Promise<SignedIn | undefined> {
  const [row] = await db().select(signedInColumns).from(users).where(eq(users.id, id));
  return row;
}

export async function findSignIn(kind: UserKind, email: string): Promise<{ user: SignedIn; hash: string } | undefined> {
  const [row] = await db()
    .select({ user: signedInColumns, hash: users.passwordHash })
    .from(users)
    .where(and(eq(users.kind, kind), eq(users.email, email.toLowerCase())));
  return row;
}

export type Staff = NonNullable<Awaited<ReturnType<typeof findStaff>>>;

export async function findStaff(id: string) {
  const [row] = await db()
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      sessionEpoch: users.sessionEpoch,
      marketplaceId: marketplaces.id,
      marketplaceName: marketplaces.name,
      liveAt: marketplaces.liveAt,
      secondFactorSince: secondFactors.since,
      testClockAhead: marketplaces.testClockAhead,
    })
    .from(users)
    .innerJoin(marketplaces, eq(marketplaces.id, users.marketplaceId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(users.id, id), eq(users.kind, "marketplace")));
  return row?.role ? { ...row, role: row.role } : undefined;
}

export type OperatorAccount = NonNullable<Awaited<ReturnType<typeof findOperator>>>;

export async function findOperator(id: string) {
  const { name, email, operatorRole, sessionEpoch } = users;
  const [row] = await db()
    .select({ id: users.id, name, email, role: operatorRole, sessionEpoch, secondFactorSince: secondFactors.since })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(users.id, id), eq(users.kind, "operator")));
  return row?.role ? { ...row, role: row.role } : undefined;
}
