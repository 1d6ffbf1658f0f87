import { and, eq, isNull } from "drizzle-orm";
import { db, one, transaction } from "@/db/client";
import { proposals } from "@/db/schema/proposals";
import { operatorIn, type Tenant } from "@/lib/kernel/actor";
import { day } from "@/lib/kernel/calendar";
import type { OperatorCall } from "@/lib/kernel/call";
import { newId } from "@/lib/kernel/ids";
import { realTimeOf } from "@/lib/kernel/time";
import { recordAudit, recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { proposalDays } from "@/lib/terms/proposals/constants";
import type { ProposalKindName } from "@/lib/terms/proposals/states";
import { digestOf, type ProposalKind, type Subject } from "./kind";
import { readProposal } from "./queries";
import type { ProposalAnswer } from "./schema";
import { tryOut } from "./try-out";

type Proposed = Subject & {
  kind: ProposalKind;
  input: Record<string, unknown>;
  reason: string;
  /** Refuses, in the same transaction, where what it is about has changed since it was shown. */
  asSeen?: () => Promise<void>;
};

/** Replaces what was proposed of its kind about the same, unless it is the same again. Not inside a transaction. */
export async function propose(call: Proposed): Promise<ProposalAnswer> {
  const { kind, operator, subjectId, input, reason, realNow } = call;
  // Whatever would be refused is refused before anybody decides about it.
  await tryOut(() => kind.perform(call));
  const id = await transaction(async () => {
    const { tenant, environment, evidence } = await kind.look({ operator, subjectId, input, realNow, lock: true });
    await call.asSeen?.();
    const digest = digestOf({ kind: kind.name, subjectId, input, reason, evidence });
    const waiting = and(eq(proposals.kind, kind.name), eq(proposals.subjectId, subjectId), isNull(proposals.decision));
    const [open] = await db().select().from(proposals).where(waiting).for("update");
    const same = open?.digest === digest && open.proposedBy === operator.userId && open.expiresAt > realNow;
    if (open && same) return open.id;
    await db().update(proposals).set({ decision: "REPLACED", decidedAt: realNow }).where(waiting);
    const row = await db()
      .insert(proposals)
      .values({
        id: newId("proposal"),
        marketplaceId: tenant?.marketplaceId ?? null,
        environment: tenant?.environment ?? environment ?? null,
        kind: kind.name,
        ...{ subjectId, input, reason, evidence, digest },
        proposedBy: operator.userId,
        proposedAt: realNow,
        expiresAt: realTimeOf(realNow.getTime() + proposalDays * day),
      })
      .returning({ id: proposals.id })
      .then(one);
    await recordStep({ operator, tenant, action: "proposal.propose", kind: kind.name, id: row.id, realNow });
    return row.id;
  });
  return readProposal(id, { operator, realNow });
}

export async function recordStep(
  step: OperatorCall<{
    tenant: Tenant | null;
    action: "proposal.propose" | "proposal.approve" | "proposal.reject" | "proposal.clear";
    kind: ProposalKindName;
    id: string;
  }>,
): Promise<void> {
  const { operator, tenant, action, kind, id: subjectId, realNow } = step;
  const audited = { action, detail: { kind } };
  if (tenant) await recordAudit({ actor: operatorIn(tenant, operator), ...audited, subjectId, now: realNow });
  else await recordServiceAudit({ operator, ...audited, subjectId, realNow });
}
