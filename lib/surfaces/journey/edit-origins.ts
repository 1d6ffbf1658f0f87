import { db, transaction } from "@/db/client";
import { embeddingOrigins } from "@/db/schema/marketplaces";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { RealTimeCall } from "@/lib/kernel/call";
import { invalidField } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requirePermission } from "@/lib/terms/users/roles";
import { parseOrigin } from "./origin";
import { mostOrigins } from "./origins-schema";

/**
 * Adds an origin to those of the actor's environment, or takes one away; the others stay, whoever edits at the same
 * moment. What is there already, or gone already, stays so.
 * @returns the origins as they are now.
 */
export async function editOrigins(
  call: RealTimeCall<{ input: { add: string } | { remove: string } }>,
): Promise<string[]> {
  const { actor, input, realNow } = call;
  requirePermission(actor, editOrigins.permission);
  const { tenant } = actor;
  const change = "add" in input ? adding(input.add, tenant.environment) : without(input.remove);
  return transaction(async () => {
    await db()
      .insert(embeddingOrigins)
      .values({ ...ownedBy(tenant), origins: [], updatedAt: realNow })
      .onConflictDoNothing();
    const mine = inTenant(embeddingOrigins, tenant);
    const [row] = await db().select().from(embeddingOrigins).where(mine).for("update");
    const before = row?.origins ?? [];
    const origins = change(before);
    if (origins.length === before.length) return before;
    await db().update(embeddingOrigins).set({ origins, updatedAt: realNow }).where(mine);
    const subjectId = tenant.marketplaceId;
    await recordAudit({ actor, action: "embedding-origins.save", subjectId, now: realNow });
    return origins;
  });
}
editOrigins.permission = "change" as const;

type Change = (origins: readonly string[]) => string[];

function adding(text: string, environment: "test" | "live"): Change {
  const parsed = parseOrigin(text, environment);
  if ("error" in parsed) throw invalidField("origin", parsed.error);
  return (origins) => {
    if (origins.includes(parsed.origin)) return [...origins];
    if (origins.length >= mostOrigins)
      throw invalidField("origin", `There are ${mostOrigins} already: remove one first`);
    return [...origins, parsed.origin];
  };
}

function without(removed: string): Change {
  return (origins) => origins.filter((origin) => origin !== removed);
}
