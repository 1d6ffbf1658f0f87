import { and, count, desc, eq, gte, inArray, isNull, lt, min, or } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { auditedNoun, auditLog } from "@/db/schema/operations";
import { users } from "@/db/schema/users";
import type { Environment } from "@/lib/kernel/actor";
import { isId } from "@/lib/kernel/ids";
import { dayBegins, dayEnds } from "@/lib/kernel/lagos-days";
import { realTimeOf } from "@/lib/kernel/time";
import { text } from "@/lib/kernel/validation";
import { day, oneOfThose } from "@/lib/surfaces/lists/list-query";
import { listOperators } from "./list-operators";
import { readMarketplaceNames } from "./marketplace-names";

/** What a page of the audit log has. */
const rowsOfPage = 100;
const lookedThrough = 20_000;

/** What its address asks for; all else is ignored. */
export const auditQuery = z.object({
  q: text(255).optional().catch(undefined),
  by: oneOfThose<unknown>("Who", async () =>
    (await listOperators()).map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` })),
  ),
  of: oneOfThose<unknown>("Of", readNouns),
  from: day("From"),
  to: day("To"),
  /** The number of a row, where a page begins. */
  startingAfter: z.coerce.number().int().positive().optional().catch(undefined),
});
export type AuditQuery = z.output<typeof auditQuery>;

/**
 * The audit log of an environment and of what belongs to none, newest first, with the names of people. One thing that is
 * asked for goes by an index, the rest narrows what that finds.
 */
export async function readAudit({ environment, ...asked }: AuditQuery & { environment: Environment }) {
  const { q: subjectId, by, of, from, to, startingAfter } = asked;
  const number = auditLog.number;
  const byIndex = subjectId ? eq(auditLog.subjectId, subjectId) : by ? eq(auditLog.actor, by) : ofNoun(of);
  // However few of the rows are wanted, no more than these are looked through.
  const window = db()
    .select()
    .from(auditLog)
    .where(
      and(
        byIndex,
        from === undefined ? undefined : gte(auditLog.at, realTimeOf(dayBegins(from))),
        to === undefined ? undefined : lt(auditLog.at, realTimeOf(dayEnds(to))),
        startingAfter === undefined ? undefined : lt(number, startingAfter),
      ),
    )
    .orderBy(desc(number))
    .limit(lookedThrough)
    .as("audit_window");
  const found = await db()
    .select()
    .from(window)
    .where(
      and(
        or(eq(window.environment, environment), isNull(window.environment)),
        by ? eq(window.actor, by) : undefined,
        of ? eq(auditedNoun(window), of) : undefined,
      ),
    )
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

function ofNoun(noun: string | undefined) {
  return noun ? eq(auditedNoun(auditLog), noun) : undefined;
}

const nounRow = z.strictObject({ noun: z.string() });

/** Of what anything was done: from one to the next, by the index. */
async function readNouns(): Promise<string[]> {
  const rows = await rowsOf(nounRow)`
    with recursive nouns as (
      select min(split_part(action, '.', 1)) as noun from audit_log
      union all
      select (select min(split_part(action, '.', 1)) from audit_log where split_part(action, '.', 1) > noun)
      from nouns where noun is not null
    )
    select noun from nouns where noun is not null`;
  return rows.map(({ noun }) => noun);
}
