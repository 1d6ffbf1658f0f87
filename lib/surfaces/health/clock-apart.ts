import { z } from "zod";
import { one } from "@/db/client";
import { clockSlack, leaseFor } from "@/db/due";
import { rowsOf } from "@/db/rows";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";

const clockRow = z.strictObject({ at: z.number() });

/** From here on, in milliseconds: `degraded` while leases still hold, `down` where two workers could take one row. */
export const clockBounds = { degraded: clockSlack, down: leaseFor / 2 } as const;

/**
 * By how many milliseconds this machine's clock is apart from the database's at least, whatever the way took. Every process
 * judges leases by its own: all must agree with one that they share.
 */
export async function clockApart(): Promise<number> {
  // A rehearsal moves its clock ahead on purpose.
  if (env().rehearsal) return 0;
  const before = now().getTime();
  const { at } = await rowsOf(clockRow)`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.then(one);
  return Math.max(0, before - at, at - now().getTime());
}
