import { and, asc, eq, gt, inArray, isNull, or } from "drizzle-orm";
import { db } from "@/db/client";
import { proposals } from "@/db/schema/proposals";
import { users } from "@/db/schema/users";
import { day, later } from "@/lib/kernel/calendar";
import { kinds } from "@/lib/lending/proposals/all-kinds";
import type { ProposalKind } from "@/lib/lending/proposals/kind";
import { proposalKinds } from "@/lib/terms/proposals/states";
import { proposalWords, subjectName } from "@/lib/terms/proposals/words";
import { type WorkSource, workCountedUpTo } from "./source";

/** Soon it lapses, and whoever proposed it has to look again. */
const soon = day;

/** What waits for a second operator, by what it takes to decide about it. */
function proposalsOf(permission: ProposalKind["permission"], label: string): WorkSource {
  const names = proposalKinds.filter((name) => kinds[name].permission === permission);
  return {
    ...{ name: `proposals-${permission}`, label, permission },
    read: async ({ environment, realNow, limit }) => {
      const { id, kind, evidence, subjectId, proposedBy, proposedAt, expiresAt } = proposals;
      const open = and(isNull(proposals.decision), gt(expiresAt, realNow), inArray(kind, names));
      const found = await db()
        .select({ id, kind, evidence, subjectId, proposedAt, expiresAt, by: users.name })
        .from(proposals)
        .innerJoin(users, eq(users.id, proposedBy))
        .where(and(open, or(isNull(proposals.environment), eq(proposals.environment, environment))))
        .orderBy(asc(expiresAt))
        .limit(workCountedUpTo);
      return {
        count: found.length,
        items: found.slice(0, limit).map((row) => ({
          ...{ id: row.id, href: `proposals/${row.id}`, since: row.proposedAt },
          title: subjectName(row),
          detail: `${proposalWords[row.kind].title}: proposed by ${row.by}`,
          cost: {},
          risk: row.expiresAt < later(realNow, soon) ? (2 as const) : (1 as const),
        })),
      };
    },
  };
}

export const proposalWork: readonly WorkSource[] = [
  proposalsOf("pay", "Proposal about money"),
  proposalsOf("collect", "Proposal about a loan"),
  proposalsOf("manage", "Proposal about parties"),
];
