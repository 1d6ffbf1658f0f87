import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { apiSecrets, embeddingOrigins, goLiveRequests, marketplaces, secretKeys } from "@/db/schema/marketplaces";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { inReach, inTenant } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { somebodyLends } from "@/lib/parties/lenders/queries";
import { ownersWithoutSecondFactor } from "@/lib/parties/people/second-factor/second-factor-queries";
import { checklistOf, type GoLiveFacts } from "./checklist";
import type { GoLive } from "./schema";

export async function readGoLive(actor: Actor, realNow: RealTime): Promise<GoLive> {
  const { marketplaceId } = actor.tenant;
  const live = tenantOf({ marketplaceId, environment: "live" });
  const [[marketplace], [request], facts] = await Promise.all([
    db().select({ liveAt: marketplaces.liveAt }).from(marketplaces).where(eq(marketplaces.id, marketplaceId)),
    db().select().from(goLiveRequests).where(inTenant(goLiveRequests, live)).orderBy(desc(goLiveRequests.id)).limit(1),
    readFacts(actor, realNow),
  ]);
  return {
    liveAt: marketplace?.liveAt?.toISOString() ?? null,
    checklist: checklistOf(facts),
    request: request
      ? {
          status: request.status,
          note: request.note,
          requestedAt: request.requestedAt.toISOString(),
          endedAt: request.endedAt?.toISOString() ?? null,
          reason: request.reason,
        }
      : null,
  };
}

async function readFacts(actor: Actor, realNow: RealTime): Promise<GoLiveFacts> {
  const { marketplaceId } = actor.tenant;
  const test = tenantOf({ marketplaceId, environment: "test" });
  const live = tenantOf({ marketplaceId, environment: "live" });
  const [[repaid], secrets, owners, [origins], [endpoint], [key], liveLender] = await Promise.all([
    db()
      .select({ id: loans.id })
      .from(loans)
      .where(inReach(loans, reachOf({ ...actor, tenant: test }), eq(loans.status, "REPAID")))
      .limit(1),
    db().select().from(apiSecrets).where(eq(apiSecrets.marketplaceId, marketplaceId)),
    ownersWithoutSecondFactor({ marketplaceId }),
    db()
      .select({ count: sql<number>`jsonb_array_length(${embeddingOrigins.origins})` })
      .from(embeddingOrigins)
      .where(inTenant(embeddingOrigins, live)),
    db()
      .select({ status: webhookEndpoints.status, answeredAt: webhookEndpoints.answeredAt })
      .from(webhookEndpoints)
      .where(inTenant(webhookEndpoints, live)),
    db()
      .select({ id: secretKeys.id })
      .from(secretKeys)
      .where(and(inTenant(secretKeys, live), isNull(secretKeys.revokedAt)))
      .limit(1),
    somebodyLends("live", realNow),
  ]);
  return {
    repaidTestLoan: repaid !== undefined,
    signedReport: secrets.some((one) => one.environment === "test" && (one.lastUsedAt ?? one.previousLastUsedAt)),
    ownersWithoutFactor: owners.map(({ name }) => name),
    liveOrigins: origins?.count ?? 0,
    liveEndpoint: endpoint ? { enabled: endpoint.status === "ENABLED", answered: endpoint.answeredAt !== null } : null,
    liveSecretKey: key !== undefined,
    liveApiSecret: secrets.some(({ environment }) => environment === "live"),
    liveLender,
  };
}
