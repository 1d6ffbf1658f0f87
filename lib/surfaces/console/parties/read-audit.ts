import { and, count, desc, eq, inArray, isNull, lt, min, or } from "drizzle-orm";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { users } from "@/db/schema/users";
import type { Environment } from "@/lib/kernel/actor";
import { isId } from "@/lib/kernel/ids";
import { readMarketplaceNames } from "./marketplace-names";

/** What a page of the audit log has. */
const rowsOfPage = 100;
const lookedThrough = 20_000;

/**
 * The audit log of an environment and of what belongs to none, newest first, with the names of people.
 * @param call.subjectId what was acted on, where it is about one thing
 * @param call.before the number of a row, where a page begins
 */
export async function readAudit(call: {
  environment: Environment;
  subjectId: string | undefined;
  before: number | undefined;
}) {
  const { environment, subjectId, before } = call;
  const number = auditLog.number;
  const about = subjectId === undefined ? undefined : eq(auditLog.subjectId, subjectId);
  // However few of the rows are wanted, no more than these are looked through.
  const window = db()
    .select()
    .from(auditLog)
    .where(and(about, before === undefined ? undefined : lt(number, before)))
    .orderBy(desc(number))
    .limit(lookedThrough)
    .as("audit_window");
  const found = await db()
    .select()
    .from(window)
    .where(or(eq(window.environment, environment), isNull(window.environment)))
    .orderBy(desc(window.number))
    .limit(rowsOfPage + 1);
  const rows = found.slice(0, rowsOfPage);
  const [last] = await db()
    .select({ number: min(window.number), looked: count() })
    .from(window);
  const more = found.length > rowsOfPage ? rows.at(-1)?.number : last?.looked === lookedThrough ? last.number : null;
  const people = rows.flatMap(({ actor }) => (isId("user", actor) ? [actor] : []));
  const named =
    people.length === 0
      ? []
      : await db().select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, people));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const shops = await readMarketplaceNames(rows.flatMap(({ marketplaceId }) => marketplaceId ?? []));
  return {
    rows: rows.map(({ number, actor, action, detail, subjectId, at, marketplaceId }) => ({
      ...{ number, action, subjectId, at },
      actor: names.get(actor) ?? actor,
      marketplace: marketplaceId && (shops.get(marketplaceId) ?? marketplaceId),
      detail: Object.entries(detail ?? {})
        .map(([name, value]) => `${name}: ${value}`)
        .join(", "),
    })),
    older: more ?? null,
  };
}
