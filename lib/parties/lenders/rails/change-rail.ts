import { and, eq, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { requireLenderAccount } from "@/lib/parties/lenders/accounts/queries";
import { lockLender } from "@/lib/parties/lenders/lock-lender";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";

type Call = OperatorCall<{ lenderId: string; reason: string }>;

/**
 * In the transaction of the approval. Another key of the same account replaces the key; another account is another
 * rail, and what was ordered over the former one stays with it.
 */
export async function activateRail(call: Call & { railId: string }): Promise<void> {
  const { operator, lenderId, railId, reason, realNow } = call;
  const { archivedAt } = await lockLender(lenderId);
  if (archivedAt) throw new CodedError("ARCHIVED", "This lender is archived: it lends no more.");
  const own = eq(rails.lenderId, lenderId);
  const [tried] = await db()
    .select()
    .from(rails)
    .where(and(own, eq(rails.id, railId), eq(rails.state, "TRIED")));
  if (!tried) throw new CodedError("LOAN_STATE_CONFLICT", "The key is no longer kept: try it once more.");
  const { kind, integration, domain, keyEnd, secretKey, dayLimit, columns } = tried;
  if (kind === "BY_HAND") await requireLenderAccount(lenderId, integration);
  const sameAccount = and(eq(rails.kind, kind), eq(rails.integration, integration), eq(rails.domain, domain));
  await refuseForeign({ lenderId, sameAccount });
  const [known] = await db()
    .select({ id: rails.id })
    .from(rails)
    .where(and(own, sameAccount, ne(rails.state, "TRIED")));
  const active = and(own, eq(rails.state, "ACTIVE"));
  await db()
    .update(rails)
    .set({ state: "RETIRED", retiredAt: realNow })
    .where(and(active, ne(rails.id, known?.id ?? "")));
  const now = { state: "ACTIVE", retiredAt: null, secretKey, keyEnd, dayLimit, columns } as const;
  if (known) {
    await db().update(rails).set(now).where(eq(rails.id, known.id));
    await db().delete(rails).where(eq(rails.id, railId));
  } else {
    await db()
      .update(rails)
      .set({ ...now, activatedAt: realNow })
      .where(eq(rails.id, railId));
  }
  const detail = { kind, integration, keyEnd: keyEnd ?? undefined, reason };
  await recordServiceAudit({ operator, action: "lender.rail", detail, subjectId: lenderId, realNow });
}

/** Nothing new is ordered any more: the lender makes no live offers. In the transaction of the approval. */
export async function retireRail({ operator, lenderId, reason, realNow }: Call): Promise<void> {
  await lockLender(lenderId);
  const retired = await db()
    .update(rails)
    .set({ state: "RETIRED", retiredAt: realNow })
    .where(and(eq(rails.lenderId, lenderId), eq(rails.state, "ACTIVE")))
    .returning({ kind: rails.kind, integration: rails.integration });
  const [was] = retired;
  if (!was) throw new CodedError("LOAN_STATE_CONFLICT", "The lender has no rail.");
  const detail = { ...was, reason };
  await recordServiceAudit({ operator, action: "lender.rail-retire", detail, subjectId: lenderId, realNow });
}

/** Two lenders with one account could not tell whose money it is. */
async function refuseForeign(of: { lenderId: string; sameAccount: ReturnType<typeof and> }): Promise<void> {
  const [foreign] = await db()
    .select({ lenderId: rails.lenderId })
    .from(rails)
    .where(and(of.sameAccount, ne(rails.lenderId, of.lenderId), ne(rails.state, "TRIED")));
  if (foreign) throw new CodedError("RAIL_TAKEN", `The lender ${foreign.lenderId} has this account.`);
}
