import { and, desc, inArray, like, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { users } from "@/db/schema/users";
import { isId } from "@/lib/kernel/ids";
import type { CaseItem } from "@/lib/terms/kyc/case-items";
import type { CaseStep } from "./case-schema";

/** More steps than that are in the audit log alone. */
const mostShown = 200;

/**
 * What happened to a case, newest first, from the audit log.
 * @param subjects its documents and proposals; those that were taken out since are added
 * @param items what the case consists of now
 */
export async function readCaseHistory(
  merchantId: string,
  subjects: readonly string[],
  items: readonly CaseItem[],
): Promise<CaseStep[]> {
  const { number, at, actor, action, detail, subjectId } = auditLog;
  const rows = await db()
    .select({ number, at, actor, action, detail })
    .from(auditLog)
    .where(
      and(
        inArray(subjectId, [merchantId, ...subjects, ...(await removedFrom(merchantId))]),
        or(like(action, "kyc.%"), like(action, "proposal.%")),
      ),
    )
    .orderBy(desc(number))
    .limit(mostShown);
  const ids = [...new Set(rows.map((row) => row.actor).filter((one) => isId("user", one)))];
  const named = db().select({ id: users.id, name: users.name, email: users.email }).from(users);
  const people = ids.length === 0 ? [] : await named.where(inArray(users.id, ids));
  return rows.map((row) => ({
    key: row.number,
    at: row.at,
    who: people.find(({ id }) => id === row.actor)?.name ?? whoOf(row.actor),
    what: wordsOf(row.action),
    detail: detailOf(row.detail, items),
  }));
}

/** The documents that were taken out of a merchant's record: the audit log alone still knows them. */
async function removedFrom(merchantId: string): Promise<string[]> {
  const { detail, subjectId } = auditLog;
  const rows = await db()
    .select({ id: subjectId })
    .from(auditLog)
    // Spelled out like the condition of the index.
    .where(and(sql`action = 'kyc.remove-document'`, sql`${detail}->>'merchant' = ${merchantId}`))
    .limit(mostShown);
  return rows.map(({ id }) => id);
}

function whoOf(actor: string): string {
  if (actor.startsWith("job:")) return "The service";
  if (actor.startsWith("embed:") || actor.startsWith("mail:")) return "The merchant";
  return isId("user", actor) ? "Somebody who has left" : "The marketplace";
}

/** `kyc.hand-back`: Hand back. */
function wordsOf(action: string): string {
  const [noun = "", verb = ""] = action.split(".");
  const words = verb.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${noun === "proposal" ? " a proposal" : ""}`;
}

/** The details of these actions, in the order in which they are said; who had a case before is in the audit log alone. */
const told = ["document", "kind", "outcome", "because", "reason", "register"];

type Detail = Record<string, string | number | undefined> | null;

function detailOf(detail: Detail, items: readonly CaseItem[]): string | null {
  const item = detail?.item === undefined ? undefined : labelOf(String(detail.item), items);
  return told.flatMap((name) => detail?.[name] ?? []).join(": ") || item || null;
}

function labelOf(key: string, items: readonly CaseItem[]): string {
  return items.find((one) => one.key === key)?.label ?? "What is not in it any more";
}
