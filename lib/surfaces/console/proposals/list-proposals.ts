import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, or } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows } from "@/db/page";
import { proposals } from "@/db/schema/proposals";
import { users } from "@/db/schema/users";
import type { Environment, Operator } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import type { ProposalKindName } from "@/lib/terms/proposals/states";

type Asked = Page & {
  state?: "OPEN" | "ENDED" | undefined;
  by?: "ME" | "OTHERS" | undefined;
  kinds?: readonly ProposalKindName[];
};

type At = { operator: Operator; environment: Environment; realNow: RealTime };

/** Proposals about an environment, and those about none, the newest first: the open ones unless all are asked for. */
export async function listProposalsAt({ operator, environment, realNow }: At, { state, by, kinds, ...page }: Asked) {
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
        ...[state === "ENDED" ? ended : open, by && its, kinds && inArray(kind, [...kinds]), onPage(id, page)],
      ),
    )
    .orderBy(pageOrder(id, page))
    .limit(pageRows(page));
  const { rows, hasMore } = pageOf(found, page);
  const status = (row: (typeof rows)[number]) => row.decision ?? (row.expiresAt > realNow ? "OPEN" : "EXPIRED");
  return { rows: rows.map((row) => ({ ...row, status: status(row) })), hasMore };
}
