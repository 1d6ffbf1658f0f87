import { inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { isId } from "@/lib/kernel/ids";

/** Who acted, in words for operators, from the names that rows and the audit log have of actors. */
export async function namesOfActors(actors: readonly (string | null)[]): Promise<(actor: string | null) => string> {
  const ids = [...new Set(actors.flatMap((actor) => (actor !== null && isId("user", actor) ? [actor] : [])))];
  const { id, name, email, kind } = users;
  const found =
    ids.length === 0 ? [] : await db().select({ id, name, email, kind }).from(users).where(inArray(id, ids));
  const people = new Map(
    found.map((user) => [user.id, user.kind === "merchant" ? "The merchant" : user.name || user.email]),
  );
  return (actor) => {
    if (actor === null || actor.startsWith("job:")) return "The service";
    if (isId("user", actor)) return people.get(actor) ?? "Somebody who has left";
    if (actor.startsWith("embed:") || actor.startsWith("mail:")) return "The merchant";
    if (actor === "webhook" || isId("secretKey", actor) || isId("oauthClient", actor)) return "The marketplace";
    return actor === "sandbox" ? "The sandbox" : actor;
  };
}
