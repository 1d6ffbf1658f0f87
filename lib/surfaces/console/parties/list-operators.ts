import { asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { secondFactors, users } from "@/db/schema/users";

/** All of the service's own staff. */
export async function listOperators() {
  const { id, name, email, operatorRole, createdAt } = users;
  const rows = await db()
    .select({ id, name, email, role: operatorRole, createdAt, secondFactorSince: secondFactors.since })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, id))
    .where(eq(users.kind, "operator"))
    .orderBy(asc(name), asc(id));
  return rows.flatMap((row) => (row.role ? [{ ...row, role: row.role }] : []));
}
