import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { bigint, rowsOf } from "@/db/rows";
import { later, second } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

export type TaskLane = { task: string; lane: string };

export type Announcement = TaskLane & { hint: string };

/**
 * How long an event may go without its run beginning before it counts as lost, at first: then twice as long each time,
 * so that what waits for its turn is not sent to the back of the queue for ever. After nine doublings it is 26 minutes.
 */
const lostAfter = 3 * second;
const mostDoublings = 9;

/** A run that has not said for so long that it is there, past the end of its hold, has been killed. */
const goneAfter = second;

/** How many forgotten lanes are announced at a time. */
const mostAtOnce = 1_000;

const announcementRow = z.strictObject({ task: z.string(), lane: z.string(), hint: bigint, send: z.boolean() });

const at = (moment: RealTime) => sql`${moment.toISOString()}::timestamptz`;
const texts = (values: readonly string[]) => sql`${sql.param(values)}::text[]`;

/**
 * Notes that work has become due in lanes.
 * @returns those for which an event is to be sent: not a lane that a run is working in, since it looks again before it
 * leaves, nor one whose event was sent and whose run has not begun.
 */
export async function announceLanes(lanes: readonly TaskLane[], realNow: RealTime): Promise<Announcement[]> {
  const quiet = sql`(l.held_until is null or l.held_until <= ${at(realNow)})
    and (l.announced <= l.seen or l.announce_again_at is null or l.announce_again_at <= ${at(realNow)})`;
  const patience = sql`interval '1 millisecond' * ${lostAfter} * 2 ^ least(l.announcements, ${mostDoublings})`;
  const either = (then: SQL, otherwise: SQL) => sql`case when ${quiet} then ${then} else ${otherwise} end`;
  // In one order, so that two processes never wait for each other.
  const rows = await rowsOf(announcementRow)`
    insert into engine_lanes as l
      (task, lane, hints, announced, announced_at, announce_again_at, announcements)
    select task, lane, 1, 1, ${at(realNow)}, ${at(realNow)} + interval '1 millisecond' * ${lostAfter}, 1
    from unnest(${texts(lanes.map(({ task }) => task))}, ${texts(lanes.map(({ lane }) => lane))}) as due(task, lane)
    order by task, lane
    on conflict (task, lane) do update set
      hints = l.hints + 1,
      announced = ${either(sql`l.hints + 1`, sql`l.announced`)},
      announced_at = ${either(at(realNow), sql`l.announced_at`)},
      announce_again_at = ${either(sql`${at(realNow)} + ${patience}`, sql`l.announce_again_at`)},
      announcements = ${either(sql`l.announcements + 1`, sql`l.announcements`)}
    returning l.task, l.lane, l.hints as hint, l.announced = l.hints as send`;
  return rows.flatMap(({ task, lane, hint, send }) => (send ? [{ task, lane, hint }] : []));
}

const laneRow = announcementRow.pick({ task: true, lane: true });

/** Though nothing more is due in them: their event counts as lost, or the run that held them is gone. */
export async function readForgottenLanes(realNow: RealTime): Promise<TaskLane[]> {
  return rowsOf(laneRow)`
    select l.task, l.lane from engine_lanes l
    where (l.announced > l.seen and l.announce_again_at <= ${at(realNow)} and (l.held_until is null or l.held_until <= ${at(realNow)}))
      or (l.held_until <= ${at(later(realNow, -goneAfter))}
        and (l.announced <= l.seen or l.announce_again_at is null or l.announce_again_at <= ${at(realNow)}))
    order by l.task, l.lane limit ${mostAtOnce}`;
}

/** Retracts announcements whose events could not be sent: the next hint, or the sweep, announces the lanes anew. */
export async function retract(announcements: readonly Announcement[]): Promise<void> {
  await db().execute(sql`
    update engine_lanes l set announced = 0, announce_again_at = null, announcements = l.announcements - 1
    from unnest(
      ${texts(announcements.map(({ task }) => task))},
      ${texts(announcements.map(({ lane }) => lane))},
      ${texts(announcements.map(({ hint }) => hint))}::bigint[]
    ) as unsent(task, lane, hint)
    where l.task = unsent.task and l.lane = unsent.lane and l.announced = unsent.hint`);
}
