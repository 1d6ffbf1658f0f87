import { transaction } from "@/db/client";
import type { RealTimeCall } from "@/lib/kernel/call";
import { env } from "@/lib/kernel/env";
import { invalidField } from "@/lib/kernel/errors";
import { mostOrigins } from "@/lib/surfaces/journey/origins-schema";
import { readOrigins } from "@/lib/surfaces/journey/read-origins";
import { saveOrigins } from "@/lib/surfaces/journey/save-origins";
import { requirePermission } from "@/lib/terms/users/roles";

export function dashboardOrigin(): string {
  return env().baseUrl;
}

/** Adds the dashboard to the origins that may frame the marketplace's test journeys; others stay. */
export async function allowThisDashboard({ actor, realNow }: RealTimeCall<object>): Promise<{ origin: string }> {
  requirePermission(actor, allowThisDashboard.permission);
  const origin = dashboardOrigin();
  return transaction(async () => {
    const { live, test } = await readOrigins(actor.tenant);
    if (test.length >= mostOrigins && !test.includes(origin)) {
      throw invalidField("test", `There are ${mostOrigins} origins already: remove one that is not used any more`);
    }
    await saveOrigins({ actor, input: { live, test: [...new Set([...test, origin])] }, realNow });
    return { origin };
  });
}
allowThisDashboard.permission = "change" as const;
