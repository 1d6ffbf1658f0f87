import { eq } from "drizzle-orm";
import { z } from "zod";
import { db, longTransaction } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { chores } from "@/db/schema/operations";
import { later, minute } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

const chore = "fold-tallies";

/** Reading adds what has not been folded, so that nobody waits for this. */
const foldEvery = minute / 2;

/** How many changes are folded in one transaction. */
const pageLimit = 10_000;

const foldedRow = z.strictObject({ changes: z.int() });

/**
 * Adds what the triggers have appended to the tallies, oldest first, of every marketplace (docs/tallies.md). Each change
 * is gone in the transaction that adds it, so that it counts once, whoever is killed.
 * @returns when to fold next: at once while more is left
 */
export async function foldTallies(realNow: RealTime, limit = pageLimit): Promise<RealTime> {
  // After a fill it reads over what has been taken before.
  return longTransaction(async () => {
    const [folded] = await rowsOf(foldedRow)`
      with taken as (
        delete from tally_changes where number = any(array(
          select number from tally_changes order by number limit ${limit} for update skip locked))
        returning marketplace_id, environment, name, day, count, amount
      ), added as (
        insert into tallies as t (marketplace_id, environment, name, day, count, amount)
        select marketplace_id, environment, name, day, sum(count), sum(amount) from taken
        group by 1, 2, 3, 4 order by 1, 2, 3, 4
        on conflict (marketplace_id, environment, name, day)
          do update set count = t.count + excluded.count, amount = t.amount + excluded.amount
      )
      select count(*)::int as changes from taken`;
    const dueAt = folded?.changes === limit ? realNow : later(realNow, foldEvery);
    await db().update(chores).set({ dueAt, leasedUntil: null }).where(eq(chores.id, chore));
    return dueAt;
  });
}
