import { businessClock } from "@/lib/clock";
import { ownerOf } from "@/lib/lane";
import { inSeat } from "@/lib/seats";
import type { BusinessTime } from "@/lib/time";
import type { Claimed, Task } from "./task";

/** Works on a claimed row, in a seat of its tenant's unless it shares its statements with others. */
export async function runRow(task: Task, { id, lane, clockAhead }: Claimed): Promise<BusinessTime | null> {
  const run = () => task.run(id, businessClock(clockAhead));
  const owner = task.gathers ? null : ownerOf(lane);
  return owner ? inSeat(owner, "job", run) : run();
}
