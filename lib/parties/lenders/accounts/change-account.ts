import { and, eq, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { lenderAccounts } from "@/db/schema/lenders";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { lockLender } from "@/lib/parties/lenders/lock-lender";
import { findActiveRail } from "@/lib/parties/lenders/rails/queries";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";

type Call = OperatorCall<{ lenderId: string; accountId: string; reason: string }>;

/** In the transaction of the approval. The same account again takes over what is said of it now. */
export async function activateAccount(call: Call): Promise<void> {
  const { operator, lenderId, accountId, reason, realNow } = call;
  const { archivedAt } = await lockLender(lenderId);
  if (archivedAt) throw new CodedError("ARCHIVED", "This lender is archived: it lends no more.");
  const own = eq(lenderAccounts.lenderId, lenderId);
  const kept = and(own, eq(lenderAccounts.id, accountId), eq(lenderAccounts.state, "PROPOSED"));
  const [proposed] = await db().select().from(lenderAccounts).where(kept);
  if (!proposed) throw new CodedError("LOAN_STATE_CONFLICT", "The account is no longer kept: propose it once more.");
  const { bankCode, lastFour, holder, collects, accountDigest } = proposed;
  const same = and(eq(lenderAccounts.accountDigest, accountDigest), ne(lenderAccounts.state, "PROPOSED"));
  const [known] = await db().select().from(lenderAccounts).where(same);
  // Two lenders with one account could not tell whose money it is.
  if (known && known.lenderId !== lenderId) {
    throw new CodedError("RAIL_TAKEN", `The lender ${known.lenderId} has this account.`);
  }
  if (collects) {
    const others = and(own, eq(lenderAccounts.collects, true), eq(lenderAccounts.state, "ACTIVE"));
    await db().update(lenderAccounts).set({ collects: false }).where(others);
  }
  const now = { state: "ACTIVE", holder, collects, retiredAt: null } as const;
  if (known) await db().delete(lenderAccounts).where(kept);
  await db()
    .update(lenderAccounts)
    .set({ ...now, activatedAt: known?.activatedAt ?? realNow })
    .where(eq(lenderAccounts.id, known?.id ?? accountId));
  const detail = { bankCode, lastFour, holder, collects: String(collects), reason };
  await recordServiceAudit({ operator, action: "lender.account", detail, subjectId: lenderId, realNow });
}

/** Nothing is paid from it or to it any more. In the transaction of the approval. */
export async function retireAccount({ operator, lenderId, accountId, reason, realNow }: Call): Promise<void> {
  await lockLender(lenderId);
  const rail = await findActiveRail(lenderId);
  if (rail?.kind === "BY_HAND" && rail.integration === accountId) {
    throw new CodedError("LOAN_STATE_CONFLICT", "The lender pays from this account: set or end its rail first.");
  }
  const own = and(eq(lenderAccounts.lenderId, lenderId), eq(lenderAccounts.id, accountId));
  const [was] = await db()
    .update(lenderAccounts)
    .set({ state: "RETIRED", collects: false, retiredAt: realNow })
    .where(and(own, eq(lenderAccounts.state, "ACTIVE")))
    .returning({ bankCode: lenderAccounts.bankCode, lastFour: lenderAccounts.lastFour });
  if (!was) throw new CodedError("LOAN_STATE_CONFLICT", "The lender has no such account.");
  const detail = { ...was, reason };
  await recordServiceAudit({ operator, action: "lender.account-retire", detail, subjectId: lenderId, realNow });
}
