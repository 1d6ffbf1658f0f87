import { and, desc, eq, gt, isNull, notInArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { deleteOlder } from "@/db/delete-older";
import { loans, mandates } from "@/db/schema/loans";
import { mandateLinks } from "@/db/schema/mandate-links";
import { marketplaces } from "@/db/schema/marketplaces";
import { connections } from "@/db/schema/merchants";
import { clockAheadOf, inTenant, ownedBy } from "@/db/tenancy";
import type { Environment, Tenant } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import { randomText, sha256 } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import type { MandateStatus } from "@/lib/terms/loans/states";
import { mandateLinkMinutes } from "@/lib/terms/mandates";
import type { LinkFacts } from "./link-state";

/** So many at once: a double click or a second phone must not close the page in use. */
const keptOpen = 3;

/** A link's target, and the inputs of its state. */
export type MandateLink = LinkFacts & {
  digest: string;
  marketplaceId: string;
  environment: Environment;
  loanId: string;
  /** How far the tenant's business clock is ahead of real time, in milliseconds. */
  clockAhead: number;
};

export function newMandateLinkId(): string {
  return randomText(32);
}

/** With the loan's row locked. Only the last few unused links stay valid. Returns when it expires. */
export async function storeMandateLink(link: {
  id: string;
  tenant: Tenant;
  loanId: string;
  payoutAccountId: string;
  realNow: RealTime;
}): Promise<RealTime> {
  const { id, tenant, loanId, payoutAccountId, realNow } = link;
  const unused = inTenant(mandateLinks, tenant, eq(mandateLinks.loanId, loanId), isNull(mandateLinks.usedAt));
  const newest = db()
    .select({ digest: mandateLinks.digest })
    .from(mandateLinks)
    .where(unused)
    .orderBy(desc(mandateLinks.createdAt), desc(mandateLinks.digest))
    .limit(keptOpen - 1);
  await db()
    .delete(mandateLinks)
    .where(and(unused, notInArray(mandateLinks.digest, newest)));
  const expiresAt = later(realNow, mandateLinkMinutes * minute);
  await db()
    .insert(mandateLinks)
    .values({ digest: sha256(id), ...ownedBy(tenant), loanId, payoutAccountId, createdAt: realNow, expiresAt });
  return expiresAt;
}

/** The link with this id, with its loan and mandate as they are now. Only test data has any: live has no such bank. */
export async function findMandateLink(id: string): Promise<MandateLink | undefined> {
  const [found] = await db()
    .select({
      digest: mandateLinks.digest,
      marketplaceId: mandateLinks.marketplaceId,
      environment: mandateLinks.environment,
      loanId: mandateLinks.loanId,
      payoutAccountId: mandateLinks.payoutAccountId,
      expiresAt: mandateLinks.expiresAt,
      usedAt: mandateLinks.usedAt,
      loanState: loans.status,
      loanAccountId: loans.payoutAccountId,
      mandate: sql<MandateStatus | null>`(select m.status from ${mandates} m
        where m.loan_id = ${mandateLinks.loanId} and m.payout_account_id = ${mandateLinks.payoutAccountId}
        order by m.id desc limit 1)`,
      connection: connections.status,
      clockAhead: clockAheadOf(mandateLinks),
    })
    .from(mandateLinks)
    .innerJoin(loans, eq(loans.id, mandateLinks.loanId))
    .innerJoin(connections, eq(connections.merchantId, loans.merchantId))
    .innerJoin(marketplaces, eq(marketplaces.id, mandateLinks.marketplaceId))
    .where(and(eq(mandateLinks.digest, sha256(id)), eq(mandateLinks.environment, "test")));
  return found;
}

/** Uses up a link. Of two concurrent calls, one succeeds. */
export async function consumeMandateLink({ digest }: Pick<MandateLink, "digest">, realNow: RealTime): Promise<boolean> {
  const used = await db()
    .update(mandateLinks)
    .set({ usedAt: realNow })
    .where(and(eq(mandateLinks.digest, digest), isNull(mandateLinks.usedAt), gt(mandateLinks.expiresAt, realNow)))
    .returning({ digest: mandateLinks.digest });
  return used.length > 0;
}

/** Removes links that expired a day ago. Returns how many; fewer than `limit`: none are left. */
export function purgeMandateLinks({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  return deleteOlder(mandateLinks.expiresAt, later(realNow, -day), limit);
}
