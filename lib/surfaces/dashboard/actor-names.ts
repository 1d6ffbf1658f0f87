import { inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import type { Tenant } from "@/lib/kernel/actor";
import { isId } from "@/lib/kernel/ids";

/** Who acted, in words, from the names that rows and the audit log have of actors. Operators are not named. */
export async function actorNames(
  { marketplaceId }: Tenant,
  actors: readonly (string | null)[],
): Promise<(actor: string | null) => string> {
  const ids = actors.flatMap((actor) => (actor !== null && isId("user", actor) ? [actor] : []));
  const { id, name, kind, marketplaceId: worksFor } = users;
  const found =
    ids.length === 0 ? [] : await db().select({ id, name, kind, worksFor }).from(users).where(inArray(id, ids));
  const names = new Map(
    found.map((user) => [
      user.id,
      user.worksFor === marketplaceId ? user.name : user.kind === "operator" && "An operator",
    ]),
  );
  return (actor) => {
    if (actor === null) return "The service";
    if (isId("user", actor)) return names.get(actor) || "Somebody who has left";
    return isId("secretKey", actor) ? `The secret key ${actor}` : "The sandbox";
  };
}
