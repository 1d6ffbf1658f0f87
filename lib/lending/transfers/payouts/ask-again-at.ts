import { day, later, minute } from "@/lib/kernel/calendar";
import { madeAt } from "@/lib/kernel/ids";
import type { BusinessTime } from "@/lib/kernel/time";

/** In milliseconds. */
const [atLeast, atMost] = [5 * minute, day];

/** When to ask again whose account it is: after as long as nobody has said so far, within these. */
export function askAgainAt({ id }: { id: string }, now: BusinessTime): BusinessTime {
  const waited = now.getTime() - (madeAt(id) ?? now).getTime();
  return later(now, Math.min(Math.max(waited, atLeast), atMost));
}
