import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { goLiveRequests, marketplaces } from "@/db/schema/marketplaces";
import { ownedBy } from "@/db/tenancy";
import { actorName, tenantOf } from "@/lib/kernel/actor";
import type { RealTimeCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { goLiveLabels } from "@/lib/terms/go-live";
import { requirePermission } from "@/lib/terms/users/roles";
import { readGoLive } from "./read-go-live";
import type { RequestGoLive } from "./schema";

/** docs/going-live.md. A request that waits already stays as it is. */
export async function requestGoLive(call: RealTimeCall<{ input: RequestGoLive }>): Promise<void> {
  const { actor, input, realNow } = call;
  requirePermission(actor, requestGoLive.permission);
  const { marketplaceId } = actor.tenant;
  await transaction(async () => {
    const one = eq(marketplaces.id, marketplaceId);
    // Whoever takes it live waits, and so does whoever asks at the same moment.
    const [marketplace] = await db()
      .select({ liveAt: marketplaces.liveAt })
      .from(marketplaces)
      .where(one)
      .for("no key update");
    if (marketplace?.liveAt) throw new CodedError("GO_LIVE_REFUSED", "The marketplace is live already.");
    const { checklist, request } = await readGoLive(actor, realNow);
    if (request?.status === "REQUESTED") return;
    const missing = checklist.filter(({ holds }) => !holds);
    if (missing.length > 0) {
      const fields = missing.map(({ check, detail }) => ({ field: check, error: detail }));
      const named = missing.map(({ check }) => goLiveLabels[check]).join("; ");
      throw new CodedError("GO_LIVE_REFUSED", `Not everything holds yet: ${named}.`, { fields });
    }
    const live = tenantOf({ marketplaceId, environment: "live" });
    const id = newId("goLiveRequest");
    await db()
      .insert(goLiveRequests)
      .values({
        id,
        ...ownedBy(live),
        status: "REQUESTED",
        note: input.note || null,
        requestedBy: actorName(actor),
        requestedAt: realNow,
      });
    await recordAudit({ actor: { ...actor, tenant: live }, action: "go-live.request", subjectId: id, now: realNow });
  });
}
requestGoLive.permission = "manage" as const;
