import { and, eq, gt, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows } from "@/db/page";
import { proposals } from "@/db/schema/proposals";
import { users } from "@/db/schema/users";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";

type Asked = Page & {
  /** The id of what it is about, or of the account that this is of. */
  q?: string | undefined;
  state?: "OPEN" | "ENDED" | undefined;
  by?: "ME" | "OTHERS" | undefined;
};

/** Proposals about an environment, and those about none, the newest first: the open ones unless all are asked for. */
export async function listProposalsAt(
  { operator, environment, realNow }: ConsoleScope,
  { q, state, by, ...page }: Asked,
) {
  const { id, kind, subjectId, evidence, reason, decision, proposedBy, proposedAt, expiresAt } = proposals;
  const open = and(isNull(decision), gt(expiresAt, realNow));
  const ended = or(isNotNull(decision), lte(expiresAt, realNow));
  const its = (by === "ME" ? eq : ne)(proposedBy, operator.userId);
  const found = await db()
    .select({ id, kind, subjectId, evidence, reason, decision, proposedBy, by: users.name, proposedAt, expiresAt })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposedBy))
    .where(
      and(
        or(isNull(proposals.environment), eq(proposals.environment, environment)),
        ...[
          state === "ENDED" ? ended : open,
          by && its,
          q === undefined ? undefined : or(eq(subjectId, q), eq(sql`${evidence} ->> 'accountId'`, q)),
          onPage(id, page),
        ],
      ),
    )
    .orderBy(pageOrder(id, page))
    .limit(pageRows(page));
  const { rows, hasMore } = pageOf(found, page);
  const status = (row: (typeof rows)[number]) => row.decision ?? (row.expiresAt > realNow ? "OPEN" : "EXPIRED");
  return { rows: rows.map((row) => ({ ...row, status: status(row) })), hasMore };
}
