import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { addDays, dateOf, later } from "@/lib/kernel/calendar";
import { idAt } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import type { RealTime } from "@/lib/kernel/time";
import { requestRetention } from "@/lib/terms/request-log";
import { db, one, transaction } from "./client";
import { faultCode } from "./faults";
import { locks } from "./locks";
import { rowsOf } from "./rows";

/**
 * Days that have a partition before they begin: so long may nobody purge before rows come that have none. Each costs whoever reads
 * the log a moment.
 */
const ahead = 3;

const lockNotAvailable = "55P03";

const count = z.strictObject({ count: z.int() });
const taken = z.strictObject({ taken: z.boolean() });

/**
 * Makes the partitions of the request log for the days to come, and drops those of days that are over, whole. The tables are not
 * the service's own: functions of their owner's do it, which drop nothing that is to be kept (docs/decisions/047-old-rows.md).
 * @returns how many were dropped
 */
export async function keepRequestDays(realNow: RealTime): Promise<number> {
  const tomorrow = addDays(dateOf(realNow), 1);
  await unlessHeld(sql`make_request_days(${tomorrow}::date, ${addDays(tomorrow, ahead - 1)}::date)`);
  return unlessHeld(sql`drop_request_days(${firstKept(realNow)}::date)`);
}

/** 0 while another process is at it, or somebody has had the log for more than half a second: it is done an hour later. */
async function unlessHeld(work: SQL): Promise<number> {
  try {
    return await transaction(async () => {
      const lock = await rowsOf(taken)`select pg_try_advisory_xact_lock(${locks.requestDays}) as taken`.then(one);
      return lock.taken ? (await rowsOf(count)`select ${work} as count`.then(one)).count : 0;
    });
  } catch (error) {
    if (faultCode(error) !== lockNotAvailable) throw error;
    log.info("days of the request log are made and dropped later: somebody holds it");
    return 0;
  }
}

/** The day on which what is kept begins: it goes as a whole, a day after its first request is old enough. */
function firstKept(realNow: RealTime): string {
  return dateOf(later(realNow, -requestRetention));
}

/** Deletes what came on days that had no partition, once those are over. @returns how many; fewer than the limit: none are left. */
export async function purgeOtherDays(realNow: RealTime, limit: number): Promise<number> {
  const old = sql`id < ${idAt("loggedRequest", new Date(firstKept(realNow)))}`;
  // Places are of one partition: in another they are other rows, which are as old.
  const places = sql`select ctid from logged_requests where ${old} limit ${limit}`;
  const deleted = await db().execute(
    sql`delete from logged_requests where ${old} and ctid = any(array(${places})) returning 1`,
  );
  return deleted.length;
}
