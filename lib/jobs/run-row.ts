import { type Environment, environments } from "@/lib/actor";
import { businessClock } from "@/lib/clock";
import { inSeat } from "@/lib/seats";
import type { BusinessTime } from "@/lib/time";
import type { Claimed, Task } from "./task";

/** Works on a claimed row, in a seat of its tenant's unless it shares its statements with others. */
export async function runRow(task: Task, { id, lane, clockAhead }: Claimed): Promise<BusinessTime | null> {
  const run = () => task.run(id, businessClock(clockAhead));
  const owner = task.gathers ? null : ownerOf(lane);
  return owner ? inSeat(owner, "job", run) : run();
}

/** The tenant that a lane is named after; null for work of the service itself. */
function ownerOf(lane: string): { marketplaceId: string; environment: Environment } | null {
  const [marketplaceId = "", named] = lane.split("/");
  const environment = environments.find((known) => known === named);
  return environment ? { marketplaceId, environment } : null;
}
