import { and, eq, gt, inArray, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { proposals } from "@/db/schema/proposals";
import { users } from "@/db/schema/users";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError, notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { findOperator } from "@/lib/parties/people/queries";
import { requireOperatorPermission } from "@/lib/terms/users/roles";
import { kinds } from "./all-kinds";
import { digestOf } from "./kind";
import type { ProposalAnswer } from "./schema";

export type Proposal = typeof proposals.$inferSelect;

type Looking = OperatorCall<object>;

export function isOpen({ decision, expiresAt }: Proposal, realNow: RealTime): boolean {
  return decision === null && expiresAt > realNow;
}

/** @param options.lock for the rest of the transaction. */
export async function findProposal(id: string, { lock = false } = {}): Promise<Proposal> {
  const one = db().select().from(proposals).where(eq(proposals.id, id));
  const [found] = await (lock ? one.for("update") : one);
  if (!found) throw notFound("proposal");
  return found;
}

/** Also that its subject is not found, or whoever proposed it may no longer. `lock`: for the caller's transaction. */
export async function hasChanged(proposal: Proposal, looking: Looking & { lock: boolean }): Promise<boolean> {
  const { kind, subjectId, input, reason, digest, proposedBy } = proposal;
  try {
    const { evidence } = await kinds[kind].look({ ...looking, subjectId, input });
    const proposer = await findOperator(proposedBy);
    if (!proposer) return true;
    requireOperatorPermission(proposer.role, kinds[kind].permission);
    return digestOf({ kind, subjectId, input, reason, evidence }) !== digest;
  } catch (error) {
    if (error instanceof CodedError) return true;
    throw error;
  }
}

export async function listProposals(
  query: Page & { status?: "OPEN" | undefined; subjectId?: string | undefined },
  looking: Looking,
): Promise<{ data: ProposalAnswer[]; hasMore: boolean }> {
  await requireNeighbour(proposals.id, query);
  const found = await db()
    .select()
    .from(proposals)
    .where(
      and(
        query.status && and(isNull(proposals.decision), gt(proposals.expiresAt, looking.realNow)),
        query.subjectId === undefined ? undefined : eq(proposals.subjectId, query.subjectId),
        onPage(proposals.id, query),
      ),
    )
    .orderBy(pageOrder(proposals.id, query))
    .limit(pageRows(query));
  const { rows, hasMore } = pageOf(found, query);
  return { data: await answersOf(rows, looking), hasMore };
}

export async function readProposal(id: string, looking: Looking): Promise<ProposalAnswer> {
  const [answer] = await answersOf([await findProposal(id)], looking);
  if (!answer) throw notFound("proposal");
  return answer;
}
readProposal.errors = ["NOT_FOUND"] as const;

async function answersOf(found: readonly Proposal[], looking: Looking): Promise<ProposalAnswer[]> {
  const ids = found.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy ?? []].flat());
  const people = await db().select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  const named = (id: string) => people.find((one) => one.id === id) ?? { id, name: "" };
  const answers: ProposalAnswer[] = [];
  for (const proposal of found) {
    const { id, kind, marketplaceId, environment, subjectId, input, reason, evidence, note } = proposal;
    const open = isOpen(proposal, looking.realNow);
    answers.push({
      id,
      kind,
      status: proposal.decision ?? (open ? "OPEN" : "EXPIRED"),
      ...{ marketplaceId, environment, subjectId, input, reason, evidence },
      evidenceDigest: proposal.digest,
      evidenceChanged: open && (await hasChanged(proposal, { ...looking, lock: false })),
      proposedBy: named(proposal.proposedBy),
      proposedAt: proposal.proposedAt.toISOString(),
      expiresAt: proposal.expiresAt.toISOString(),
      decidedBy: proposal.decidedBy === null ? null : named(proposal.decidedBy),
      decidedAt: proposal.decidedAt?.toISOString() ?? null,
      note,
    });
  }
  return answers;
}
