import { eq } from "drizzle-orm";
import { makeDue } from "@/db/due";
import { batches } from "@/db/schema/batches";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { submissions } from "@/db/schema/scoring";
import { deliveries } from "@/db/schema/webhooks";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { now } from "@/lib/kernel/clock";
import { CodedError } from "@/lib/kernel/errors";
import { type BusinessTime, businessTime } from "@/lib/kernel/time";
import { readClockAhead } from "@/lib/parties/marketplaces/queries";
import type { DueWorkDone } from "@/lib/sandbox/test-helpers/schema";
import type { WorkOnTheWay } from "./advance-clock";
import { shareTurn } from "./take-turns";

/**
 * Runs everything that waits in a marketplace's test data (docs/sandbox.md#test-helpers). One run at a time: those who
 * ask meanwhile share the next one, which begins after all of them have asked. Not inside a transaction.
 */
export async function runDueWork(call: { actor: Actor; work: Pick<WorkOnTheWay, "run"> }): Promise<DueWorkDone> {
  const { tenant } = call.actor;
  if (tenant.environment !== "test")
    throw new CodedError("TEST_KEY_REQUIRED", "Only test data's work can be run early.");
  return shareTurn(tenant.marketplaceId, "run", async () => {
    const clock = async () => businessTime(now(), await readClockAhead(tenant));
    await bringForward(tenant, await clock());
    const ran = await call.work.run(tenant);
    return { ran, at: (await clock()).toISOString() };
  });
}
runDueWork.errors = ["TEST_KEY_REQUIRED"] as const;

/** One short transaction per table. Retries of deliveries keep their time (docs/sandbox.md#test-helpers). */
export async function bringForward(tenant: Tenant, now: BusinessTime): Promise<void> {
  for (const table of [batches, submissions, kycRecords, fundingRequests]) await makeDue(tenant, table, now);
  await makeDue(tenant, deliveries, now, eq(deliveries.attempts, 0));
}
