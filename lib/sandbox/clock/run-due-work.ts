import type { Actor } from "@/lib/actor";
import { now } from "@/lib/clock";
import { CodedError } from "@/lib/errors";
import { readClockAhead } from "@/lib/marketplaces/queries";
import type { DueWorkDone } from "@/lib/sandbox/schema";
import { businessTime } from "@/lib/time";
import type { WorkOnTheWay } from "./advance-clock";
import { bringForward } from "./bring-forward";
import { shareTurn } from "./take-turns";

/**
 * Runs everything that waits in a marketplace's test data (docs/sandbox.md#test-helpers). One run at a time: those who
 * ask meanwhile share the next one, which begins after all of them have asked. Not inside a transaction.
 * @throws CodedError TEST_KEY_REQUIRED; RATE_LIMITED when too many wait already
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
